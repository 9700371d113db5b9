/** This file is JavaScript, because it runs before TypeScript is installed. */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const isWindows = process.platform === 'win32';
const modules = fileURLToPath(new URL('../node_modules', import.meta.url));

/** Unless the lock file is already installed, runs `npm ci`, then the install scripts of the packages in `rebuild`. @returns true if it ran them */
export async function installLocked(directory, title, rebuild) {
  const lock = join(directory, 'package-lock.json');
  const lastLock = join(directory, 'node_modules', '.installed-lock');
  if (existsSync(lastLock) && readFileSync(lastLock).equals(readFileSync(lock))) return false;
  console.log(`Installing ${title} (this takes some minutes) …`);
  rmSync(lastLock, { force: true });
  await npm(directory, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  await npm(directory, ['rebuild', ...rebuild, '--ignore-scripts=false', '--loglevel=error']);
  copyFileSync(lock, lastLock);
  return true;
}

/** Runs npm, which writes its output to the terminal. */
export function npm(directory, args) {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, {
      cwd: directory,
      env: buildEnvironment(join(directory, 'node_modules')),
      shell: isWindows,
      stdio: ['ignore', 'inherit', 'inherit'],
      // npm has its own process group, so that `stop` also ends compilers.
      detached: !isWindows,
    });
    const stop = () => {
      try {
        if (child.pid) process.kill(isWindows ? child.pid : -child.pid, 'SIGKILL');
      } catch {
        // npm has just ended.
      }
    };
    process.once('exit', stop);
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', stop);
      if (code === 0) resolve();
      else
        reject(new Error(`"npm ${args.join(' ')}" failed in ${directory}. See its output above.`));
    });
  });
}

function buildEnvironment(deletedFolder) {
  const { execPath, env } = process;
  // `npm ci` deletes the Node in this folder, so npm must run in the Node that started it.
  const node = execPath.startsWith(deletedFolder + sep) ? env.npm_node_execpath : execPath;
  // The package `node` contains the headers that compilers need. On Windows, they are not sufficient.
  const headers = [
    join(modules, 'node/node_modules', `node-${process.platform}-${process.arch}`),
    join(modules, `node-${process.platform}-${process.arch}`),
  ].find((folder) => existsSync(join(folder, 'include/node/node.h')));
  return {
    ...(headers && { npm_config_nodedir: headers }),
    ...env,
    // Install scripts find `node` by PATH. It must be the Node that loads the compiled modules.
    PATH: [...(node ? [dirname(node)] : []), env.PATH].join(delimiter),
    // `npm publish --dry-run` sets this variable, but npm must install anyway.
    npm_config_dry_run: 'false',
  };
}
