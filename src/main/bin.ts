#!/usr/bin/env node
// node:sqlite is part of Node 24 and complete for what the store asks of it; its notice is not news to a user.
process.removeAllListeners('warning');
process.on('warning', warning => {
  if (warning.name !== 'ExperimentalWarning') process.stderr.write(`${warning.name}: ${warning.message}\n`);
});

const { main } = await import('./main.ts');
process.exitCode = await main(process.argv.slice(2));
