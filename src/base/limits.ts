/** Every bound, in one place, with its unit in its name and its reason beside it. */
export const LIMITS = {
  document_bytes_max: 1 << 20, // 1 MiB: a contract of 1,000 fields is 200 KB; beyond that a file is a mistake or an attack
  document_depth_max: 32, // the deepest lawful contract nests six levels
  document_nodes_max: 100_000, // what one parse may build, after aliases are counted out
  name_chars_max: 64, // a field name is a column header, not a sentence
  fields_max: 10_000, // the widest tables seen in the wild are near 3,000 columns
  vocabulary_terms_max: 100_000, // a tokenizer's ranks are not a vocabulary; labels are far fewer
} as const;
