import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Fault } from '../base/fault.ts';
import { renderFault } from '../cli/render-fault.ts';

/**
 * Says to whoever runs an older Node which one is needed and where to get it; one that came with this program is named.
 * It runs in that Node, so it and what it imports may use nothing newer.
 *
 * @returns the exit code
 */
export function refuseNode(needed: number, argv: readonly string[]): number {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const beside = path.join(here, '..', '..', 'node_modules', '.bin', 'node');
  const program = path.join(here, 'bin.js');
  const way = existsSync(beside)
    ? `run it as \`${beside} ${program}\``
    : `run it as \`npx -y -p node@${needed} node ${program}\`, or install Node ${needed} from nodejs.org`;
  const fault = new Fault('NODE_TOO_OLD', { found: process.versions.node, needed, way });
  const output = {
    write: (text: string) => void process.stdout.write(text),
    writeError: (text: string) => void process.stderr.write(text),
    writeBytes: async () => true,
    colour: false,
    errorColour: false,
    showsProgress: false,
    width: Infinity,
  };
  renderFault(fault, output, argv.includes('--json'));
  return fault.exit;
}
