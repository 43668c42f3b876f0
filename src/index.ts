/** The public face of the library. Everything else may move. */
export { canonicalJson, type Json } from './base/canonical-json.ts';
export { type Digest, documentDigest, isDigest, sha256 } from './base/digest.ts';
export { FAULTS, Fault, type FaultCode, type Place } from './base/fault.ts';
export { openFarRegistry } from './client/far-registry.ts';
export { type ClientOptions, type Once, RegistryClient, type What } from './client/registry-client.ts';
export { avroCodec } from './codec/avro.ts';
export { jsonCodec } from './codec/json.ts';
export { classify } from './compat/classify.ts';
export { type Comparison, compare, comparisonDocument } from './compat/compare.ts';
export type { Finding, NativeFinding } from './compat/finding.ts';
export type { Contract } from './contract/contract.ts';
export type { Field, Type } from './contract/field.ts';
export { parseContract } from './contract/parse-contract.ts';
export { parseUnit } from './contract/parse-unit.ts';
export { parseVocabulary } from './contract/parse-vocabulary.ts';
export { contextOf } from './contract/pins.ts';
export { type ReadPlan, readPlan } from './contract/read-plan.ts';
export type { Schema } from './contract/schema.ts';
export { recordSchemaDigest, schemaDocument, schemaFromDocument } from './contract/schema-document.ts';
export { parseSubject, type Subject } from './contract/subject.ts';
export { unitConversion } from './contract/unit-conversion.ts';
export { applyPlan } from './convert/apply-plan.ts';
export type {
  ColumnValues,
  ConverterFunction,
  FunctionBatch,
  FunctionColumn,
  ListColumn,
  MadeValues,
  MapColumn,
  RejectRow,
  ScalarColumn,
  StructColumn,
  TensorColumn,
} from './convert/function-types.ts';
export type { RegistryConfig } from './service/config.ts';
export type { AnyComparison } from './service/native-format.ts';
export { compareSchemas, type NativeFormat } from './service/native-formats.ts';
export type { ReadRegistry, Registry } from './service/registry.ts';
