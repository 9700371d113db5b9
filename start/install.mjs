/** Runs before most npm scripts. Installs the packages of package-lock.json if they are missing or the file has changed. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installLocked } from './npm.mjs';

const minNodeVersion = 20;

if (Number.parseInt(process.versions.node, 10) < minNodeVersion) {
  fail(
    `Install Node ${minNodeVersion} or newer (https://nodejs.org). Node ${process.versions.node} is too old.`,
  );
}

// After a signal, the exit ends npm (see npm.mjs). Without these handlers, npm would continue.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// The install script of the package `node` downloads the Node version that n8n needs.
await installLocked(root, 'the tools', ['node']).catch((error) => fail(error.message));

function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}
