import { row } from './row.ts';

/** Functions of converters: what is written of them, what they are made of, and what they do. */
export const FUNCTION_FAULTS = {
  FUNCTION_TWICE: row<{ function: string; first_line: number }>({
    status: 422,
    exit: 2,
    say: f => `function ${f.function} is declared a second time, after line ${f.first_line}`,
    remedy: () => 'give each function of a converter a name of its own',
  }),
  FUNCTION_UNKNOWN: row<{ function: string; field: string; known: string }>({
    status: 422,
    exit: 2,
    say: f => `field ${f.field} is made by function ${f.function}, which the converter does not declare`,
    remedy: f =>
      f.known === ''
        ? 'declare it under `functions`, with the module it stands in and the fields it takes'
        : `name one that is declared: ${f.known}`,
  }),
  FUNCTION_UNUSED: row<{ function: string }>({
    status: 422,
    exit: 2,
    say: f => `no field is made by function ${f.function}`,
    remedy: f =>
      `give a field of the new version a step {kind: function, name: ${f.function}}, or take the function out`,
  }),
  FUNCTION_FIELDS_ALIKE: row<{ function: string; name: string }>({
    status: 422,
    exit: 2,
    say: f => `function ${f.function} makes two fields that are called ${f.name}`,
    remedy: () => 'columns are told by their names: let two functions have one each',
  }),
  /** What an approval approves is what runs. */
  FUNCTION_DIGEST_DIFFERS: row<{ function: string; found: string; written: string }>({
    status: 422,
    exit: 2,
    say: f =>
      f.written === 'none'
        ? `function ${f.function} is bound to no digest; what would run is ${f.found}`
        : `function ${f.function} is ${f.found} with all that it imports, and the converter binds ${f.written}`,
    remedy: f =>
      `read what would run, write \`digest: ${f.found}\` into the converter, and have the converter approved as it is then`,
  }),
  FUNCTIONS_NOT_RUN: row<{ converter: string }>({
    status: 422,
    exit: 2,
    say: f => `converter ${f.converter} has functions, and a server runs none that it was sent`,
    remedy: f =>
      `propose the revision with \`assay propose\` on the store itself, or convert without functions in ${f.converter}`,
  }),
  FUNCTION_UNBOUND: row<{ function: string }>({
    status: 422,
    exit: 2,
    say: f => `function ${f.function} is bound to no digest, so nobody could approve what runs`,
    remedy: () => 'write its `digest` into the converter; assay convert --explain tells it',
  }),
  FUNCTION_IMPORT_REFUSED: row<{ specifier: string; because: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.specifier} can't be imported by a function: ${f.because}`,
    remedy: () =>
      'import files of the project and packages that compute; a function is given its columns and has nothing else',
  }),
  FUNCTION_UNPARSED: row<{ because: string }>({
    status: 422,
    exit: 2,
    say: f => `the module can't be made one file with all that it imports: ${f.because}`,
    remedy: () =>
      'correct the module; a function waits for nothing, so it has no `await` outside of functions',
  }),
  FUNCTION_EXPORT_MISSING: row<{ module: string; export: string; known: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.module} exports no ${f.export}`,
    remedy: f => (f.known === '' ? 'export the function' : `name in \`export\` what it exports: ${f.known}`),
  }),
  FUNCTION_NONE: row<{ function: string; export: string }>({
    status: 422,
    exit: 2,
    say: f => `what ${f.export} of the module of ${f.function} is, is no function`,
    remedy: () => 'export a function that is given a batch and gives columns',
  }),
  FUNCTION_UNAVAILABLE: row<{ how: string }>({
    status: 500,
    exit: 4,
    say: f => `no process could be started to run a function in: ${f.how}`,
    remedy: () => 'let the program start processes, or convert elsewhere',
  }),
  FUNCTION_LATE: row<{ function: string; limit_ms: number }>({
    status: 422,
    exit: 1,
    say: f =>
      `function ${f.function} did not come to an end within ${f.limit_ms} ms for one batch, and was ended`,
    remedy: () => 'let it end, or give it more in `limit_ms`',
  }),
  FUNCTION_MEMORY: row<{ function: string; limit_mib: number }>({
    status: 422,
    exit: 1,
    say: f => `function ${f.function} took more than ${f.limit_mib} MiB, and was ended`,
    remedy: () => 'let it keep less, or give it more in `memory_mib`',
  }),
  FUNCTION_ENDED: row<{ function: string; how: string }>({
    status: 422,
    exit: 1,
    say: f => `the process of function ${f.function} ended (${f.how}) before it had answered`,
    remedy: () => 'a function gives columns, and ends nothing',
  }),
  FUNCTION_THREW: row<{ function: string; error: string }>({
    status: 422,
    exit: 1,
    say: f =>
      `function ${f.function} threw ${f.error === 'something that is no error' ? f.error : `a ${f.error}`}`,
    remedy: () =>
      'let it leave out what it has no value for, with a code; it has no clock, no chance, and nothing of the machine. What the error says is not told, for it may hold values',
  }),
  FUNCTION_COLUMN_UNFIT: row<{ function: string; field: string; because: string }>({
    status: 422,
    exit: 1,
    say: f => `what function ${f.function} gave for field ${f.field} is no column of it: ${f.because}`,
    remedy: () =>
      'give a column a field by its name, with a value a row of the type; docs/converter-functions.md has what each type is',
  }),
  FUNCTION_REJECT_UNKNOWN: row<{ function: string; because: string; known: string }>({
    status: 422,
    exit: 1,
    say: f => `function ${f.function} left out a record it can't: ${f.because}`,
    remedy: f =>
      f.known === ''
        ? 'list the codes it may give under `rejects`'
        : `give a row of the batch one of its codes: ${f.known}`,
  }),
  /** Hostile, or a mistake of ours. */
  FUNCTION_ANSWER_BROKEN: row<{ function: string }>({
    status: 422,
    exit: 1,
    say: f => `what the process of function ${f.function} wrote is no answer`,
    remedy: () => 'nothing of it was taken; read what the function and its packages do',
  }),
  FUNCTION_NOT_DETERMINISTIC: row<{ function: string; field: string; asked: string }>({
    status: 422,
    exit: 1,
    say: f =>
      `function ${f.function} gave another ${f.field} for the same record when it was asked ${f.asked}`,
    remedy: () => 'let what it gives for a row depend on that row alone, and on nothing that it kept',
  }),
} as const;
