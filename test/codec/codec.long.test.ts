import { arrowCodec } from '../../src/codec/arrow/arrow-codec.ts';
import { avroCodec } from '../../src/codec/avro.ts';
import { jsonCodec } from '../../src/codec/json.ts';
import { parquetCodec } from '../../src/codec/parquet/parquet-codec.ts';
import { parquetWasm } from '../../src/engine/parquet-wasm.ts';
import { codecSuite } from './codec.suite.ts';

codecSuite(avroCodec, jsonCodec);
codecSuite(jsonCodec, avroCodec);
codecSuite(arrowCodec, avroCodec, { hasHeader: true });
// Each file of it costs milliseconds; `suite/` has a thousand.
codecSuite(parquetCodec(parquetWasm()), arrowCodec, { hasHeader: true, runs: 20 });
