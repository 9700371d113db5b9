/** Run before every npm script: installs the pinned tools when they are missing or the lock file has changed. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installLocked } from './npm/npmInstall.mjs';

const oldestNode = 20;

if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  fail(`Node ${process.versions.node} is too old: ${oldestNode} or newer is needed.
Install a current version from https://nodejs.org, then run the same command again.`);
}

// Without these, a signal would end this process and leave npm behind.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

try {
  await installLocked({
    directory: dirname(dirname(fileURLToPath(import.meta.url))),
    what: 'the pinned tools of this project',
    // The package `node` brings the Node version that n8n needs.
    rebuild: ['node'],
  });
} catch (error) {
  fail(error.message);
}

function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}
