import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.DecoderFactory;

/**
 * What Avro Java makes of Avro files; without conversions, so that every value stays what the bytes say.
 *
 * <p>rewrite IN OUT: reads each file of a folder, and writes its records to the other, packed as the name says.
 *
 * <p>make SCHEMA LINES CODEC OUT: records in Avro's JSON encoding, a line each, as a file.
 */
public class AvroJavaFiles {
  public static void main(String[] words) throws Exception {
    if (words[0].equals("rewrite")) rewrite(new File(words[1]), new File(words[2]));
    else make(Path.of(words[1]), Path.of(words[2]), words[3], new File(words[4]));
  }

  private static void rewrite(File source, File target) throws Exception {
    File[] files = source.listFiles();
    Arrays.sort(files);
    for (File file : files) {
      List<Object> records = new ArrayList<>();
      Schema schema;
      try (DataFileReader<Object> reader = new DataFileReader<>(file, new GenericDatumReader<>())) {
        schema = reader.getSchema();
        while (reader.hasNext()) records.add(reader.next());
      }
      write(schema, records, file.getName().split("\\.")[1], new File(target, file.getName()));
    }
  }

  private static void make(Path schemaFile, Path lines, String codec, File target) throws Exception {
    Schema schema = new Schema.Parser().parse(Files.readString(schemaFile));
    GenericDatumReader<Object> reader = new GenericDatumReader<>(schema);
    List<Object> records = new ArrayList<>();
    for (String line : Files.readAllLines(lines))
      if (!line.isEmpty())
        records.add(reader.read(null, DecoderFactory.get().jsonDecoder(schema, line)));
    write(schema, records, codec, target);
  }

  /** Blocks as small as the library makes them, so that there are some. */
  private static void write(Schema schema, List<Object> records, String codec, File target) throws Exception {
    try (DataFileWriter<Object> writer = new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
      writer.setCodec(CodecFactory.fromString(codec)).setSyncInterval(32).create(schema, target);
      for (Object each : records) writer.append(each);
    }
  }
}
