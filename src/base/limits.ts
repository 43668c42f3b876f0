/** Every bound, in one place, with its unit in its name and its reason beside it. */
export const LIMITS = {
  document_bytes_max: 1 << 20, // 1 MiB: a contract of 1,000 fields is 200 KB; beyond that a file is a mistake or an attack
  ledger_bytes_max: 16 << 20, // 16 MiB: some 600 bytes for each of 10,000 versions, and the ids of the widest
  observation_days_max: 3_650, // ten years; a window without an end would hold old versions for ever
  reconciled_name_chars_max: 4_096, // the longest path that Linux takes
  document_depth_max: 32, // the deepest lawful contract nests six levels
  document_tokens_max: 400_000, // brackets, words and line ends of one document; a contract of 1,000 fields has 60,000
  schema_document_bytes_max: 4 << 20, // 4 MiB: the canonical document of the largest lawful contract has under 3 MiB
  kept_contract_bytes_max: 8 << 20, // 8 MiB: the canonical schema of a contract, and its governance with documentation
  schema_document_depth_max: 72, // a list in a list costs two levels, and a contract may nest thirty
  number_chars_max: 64, // the exact decimal digits of a double that anyone writes by hand are under 25
  snippet_chars_max: 200, // a line shown with a fault, to be read on a terminal
  name_chars_max: 64, // a field name is a column header, not a sentence
  placed_name_chars_max: 1_024, // names of the fields that a nested field lies in, with dots between them
  aliases_max: 64, // former names of a field or term; more is a field that was never understood
  decimal_digits_max: 76, // what 256 bits hold, the widest decimal that Arrow has
  fixed_bytes_max: 4_096, // digests, UUIDs and addresses are short; a null of a fixed field costs as much memory
  tokenizer_size_max: 10_000_000, // token ids; the largest in use has under 300,000
  token_piece_kept_chars_max: 64, // a word; a longer piece seldom comes again
  token_pieces_kept_max: 100_000, // words of a text, remembered while it is tokenized: some 20 MB
  token_limits_max: 16, // lengths that samples are cut at; a trainer has one, and a curriculum a few
  sentinels_max: 16, // -1, -9, -99, -999 and a few more; a longer list is a vocabulary
  conventions_max: 4, // axes, colours and a name of one's own
  reserved_max: 1_000, // ids, ranges of ids and names a subject keeps free; more is a naming system
  tensor_rank_max: 16, // images and video have four or five dimensions
  tensor_elements_max: 1 << 20, // 1 Mi: an image of 512 by 512 in four channels; larger arrays are files that a record names
  slices_max: 100, // each is compared on its own in every report
  label_chars_max: 256, // a label is a class name; longer text is data
  fields_max: 5_000, // the widest tables seen in the wild are near 3,000 columns
  vocabulary_bytes_max: 4 << 20, // 4 MiB: the most terms, each with a code, an alias and room for its label
  vocabulary_tokens_max: 1_200_000, // sixty for each of the most terms: what one with a code and some aliases has
  vocabulary_terms_max: 20_000, // a tokenizer's ranks are not a vocabulary; label sets of images reach thousands
  subject_chars_max: 128, // it is a folder name and a part of every URL
  git_ms: 30_000, // reading a tree takes milliseconds; a repository on a slow network disk takes seconds
  git_listing_bytes_max: 64 << 20, // 64 MiB: the names of half a million files
  config_ms: 20_000, // it takes some 100 ms; a cold disk and a busy machine make seconds of it
  config_bytes_max: 16 << 20, // 16 MiB: all the consumers there may be, each with the longest purpose, have 3 MiB
  plain_start_ms: 30_000, // a cold child on a busy machine needs one or two seconds
  plain_task_ms: 20_000, // a record takes microseconds, and compiling 5,000 fields for it a second on a quiet machine
  plain_rest_ms: 2_000, // between two batches of probes lie some 100 ms; to start a child costs as much again and more
  plain_heap_mib: 256, // the largest probe decodes to a few MiB; a hostile count must die soon
  plain_line_bytes_max: 64 << 20, // 64 MiB: the largest answer, of 2^18 numbers, is some 12 MiB
  plain_crashes_max: 50, // in one reading: each costs a new child, or twenty seconds of silence before it
  unit_chars_max: 64, // the longest unit in use, with its annotation, has under 30
  unit_depth_max: 4, // parentheses in parentheses; none that is in use has more than one
  unit_exponent_max: 9, // no quantity of physics goes past the sixth power
  unit_ten_exponent_max: 99, // 10*23 is a mole; no range of sizes in nature is wider
  object_bytes_max: 16 << 20, // 16 MiB: a document of the store; what is larger is a blob
  report_bytes_max: 4 << 20, // 4 MiB: a matrix of a thousand changed fields; the rows of a larger one are objects of their own
  report_rows_chars_max: 1 << 20, // 1 Mi: some thousand rows of a report, fetched at a time
  adopted_versions_max: 200, // versions a store adopts in one transaction: with their documents some megabytes
  journal_entries_max: 1_000, // one answer of the journal; a longer history is read in pages
  journal_page_entries: 100, // what a page of the journal holds unless more is asked for: some 40 KB
  body_bytes_max: 1 << 20, // 1 MiB: two schemas of 1,000 fields; what is larger is stored first and named by digest
  sent_files_max: 4_000, // of one proposal: a subject with a thousand versions, its changes, converters and golden sets
  sent_reports_max: 64, // reports attached at a time: of each of three kinds a change has 16 at most
  sent_path_chars_max: 512, // of a file that is sent; the deepest of a project have a hundred
  judges_max: 2, // proposals that a server judges at a time, each in a process of its own
  judges_waiting_max: 64, // proposals that wait for one; their files stand in memory meanwhile
  judges_waiting_bytes_max: 256 << 20, // 256 MiB: the files of all that wait
  judges_retry_s: 5, // after which it may be tried again: a proposal takes about a second
  judge_ms: 300_000, // five minutes: a hundred fields take a second, a thousand with golden data a minute
  judge_part_bytes: 1 << 20, // 1 MiB of a long body at a time: a millisecond in which nobody else is answered
  judge_heap_mib: 1_024, // of the process that judges
  judge_rest_ms: 60_000, // how long one waits for the next proposal: to start it takes half a second
  request_head_bytes_max: 16 << 10, // 16 KiB of target and headers: those of a browser have 2
  request_head_ms: 10_000, // a client sends its headers at once; one that drips them holds a connection for nothing
  request_ms: 60_000, // 1 MiB at 20 KB/s
  request_check_ms: 2_000, // how often connections are held against the two above
  linger_ms: 1_000, // how long a refused connection is kept, so that its client reads why before it is reset
  echoed_chars_max: 200, // how much of what was sent a problem document repeats
  parent_poll_ms: 500, // how long a server goes on after the npm that started it has ended
  backup_line_bytes_max: 24 << 20, // 24 MiB: an object of 16 MiB in base64, and its digest
  known_kinds_max: 50_000, // objects of which it is remembered what they are: 100 bytes each
  metric_series_max: 2_000, // of one metric: 500 schemas in four of them; a monitoring system keeps each for good
  reported_count_max: 1e12, // of one report: a trillion records is more than any job reads between two of them
  shutdown_ms: 2_000, // an answer takes milliseconds; a client that has not read one by then is gone
  blob_bytes_max: 256 << 20, // 256 MiB: an object kept as a blob is read whole, and walked as one text of at most 512 MiB
  blob_from_bytes: 1 << 20, // 1 MiB: what a database is for; an object that is larger is a blob, where there is a place for blobs
  blobs_collected_at_once: 16, // by which everybody else is held back: half a second where an object store is slow
  collected_at_once: 512, // objects looked at while everybody else is held back: some milliseconds
  collect_days: 7, // younger objects stay: a proposal is judged in minutes, and one who was cut off may come back after a weekend
  collect_days_max: 3_650, // ten years
  blob_renewed_ms: 3_600_000, // 1 h: one that is put again after that is written again; what is collected is days old
  registry_url_chars_max: 2_000, // of a registry that is asked from afar; what proxies take
  registry_tries_max: 4, // of one question: a server that is started anew is back within the pauses between them
  registry_pause_ms: 100, // before the second try; before each further one four times as long
  registry_pause_max_ms: 10_000, // however long a server asks to be left alone: then somebody is told
  registry_answer_ms: 30_000, // an answer takes milliseconds; a journal over a slow line takes seconds
  registry_judged_ms: 290_000, // a proposal may wait for others; below the five minutes after which fetch itself gives up
  registry_answer_bytes_max: 64 << 20, // 64 MiB: the state of a subject with 100,000 versions, and more than any object
  registry_kept_bytes_max: 32 << 20, // 32 MiB: objects and states that one command asked for already
  token_file_bytes_max: 16 << 10, // 16 KiB: what a request may have of headers; tokens of identity providers have 1 to 4
  s3_attempts: 3, // of one request: with the library's growing pauses between them under a second beyond the requests
  s3_connect_ms: 3_000, // an object store is near; a name that leads nowhere is told in seconds
  s3_request_ms: 60_000, // without a byte: 1 GiB takes longer in all, and never stands still for a minute
  s3_put_bytes_max: 1 << 30, // 1 GiB: a shard; what one put of the protocol takes is five times that
  s3_versions_max: 16, // of one key that are looked through for the bytes with its digest: each is read whole
  store_busy_ms: 10_000, // a transaction holds the lock for about 1 ms; ten seconds is a stuck process, not a queue
  store_connect_ms: 5_000, // a server in reach takes a connection in milliseconds
  store_connections: 10, // of one process to one PostgreSQL, which by itself takes 100 of all
  store_connections_max: 100,
  store_idle_ms: 60_000, // a connection nobody used for so long is given back
  store_statement_ms: 30_000, // the longest statement looks at a page of objects; this is a server that is stuck
  store_tries_max: 3, // in one operation, of connections that are lost and transactions that are undone
  store_name_bytes_max: 1_024, // two of them fit in an entry of an index of PostgreSQL, which has 2,704 bytes
  store_pooled_max: 64, // transactions that share one commit: with some 20 statements each they hold the lock for 30 ms
  store_known_scopes_max: 64, // what the last decisions left of so many scopes is kept in memory: some 100 KB each
  store_reread_max: 20, // a file that changed under so many readings in a row is being written without pause
  manifest_bytes_max: 16 << 20, // 16 MiB: some 20,000 shards of 700 bytes
  shard_bytes_max: 1 << 30, // 1 GiB: a shard is read whole, and a node holds one at a time
  release_members_max: 5_000_000, // 360 bytes each stand in memory while they are compared
  release_shards_max: 20_000, // what the manifest's own bound lets through
  release_rows_held_max: 200_000, // a build holds the rows of as many shards at a time as fit in this
  members_listed_max: 20, // a report is read by a person; the counters hold the rest
  confusion_pairs_max: 1_000, // a report of more pairs of labels is read by nobody; the rest is counted
  pipe_bytes: 64 << 10, // 64 KiB: what a pipe has room for, as Linux makes it
  evidence_rows_max: 20, // row numbers shown for one kind of difference: enough to look, counts say the rest
  plot_bins_max: 40, // of a histogram: as many bars as a person tells apart
  plot_fields_max: 24, // that are drawn, those that differ most first: a page of more is read by nobody
  codec_bytes_max: 1 << 28, // 256 MiB: what one batch may be read from; larger data comes in blocks
  parquet_row_group_bytes_max: 128 << 20, // 128 MiB: one is held packed, and a page of it unpacked; writers' defaults make 1 to 128
  parquet_unpacked_bytes: 160 << 20, // 160 MiB: of one row group at a time, with its packed bytes; the library holds both
  parquet_step_ms: 60_000, // a batch takes milliseconds, a row group's first one a second; a reader that loops takes for ever
  parquet_batch_bytes: 2 << 20, // 2 MiB: what a batch of a row group is cut to, unpacked; of 8, those that wait to be collected made 100 MiB
  parquet_batch_rows_max: 1 << 16, // 64 Ki: of narrow records
  parquet_batches_ahead: 2, // one is read while one is used
  parquet_group_bytes: 32 << 20, // 32 MiB, unpacked: what a row group that is written is cut to
  parquet_group_rows: 1 << 19, // 512 Ki: of narrow records
  parquet_group_held_bytes: 192 << 20, // 192 MiB, unpacked: of a row group of which columns pass as they lie; a larger one is written anew
  conversion_batches_ahead: 2, // for each thread: one is converted while one waits, so that none has nothing to do
  conversion_own_batches: 2, // a file of no more is converted before the first thread has begun
  conversion_heap_mib: 96, // of objects and of buffers that nobody reads any more, before a thread looks for them; less costs a third of the time, more gains nothing
  conversion_stop_ms: 1_000, // what a thread that nobody waits for has to end what runs beside it
  conversion_group_ms: 300_000, // five minutes: a row group takes a second; one that its reader loops on takes for ever
  numeral_chars_max: 1_100, // the longest exact decimal of a double has 1,074 digits behind the point
  container_meta_entries_max: 64, // a header has five; more is an attack
  container_header_bytes_max: 8 << 20, // 8 MiB: the largest schema there may be, and what else writers note
  container_block_bytes_max: 1 << 26, // 64 MiB, packed and unpacked: writers use 16 KB to 16 MB, a deflate bomb starts at 1,000 times its size
  json_line_bytes_max: 64 << 20, // 64 MiB: what a block of Avro may hold; a line is kept whole until it ends
  batch_rows: 1 << 16, // 64 Ki: what a reader of files hands on at a time; more rows make nothing faster
  batch_bytes: 8 << 20, // 8 MiB of records: a byte of Avro, or two of JSON, becomes at most a number of eight
  batch_columns_bytes: 64 << 20, // 64 MiB of nulls and defaults, which take no bytes in the file
  container_unpacked_bytes_max: 1 << 30, // 1 GiB of all blocks: a batch addresses its text with 31 bits, and small blocks of a bomb add up
  explained_fields_max: 8, // fields whose differences one comparison searches a condition for, the label first
  explain_values_max: 64, // cut points, or most frequent categories, a column brings into the search for two terms
  explain_columns_max: 64, // columns that pairs of terms are sought among, the best by themselves first
  explain_steps_max: 50_000_000, // rows and pairs of predicates looked at, over all pairs of columns: about half a second
  explain_refined_max: 16, // pairs of terms whose cut points are then moved to the exact value
  explain_bits_min: 10, // a condition must save as much: chance does in fewer than one set in 1,024
  plain_answer_nodes_max: 1 << 18, // more than any probe holds: only hostile counts get there, and they would fill the pipe
  probe_typical_records: 8, // enough that one sample is no accident, few enough to read
  probe_typical_again: 2, // of fields that stayed as they were, in a projection: their whole record has all of them
  probe_list_elements_max: 1 << 16, // 64 Ki: a longer list costs more than it shows, and its probe is reported as a gap
  probe_file_rows_max: 256, // probes in one file of columns: to write and to read a file costs a hundred times what a row does
  probe_file_values_max: 1 << 16, // 64 Ki: and as many values, so that a long list has a file nearly to itself
  probe_variant_elements_max: 1 << 22, // 4 Mi: of all variants of a list's element together, each in a list of its own
  probe_terms_whole_max: 32, // a vocabulary of no more is tried term by term; one of a thousand classes would cost a thousand probes
  probe_terms_kept_max: 16, // of a longer one, spellings that both sides take for the same term: they end alike
  probe_terms_touched_max: 64, // spellings of one kind that a change touches; they end alike too, and are what a person asks about
  probe_terms_max: 256, // of all kinds together
  converter_steps_max: 16, // of one field; a longer way is two converters
  converter_probes_told_max: 2_000, // each by its name; a record of a hundred fields has as many
  converter_failures_told_max: 20, // the first of them; one is enough to mend it
  converter_ended_asks_max: 12, // asks of a function that come to no answer, until nobody seeks which of the probes it is: 8 halvings find one of 256
  expression_chars_max: 2_000, // a condition is a line or two; a longer one is a program
  expression_nodes_max: 500, // names, literals and operators; it is asked once a record
  expression_depth_max: 32, // parentheses in parentheses
  remap_spellings_max: 4_096, // of a column, remembered while it is converted; the longest vocabularies have some more
  converter_places_max: 64, // parts whose order changes: of boxes, points and colours there are four
  converter_functions_max: 64, // of one converter; each runs in a process of its own
  function_codes_max: 256, // reasons for which one leaves records out
  function_path_chars_max: 512, // of a module, below the folder of the converters
  function_bundle_bytes_max: 4 << 20, // 4 MiB: a function with its tables and libraries; beyond that it is a program
  function_start_ms: 30_000, // a cold process on a busy machine takes one or two seconds
  function_ms: 10_000, // for one batch unless the converter says otherwise; a batch of 64 Ki rows takes a tenth of a second
  function_ms_max: 600_000, // ten minutes: what takes longer is no step of a conversion
  function_memory_mib: 512, // unless the converter says otherwise; a batch has some tens, there and back
  function_memory_mib_max: 16_384, // 16 GiB: a table that is looked up
  function_watch_ms: 20, // how often its memory is looked at: at 4 GiB/s it takes 80 MiB meanwhile
  function_made_bytes_max: 256 << 20, // 256 MiB: of one batch, whose columns have some ten; what is more is a mistake
  function_said_bytes_max: 4_096, // what is said of an answer, without its columns
  reason_chars_max: 2_000, // a paragraph for people; what is longer belongs into a document it can name
  threshold_name_chars_max: 160, // a measure, a colon, and the name of a field or slice
  folder_depth_max: 8, // folders below that of schemas that are looked through for what nobody reads
  folder_files_max: 12_000, // a subject with 10,000 versions, which is one every day for 27 years
  versions_written_max: 1_000, // versions one producer writes at a time
  version_max: 999_999_999, // as in a ledger; a file name holds it
  matrix_whole_fields_max: 32, // a pair of no more is probed whole; the next wider would cost more whole than in parts
  matrix_whole_cells_max: 64, // fifteen live versions, both ways, in two codecs; more cells than that share their parts
  matrix_projection_fields_max: 8, // a probe of a wide pair carries 4 fields on average, and never more than twice that
  matrix_projection_values_max: 1 << 12, // 4 Ki: long lists count by their elements; a probe carries them besides its own
  matrix_batch_bytes: 4 << 20, // 4 MiB: probes in a batch, of which four are in memory: with what readers answer some 200 MiB
  matrix_batch_tasks: 512, // readers have work after some 50 ms, and some 100 ms are left to judge when they have none any more
  matrix_batches_max: 4, // two of them made or judged while one is read; a fourth, as a second reading waits for its turn
  matrix_cells_max: 10_000, // 70 versions square in two codecs; at some 20 ms a cell that is minutes
  cells_chunk: 120, // cells run, and kept, at a time: some seconds of work are lost with a process that dies
  cells_lease_ms: 60_000, // how long others wait for a process that has stopped; one that runs renews it
  cells_poll_ms: 200, // how often they look
  cells_other_code_kept_ms: 7 * 86_400_000, // a week after other code last kept a cell, its branch or version is taken for gone
  cells_kept_ms: 30 * 86_400_000, // thirty days after the last cell of a reader was kept; what is still asked for runs once a month
  cells_scopes_dropped_max: 256, // readers whose cells are dropped at a time: milliseconds, while the others wait
  cells_pack_bytes_max: 1 << 27, // 128 MiB unpacked: what a chunk of cells found is 2 MB, of a thousand changed fields each 100
  foreign_ms: 60_000, // what a reader of another make may take for all its probes, unless its line says otherwise
  foreign_ms_max: 3_600_000, // an hour: what takes longer holds up whoever waits for the check
  foreign_memory_mib: 2_048, // a runtime with its libraries takes a few hundred
  foreign_memory_mib_max: 1 << 20, // 1 TiB
  foreign_watch_ms: 100, // how often its memory is looked at
  foreign_answer_bytes_max: 64 << 20, // 64 MiB of answers in one run: some 100,000 records
  foreign_ends_max: 5, // after so many crashes of one reader the probes that are left stay without an answer
  foreign_unanswered_told_max: 10, // probes without an answer that are named; the others are counted
  foreign_words_max: 64, // of a command line
  foreign_word_chars_max: 4_096,
  samples_saved_max: 100, // smallest failing records of one matrix; a person looks at a handful
  images_max: 100, // readers of another make, all subjects together
  governance_taken_max: 64, // change records that a version names of what was taken at once beside it; the journal has all
  approval_keys_max: 200, // two owners of some fifty subjects, and the keys they had before
  approval_rules_max: 200, // one for each subject that has a rule of its own
  approval_roles_max: 8, // how many have to approve one change; more is a vote
  approvals_max: 32, // signatures that are kept of one change: its owners, and some whose keys were revoked
  envelope_bytes_max: 64 << 10, // 64 KiB: a signed approval has under 1 KiB
  envelope_signatures_max: 16, // each is tried with every key
  waivers_max: 32, // of one change; more is a gate that nobody wants
  attached_reports_max: 16, // of one kind and one change: days of shadow runs
  consumers_max: 1_000, // readers of one subject; more is a list of machines, not of programs
  source_chars_max: 1_000, // where data came from, in a few sentences
  coverage_samples_max: 1_000_000, // golden samples of one sort that are asked for; what needs more is no sample
  strata_max: 16, // ways in which the samples of one golden set were drawn
  provenance_max: 1_000, // files that the samples of one golden set were copied from
  expected_max: 1_000, // versions whose results are kept of one golden set
  golden_file_bytes_max: 1 << 28, // 256 MiB: a golden set is read whole, into one batch
  compared_cells_max: 40_000_000, // of one file: some 2 GiB in memory; a larger one is compared by its statistics
  compared_bytes_max: 1 << 28, // 256 MiB: a file without a schema is read whole, to see what its columns hold
  compared_key_columns_max: 3, // of a key that is proposed; more columns tell any rows apart by accident
  compared_key_candidates_max: 12, // columns that sets of several are made of: 220 sets of three
  compared_explained_rows: 4_000, // of more rows the columns of a condition are found on as many; on all of 100,000 that takes seconds
  compared_explaining_columns: 10, // of more rows, columns that pairs of terms are sought in, the best by themselves first
  reconcile_held_bytes_max: 1 << 28, // 256 MiB of ids and digests; more of them lie on the disk, and are looked at part by part
  reconcile_listed_max: 100_000, // ids listed of one kind: a report of more is a file of its own
  compared_parts_listed_max: 64, // parts of a slice that a report lists, the worst first; five years have as many months
  compared_renamed_columns_max: 200, // columns of one file alone, of which each is held against each of the other's
  compared_categories_max: 64, // distinct texts of a column whose values are counted one by one
  witness_pairs_min: 8, // pairs of rows from which the factor of a unit is taken: fewer agree by accident
  witness_agreeing_min: 0.9, // the share of them that must agree on one factor; samples of several series have breaks between them
  witness_columns_max: 16, // series, and columns that say when, that are held against each other unasked: 256 passes
  key_remap_pairs_max: 10_000, // values of a key that went × values that came, held against each other by what their rows hold: a hundred of each
  doubt_samples_max: 100, // samples listed for one doubt: whoever mends them by hand mends no more; the rest is counted
  shadow_categories_max: 100, // categories shown a column, the most frequent; the rest is counted
  shadow_values_max: 8_192, // distinct values of a column that are counted one by one; of more, a share of them: off by some 4 % at most
  shadow_heavy_max: 1_024, // frequent values of a column with more distinct ones than that; together they hold most of its rows
  shadow_cuts_max: 1_024, // numbers at which a distribution is known exactly: between two of them lie some 0.3 % of the rows
  shadow_sample_rows: 16_384, // of which those numbers are chosen; a value in one row of a thousand is among them
  shadow_parts_max: 10_000, // parts of a slice; a key with more is no slice
  shadow_part_labels_max: 200_000, // parts × labels of a slice, as they are counted
  shadow_files_max: 10_000, // files of a side
  shadow_text_chars_max: 1_000, // of a category that is told; a longer one is counted, and told by its beginning
  shadow_memory_mib: 1_024, // of the engine that counts; what does not fit goes to its temporary files
  shadow_heap_mib: 512, // of the process it runs in, besides
  shadow_start_ms: 60_000, // until that process must have said that it is ready
  shadow_statistics_bytes_max: 1 << 28, // 256 MiB: a document of statistics; a thousand columns have some hundred
  shadow_bins: 40, // bars of a histogram
  shadow_inferred_categories_max: 64, // distinct values of a text that is taken for a category where no contract says so
  shadow_proposed_slices_max: 16, // slices where nobody named one
  native_bytes_max: 16 << 20, // 16 MiB: one schema, or one line of pairs; the largest schemas in use have 2 MiB
  native_footer_bytes_max: 64 << 20, // 64 MiB: a Parquet footer with 500 row groups of 1,000 columns
  dictionary_bytes_max: 64 << 20, // 64 MiB: all dictionaries of an Arrow file, as they lie there and unpacked; lists of names have kilobytes
  dictionary_values_max: 100_000, // of one dictionary; more are texts that repeat, and no list that anybody has ordered
  dictionary_messages_max: 100_000, // of an Arrow stream that is searched for dictionaries; a batch of 64 KiB each makes 6 GiB
  native_id_chars_max: 200, // what a line of pairs is called
  native_depth_max: 256, // levels of JSON; a record in a record costs four, and nobody nests fifty
  native_types_max: 100_000, // types one schema may hold; the widest tables have 3,000 columns
  native_tables_max: 1_000_000, // fields, types and properties of an Arrow schema; the widest tables need 30,000
  native_steps_max: 20_000_000, // pairs of types, branches and symbols one comparison looks at: about a second
  native_path_chars_max: 1_000, // a path longer than that is shown from its end
  native_proof_steps_max: 300_000, // schemas looked at to prove one pair; what needs more is not proven
  native_proof_depth_max: 200, // schemas inside each other; nobody nests fifty
  native_pattern_steps_max: 2_000, // what a pattern unrolls to
  native_pattern_depth_max: 50, // groups inside each other
  native_pattern_work_max: 1_000_000, // steps × characters of one text: some milliseconds
  native_doc_chars_max: 10_000, // of a text, in which units are looked for; nobody describes a value at such length
  native_key_values_max: 10_000, // values inside one property, among which units are looked for
  native_findings_max: 20_000, // two findings a field of the widest schema, each way
  tokens_max: 10_000, // revoked and expired ones too, as journals name them: thirty a month for 27 years
  token_days_max: 400, // a year, and time to replace it
  grants_max: 64, // of one principal; a role over a list of subjects is one
  grant_subjects_max: 1_000, // of one grant; who has more has all
  authorization_chars_max: 8_192, // a token of an identity provider with hundreds of groups; headers are bounded as a whole
  body_bytes_producer_max: 64 << 20, // 64 MiB: the files of a proposal, golden data as base64 among them
  body_bytes_owner_max: 16 << 20, // 16 MiB: an approval has kilobytes, a report of evidence megabytes
  rate_principals_max: 10_000, // whose use is remembered at a time, 100 bytes each; the least recent is forgotten
  rate_addresses_max: 10_000, // the same of addresses
  rate_per_second_max: 1_000_000, // what a setting may allow; beyond it nothing is limited
  proxies_max: 100, // whose word is taken for whose request it is
  jwks_ms: 5_000, // what an identity provider may take for its keys; who asks waits for it
  jwks_bytes_max: 1 << 18, // 256 KiB: a key with its chain of certificates has 6 KiB
  jwks_keys_max: 100, // of one provider; two are in use while one takes the place of the other
  jwks_renewed_ms: 5 * 60_000, // after which its keys are asked for again, while those that are held serve
  jwks_held_ms: 15 * 60_000, // after which they serve no more: for as long a key that was taken back may still hold
  jwks_cooldown_ms: 30_000, // between two asks for keys that nobody has
  jwks_retry_ms: 5_000, // after a provider did not answer
  oidc_held_ms: 60_000, // for how long a token that was verified is not verified again: a signature takes some 100 us
  oidc_held_max: 1_000, // of them
  oidc_mappings_max: 1_000, // lines from claims to roles
  oidc_claim_depth_max: 8, // names on the way into a claim; two are usual
  oidc_address_chars_max: 2_048, // of the address of an issuer, and of an audience
  clock_skew_s: 60, // by which the clocks of the provider and of this machine may differ
  named_scopes_max: 1_000, // subjects of which is remembered what they name, for those who may not read all
  access_held_ms: 1_000, // for how long a token that was revoked elsewhere may still hold: the store is asked as often
} as const;
