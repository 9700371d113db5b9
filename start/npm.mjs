/** This is plain JavaScript because it runs before anything is installed. */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const isWindows = process.platform === 'win32';
const modules = fileURLToPath(new URL('../node_modules', import.meta.url));

/** Runs `npm ci` if the lock file has changed, then the install scripts of `rebuild`. @returns whether it installed */
export async function installLocked(directory, what, rebuild) {
  const lock = join(directory, 'package-lock.json');
  const installed = join(directory, 'node_modules', '.installed-lock');
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(lock))) return false;
  console.log(`Installing ${what} (some minutes) …`);
  rmSync(installed, { force: true });
  await npm(directory, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  await npm(directory, ['rebuild', ...rebuild, '--ignore-scripts=false', '--loglevel=error']);
  copyFileSync(lock, installed);
  return true;
}

/** npm writes its output to the terminal. */
export function npm(directory, args) {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, {
      cwd: directory,
      env: npmEnvironment(join(directory, 'node_modules')),
      shell: isWindows,
      stdio: ['ignore', 'inherit', 'inherit'],
      // With its own process group, an interrupt also ends compilers.
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
        reject(new Error(`"npm ${args.join(' ')}" failed in ${directory}: see its output above.`));
    });
  });
}

function npmEnvironment(deleted) {
  const { execPath, env } = process;
  // `npm ci` deletes the Node in this folder, so npm must run in the Node that started it.
  const node = execPath.startsWith(deleted + sep) ? env.npm_node_execpath : execPath;
  // The pinned Node contains the headers for compilers. They are not enough on Windows.
  const headers = [
    join(modules, 'node/node_modules', `node-${process.platform}-${process.arch}`),
    join(modules, `node-${process.platform}-${process.arch}`),
  ].find((folder) => existsSync(join(folder, 'include/node/node.h')));
  return {
    ...(headers && { npm_config_nodedir: headers }),
    ...env,
    // Install scripts find `node` by PATH. It must be the Node that loads the compiled modules.
    PATH: [...(node ? [dirname(node)] : []), env.PATH].join(delimiter),
    // "npm publish --dry-run" sets this, but it must build.
    npm_config_dry_run: 'false',
  };
}
