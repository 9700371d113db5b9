/** Installs what a lock file names, once per lock file. Plain JS: it runs before anything is installed. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const secondsBetweenSigns = 5;

/**
 * `npm ci` in `directory`, then the install scripts of `rebuild` only: others may download what is never used.
 * Does nothing, silently, when the lock file has not changed since the last time. Tells whether it installed.
 */
export async function installLocked({ directory, what, rebuild }) {
  const stampFile = join(directory, 'node_modules', '.installed-lock');
  const stamp = hashOf(join(directory, 'package-lock.json'));
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false;

  const started = Date.now();
  console.log(`Installing ${what} (once) …`);
  const alive = setInterval(() => {
    console.log(`  … ${secondsSince(started)} s, ${countPackages(directory)} packages so far`);
  }, secondsBetweenSigns * 1000);
  try {
    await npm(directory, ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
    await npm(directory, ['rebuild', ...rebuild, '--ignore-scripts=false', '--foreground-scripts']);
  } catch (error) {
    throw new Error(`Could not install ${what}.\n${error.message}`);
  } finally {
    clearInterval(alive);
  }
  writeFileSync(stampFile, stamp);
  console.log(`Installed ${what} in ${secondsSince(started)} s.`);
  return true;
}

function npm(directory, args) {
  return new Promise((resolve, reject) => {
    const command = npmCommand();
    const child = spawn(command.program, [...command.args, ...args], {
      cwd: directory,
      shell: command.shell,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Install scripts find `node` by PATH: it has to be the one that will load what they compile.
      env: { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) },
    });
    let output = '';
    const keep = (chunk) => (output = (output + chunk).slice(-100_000));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const stopChild = () => child.kill();
    process.once('exit', stopChild);
    child.once('error', (error) => reject(new Error(`npm could not be started: ${error.message}`)));
    child.once('close', (code) => {
      process.off('exit', stopChild);
      if (code === 0) resolve();
      else reject(new Error(explain(output, args)));
    });
  });
}

function npmCommand() {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return { program: process.execPath, args: [script], shell: false };
  return { program: 'npm', args: [], shell: process.platform === 'win32' };
}

/** What to do first, then npm's own last words. */
function explain(output, args) {
  const lastWords = output.trim().split('\n').slice(-25).join('\n');
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i.test(output)) {
    return `The npm registry cannot be reached. Check the network connection and the proxy settings
(npm config get registry; npm config get proxy), then run the same command again.\n\n${lastWords}`;
  }
  return `"npm ${args.join(' ')}" failed. Once its cause is removed, run the same command again.\n\n${lastWords}`;
}

function hashOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function countPackages(directory) {
  const modules = join(directory, 'node_modules');
  return existsSync(modules) ? readdirSync(modules).length : 0;
}

function secondsSince(started) {
  return Math.round((Date.now() - started) / 1000);
}
