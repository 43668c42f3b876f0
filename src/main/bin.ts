#!/usr/bin/env node
// Nothing above the guard is newer than what it guards against: an older Node must get as far as its sentence.
const needed = 24;
if (Number(process.versions.node.split('.')[0]) < needed) {
  const { refuseNode } = await import('./refuse-node.ts');
  process.exitCode = refuseNode(needed, process.argv.slice(2));
} else {
  // node:sqlite is part of Node 24 and complete for what the store asks of it, and a registry.config.ts says by itself
  // that it is a module: neither notice is news to a user.
  const known = ['ExperimentalWarning', 'MODULE_TYPELESS_PACKAGE_JSON'];
  process.removeAllListeners('warning');
  process.on('warning', warning => {
    const { name, message, code = name } = warning as Error & { code?: string };
    if (!known.includes(name) && !known.includes(code)) process.stderr.write(`${name}: ${message}\n`);
  });
  const { main } = await import('./main.ts');
  process.exitCode = await main(process.argv.slice(2));
}
