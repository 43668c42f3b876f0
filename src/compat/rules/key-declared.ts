import { breaks, type Rule, SAFE } from '../rule.ts';
import { keyText } from './key-same.ts';

/** No record changes by it. Whether two share the key, data alone can say; and they are asked, wherever they are offered. */
export const keyDeclared: Rule = {
  id: 'KEY_DECLARED',
  promise: 'A key that records get is seen to be given.',
  remedy: 'Check that no two records share it: what is compared from now on is paired by it.',
  direction: 'backward',
  schema: ({ writer, reader }) =>
    writer.key.length === 0 && reader.key.length > 0
      ? breaks(keyText(writer.key), keyText(reader.key))
      : SAFE,
};
