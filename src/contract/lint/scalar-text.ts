import { canonicalJson } from '../../base/canonical-json.ts';

/** Text as YAML holds it: in quotes wherever some reader could take it for anything but these characters. */
export const scalarText = (text: string): string =>
  /^[A-Za-z_][A-Za-z0-9_./*-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : canonicalJson(text);
