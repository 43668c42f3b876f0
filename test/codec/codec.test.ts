import { arrowCodec } from '../../src/codec/arrow/arrow-codec.ts';
import { avroCodec } from '../../src/codec/avro.ts';
import { jsonCodec } from '../../src/codec/json.ts';
import { codecSuite } from './codec.suite.ts';

codecSuite(avroCodec, jsonCodec);
codecSuite(jsonCodec, avroCodec);
codecSuite(arrowCodec, avroCodec, { hasHeader: true });
