/** Runs before every npm script. Installs the pinned tools if they are missing or the lock file has changed. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installLocked } from './npm.mjs';

const oldestNode = 20;

if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  fail(
    `Install Node ${oldestNode} or newer (https://nodejs.org): ${process.versions.node} is too old.`,
  );
}

// Without these, a signal would end this process and leave npm behind.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// The package `node` brings the Node version that n8n needs.
await installLocked(root, 'the tools', ['node']).catch((error) => fail(error.message));

function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}
