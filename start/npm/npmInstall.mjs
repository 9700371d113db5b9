/** Installs what a lock file names, once per lock file. Plain JS: it runs before anything is installed. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { foldersWithHeaders, headersFor } from './nodeHeaders.mjs';

const secondsBetweenSigns = 5;

/**
 * `npm ci` in `directory`, then the install scripts of `rebuild` only: others may download what is never used.
 * Does nothing, silently, when the lock file has not changed since the last time. Tells whether it installed.
 */
export async function installLocked({ directory, what, note = 'once', rebuild }) {
  const stampFile = join(directory, 'node_modules', '.installed-lock');
  const stamp = hashOf(join(directory, 'package-lock.json'));
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false;

  const started = Date.now();
  console.log(`Installing ${what} (${note}) …`);
  const alive = setInterval(() => {
    console.log(`  … ${secondsSince(started)} s, npm is running`);
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

/** Runs npm in a folder to its end; what it says is told where it fails. */
export function npm(directory, args) {
  return new Promise((resolve, reject) => {
    const node = nodeOutside(join(directory, 'node_modules'));
    const command = npmCommand(node);
    const child = spawn(command.program, [...command.args, ...args], {
      cwd: directory,
      shell: command.shell,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that an interrupt takes compilers down with npm.
      detached: process.platform !== 'win32',
      // Install scripts find `node` by PATH: it has to be the one that will load what they compile.
      env: {
        ...headersFor(process.env),
        ...process.env,
        PATH: [...folderOf(node), process.env.PATH].join(delimiter),
        // "npm publish --dry-run" publishes nothing, but builds.
        npm_config_dry_run: 'false',
      },
    });
    let output = '';
    const keep = (chunk) => (output = (output + chunk).slice(-100_000));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const stopChild = () => stopGroup(child);
    process.once('exit', stopChild);
    child.once('error', (error) => reject(new Error(`npm could not be started: ${error.message}`)));
    child.once('close', (code) => {
      process.off('exit', stopChild);
      if (code === 0) resolve();
      else reject(new Error(explain(output, args)));
    });
  });
}

function stopGroup(child) {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** This very Node, unless it is among what `npm ci` removes first: then the one that npm was started with. */
function nodeOutside(modules) {
  const isOutside = (node) => node !== undefined && !node.startsWith(modules + sep);
  return [process.execPath, process.env.npm_node_execpath].find(isOutside) ?? 'node';
}

function folderOf(node) {
  return isAbsolute(node) ? [dirname(node)] : [];
}

function npmCommand(node) {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return { program: node, args: [script], shell: false };
  return { program: 'npm', args: [], shell: process.platform === 'win32' };
}

/** What to do first, then npm's own last words. */
function explain(output, args) {
  const lastWords = mostTelling(output);
  if (args[0] === 'rebuild' && /prebuild-install|node-gyp|gyp ERR!/.test(output)) {
    return `${cannotBeBuilt(args.slice(1).filter((arg) => !arg.startsWith('-')))}\n\n${lastWords}`;
  }
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|npm (?:error|ERR!) network/.test(
      output,
    )
  ) {
    return `The npm registry cannot be reached. Check the network connection and the proxy settings
(npm config get registry; npm config get proxy), then run the same command again.\n\n${lastWords}`;
  }
  return `"npm ${args.join(' ')}" failed. Once its cause is removed, run the same command again.\n\n${lastWords}`;
}

/** The npm registry has answered by then: what is missing comes from elsewhere. */
function cannotBeBuilt(packages) {
  const [folder = '/usr'] = foldersWithHeaders();
  return `${packages.join(' or ')} could not be built. n8n keeps its database with them. The file that is built already is
downloaded from github.com, and Node's headers, to compile it here, from nodejs.org. Neither was to be had.
Do one of these, then run the same command again:
- Let npm use a proxy that reaches both:  npm config set https-proxy http://<host>:<port>
- Compile with the headers of an installed Node, the folder that holds include/node:  npm_config_nodedir=${folder} npm start
Compiling needs Python 3, make and a C++ compiler, too.`;
}

/** npm says first what went wrong, and last where; in between come pages of usage and compiler output. */
function mostTelling(output) {
  const lines = output
    .trim()
    .split('\n')
    .filter((line) => !/^(npm error|npm ERR!)?\s+at /.test(line));
  const errors = lines.filter((line) => /^npm (error|ERR!)/.test(line));
  const telling = errors.length > 0 ? errors : lines;
  return telling.length <= 30
    ? telling.join('\n')
    : [...telling.slice(0, 20), '…', ...telling.slice(-10)].join('\n');
}

function hashOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function secondsSince(started) {
  return Math.round((Date.now() - started) / 1000);
}
