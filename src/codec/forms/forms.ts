import { ARROW_FORM } from './arrow-pieces.ts';
import { AVRO_FORM } from './avro-pieces.ts';
import { JSON_FORM } from './json-pieces.ts';
import { PARQUET_FORM } from './parquet-pieces.ts';
import type { Form, RecordForm } from './record-form.ts';

export const FORMS: Readonly<Record<RecordForm, Form>> = {
  json: JSON_FORM,
  arrow: ARROW_FORM,
  avro: AVRO_FORM,
  parquet: PARQUET_FORM,
};
