import { adoptCommand } from './commands/adopt.ts';
import { approveCommand } from './commands/approve.ts';
import { attachCommand } from './commands/attach.ts';
import { backupCommand } from './commands/backup.ts';
import { checkCommand } from './commands/check.ts';
import { compareCommand } from './commands/compare.ts';
import { convertCommand } from './commands/convert.ts';
import { demoCommand } from './commands/demo.ts';
import { diffCommand } from './commands/diff.ts';
import { exportCommand } from './commands/export.ts';
import { faultsCommand } from './commands/faults.ts';
import { gateCommand } from './commands/gate.ts';
import { gcCommand } from './commands/gc.ts';
import { goldenCommand } from './commands/golden.ts';
import { goldenAcceptCommand } from './commands/golden-accept.ts';
import { goldenAddCommand } from './commands/golden-add.ts';
import { goldenRunCommand } from './commands/golden-run.ts';
import { importCommand } from './commands/import.ts';
import { initCommand } from './commands/init.ts';
import { keyNewCommand, keyShowCommand } from './commands/key.ts';
import { lintCommand } from './commands/lint.ts';
import { logCommand } from './commands/log.ts';
import { matrixCommand } from './commands/matrix.ts';
import { activateCommand, retireCommand, withdrawCommand } from './commands/move.ts';
import { amendCommand, proposeCommand } from './commands/propose.ts';
import { readCommand } from './commands/read.ts';
import { reconcileCommand } from './commands/reconcile.ts';
import {
  consumerAddCommand,
  consumerListCommand,
  consumerRetireCommand,
  producerAddCommand,
  producerListCommand,
  producerRetireCommand,
} from './commands/register.ts';
import { releaseBuildCommand, releaseVerifyCommand } from './commands/release.ts';
import { restoreCommand } from './commands/restore.ts';
import { rolloutCommand } from './commands/rollout.ts';
import { rulesCommand } from './commands/rules.ts';
import { serveCommand } from './commands/serve.ts';
import { shadowCommand } from './commands/shadow.ts';
import { showCommand } from './commands/show.ts';
import { tokenListCommand } from './commands/token-list.ts';
import { tokenNewCommand } from './commands/token-new.ts';
import { tokenRevokeCommand } from './commands/token-revoke.ts';
import { vocabAddCommand } from './commands/vocab-add.ts';
import { vocabDiffCommand } from './commands/vocab-diff.ts';
import { vocabShowCommand } from './commands/vocab-show.ts';
import type { CommandRow } from './program.ts';

/** Every command by the words that call it, in the order `assay --help` lists them. */
export const COMMANDS: Readonly<Record<string, CommandRow>> = {
  init: initCommand,
  demo: demoCommand,
  import: importCommand,
  export: exportCommand,
  check: checkCommand,
  lint: lintCommand,
  diff: diffCommand,
  matrix: matrixCommand,
  golden: goldenCommand,
  'golden add': goldenAddCommand,
  'golden run': goldenRunCommand,
  'golden accept': goldenAcceptCommand,
  compare: compareCommand,
  shadow: shadowCommand,
  reconcile: reconcileCommand,
  read: readCommand,
  convert: convertCommand,
  propose: proposeCommand,
  amend: amendCommand,
  attach: attachCommand,
  gate: gateCommand,
  approve: approveCommand,
  activate: activateCommand,
  withdraw: withdrawCommand,
  retire: retireCommand,
  rollout: rolloutCommand,
  'consumer add': consumerAddCommand,
  'consumer list': consumerListCommand,
  'consumer retire': consumerRetireCommand,
  'producer add': producerAddCommand,
  'producer list': producerListCommand,
  'producer retire': producerRetireCommand,
  adopt: adoptCommand,
  show: showCommand,
  log: logCommand,
  'key new': keyNewCommand,
  'key show': keyShowCommand,
  'vocab show': vocabShowCommand,
  'vocab diff': vocabDiffCommand,
  'vocab add': vocabAddCommand,
  'release build': releaseBuildCommand,
  'release verify': releaseVerifyCommand,
  'token new': tokenNewCommand,
  'token list': tokenListCommand,
  'token revoke': tokenRevokeCommand,
  backup: backupCommand,
  restore: restoreCommand,
  gc: gcCommand,
  serve: serveCommand,
  rules: rulesCommand,
  faults: faultsCommand,
};
