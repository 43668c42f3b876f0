import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.DecoderFactory;

/** Reads the probes of a task with Avro Java: see ../foreign-readers.md. Needs avro and jackson on its class path. */
public class AvroJavaReader {
  private static final ObjectMapper JSON = new ObjectMapper();

  public static void main(String[] arguments) throws Exception {
    Path task = Path.of(arguments[0]);
    Path folder = task.getParent();
    JsonNode asked = JSON.readTree(task.toFile());
    if (!asked.get("format").asText().equals("assay.foreign-task/1")) throw new IllegalArgumentException("format");
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Map<String, Schema> schemas = new HashMap<>();
    int done = 0;
    for (JsonNode probe : asked.get("probes")) {
      Map<String, Object> answer = new LinkedHashMap<>();
      answer.put("probe", probe.get("probe").asInt());
      try {
        Schema writer = schema(schemas, folder.resolve(probe.get("writer").asText()));
        Schema reader = schema(schemas, folder.resolve(probe.get("reader").asText()));
        byte[] data = Files.readAllBytes(folder.resolve(probe.get("file").asText()));
        Object record = new GenericDatumReader<>(writer, reader)
            .read(null, DecoderFactory.get().binaryDecoder(data, null));
        answer.put("read", plain(record));
      } catch (Exception error) {
        // The class of the objection: its words may quote the record.
        answer.put("refused", error.getClass().getSimpleName().replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toUpperCase());
      }
      out.println(JSON.writeValueAsString(answer));
      done++;
    }
    out.println(JSON.writeValueAsString(Map.of("done", done)));
  }

  private static Schema schema(Map<String, Schema> known, Path file) throws Exception {
    Schema schema = known.get(file.toString());
    if (schema == null) {
      schema = new Schema.Parser().parse(Files.readString(file));
      known.put(file.toString(), schema);
    }
    return schema;
  }

  private static Object plain(Object value) {
    if (value instanceof CharSequence text) return text.toString();
    if (value instanceof ByteBuffer bytes) return bytes(bytes.array());
    if (value instanceof GenericFixed fixed) return bytes(fixed.bytes());
    if (value instanceof Float number && !Float.isFinite(number)) return Map.of("$float", number.toString());
    if (value instanceof Double number && !Double.isFinite(number)) return Map.of("$float", number.toString());
    if (value instanceof IndexedRecord record) {
      Map<String, Object> members = new LinkedHashMap<>();
      for (Schema.Field field : record.getSchema().getFields()) members.put(field.name(), plain(record.get(field.pos())));
      return members;
    }
    if (value instanceof Map<?, ?> map) {
      List<Object> entries = new ArrayList<>();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        List<Object> pair = new ArrayList<>();
        pair.add(entry.getKey().toString());
        pair.add(plain(entry.getValue()));
        entries.add(pair);
      }
      return Map.of("$map", entries);
    }
    if (value instanceof Collection<?> items) {
      List<Object> list = new ArrayList<>();
      for (Object item : items) list.add(plain(item));
      return list;
    }
    return value;
  }

  private static Map<String, Object> bytes(byte[] data) {
    return Map.of("$bytes", Base64.getEncoder().encodeToString(data));
  }
}
