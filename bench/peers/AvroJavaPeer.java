import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;

/**
 * Median microseconds of Avro Java's structural check of one pair. Arguments: the files of the writer's and the
 * reader's schema, warm-ups, rounds, runs a round. Both are parsed once, outside what is timed.
 */
public class AvroJavaPeer {
  public static void main(String[] arguments) throws Exception {
    Schema writer = new Schema.Parser().parse(Files.readString(Path.of(arguments[0])));
    Schema reader = new Schema.Parser().parse(Files.readString(Path.of(arguments[1])));
    int warmUps = Integer.parseInt(arguments[2]);
    int runs = Integer.parseInt(arguments[4]);
    double[] rounds = new double[Integer.parseInt(arguments[3])];
    boolean compatible = true;
    for (int at = 0; at < warmUps; at++) compatible &= check(reader, writer);
    for (int round = 0; round < rounds.length; round++) {
      long start = System.nanoTime();
      for (int at = 0; at < runs; at++) compatible &= check(reader, writer);
      rounds[round] = (System.nanoTime() - start) / 1000.0 / runs;
    }
    if (!compatible) throw new IllegalStateException("the pair is meant to be compatible for Avro");
    Arrays.sort(rounds);
    System.out.println(rounds[rounds.length / 2]);
  }

  private static boolean check(Schema reader, Schema writer) {
    return SchemaCompatibility.checkReaderWriterCompatibility(reader, writer).getType()
        == SchemaCompatibilityType.COMPATIBLE;
  }
}
