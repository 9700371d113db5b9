import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { markFolder, refuseFolderInUse } from './folderInUse';
import { n8nSettings } from './n8nSettings';
import { installLocked } from '../npm.mjs';
import { n8nFolder } from '../paths';
import { freePort } from '../ports';

const secondsToStart = 240;
const secondsToStop = 15;
const secondsBetweenSigns = 10;

export interface LocalN8n {
  baseUrl: string;
  logFile: string;
  /** For measurements. */
  pid: number;
  /** Also ends every process that n8n has started. */
  stop(): Promise<void>;
  /** Resolves when n8n ends by itself or by `stop`. */
  ended: Promise<void>;
}

interface LocalN8nOptions {
  /** The folder with n8n's database and the community packages. Created if missing. */
  userFolder: string;
  port: number;
  say?: (line: string) => void;
  /** More environment variables, for example n8n's limits. */
  env?: Record<string, string>;
  /** Options of Node for the process of n8n itself, such as `--inspect`. */
  nodeOptions?: string[];
}

/** Downloads n8n if it is missing or its lock file has changed. */
export async function installN8n(): Promise<void> {
  // These two are the database and the sandbox for expressions. The other install scripts download files that are not used here.
  await installLocked(n8nFolder, 'n8n', ['sqlite3', 'isolated-vm']);
}

/** Waits until the editor responds and the workflows are active. */
export async function startN8n(options: LocalN8nOptions): Promise<LocalN8n> {
  const { userFolder, port, say = () => undefined, nodeOptions = [] } = options;
  refuseFolderInUse(userFolder);
  mkdirSync(userFolder, { recursive: true });
  const logFile = join(userFolder, 'n8n.log');
  const log = openSync(logFile, 'w');
  const n8n = join(n8nFolder, 'node_modules/n8n/bin/n8n');
  const child = spawn(process.execPath, [...nodeOptions, n8n, 'start'], {
    cwd: userFolder,
    stdio: ['ignore', log, log],
    // In its own process group, n8n gets no interrupt of the terminal, and stopping the group also ends its task runners.
    detached: true,
    env: {
      ...process.env,
      ...n8nSettings(userFolder, port, await freePort()),
      ...options.env,
    },
  });
  closeSync(log);

  const unmark = markFolder(userFolder, child.pid ?? 0);
  const killNow = () => signalGroup(child, 'SIGKILL');
  process.once('exit', killNow);
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  const stop = async () => {
    signalGroup(child, 'SIGTERM');
    await Promise.race([ended, sleep(secondsToStop * 1000, undefined, { ref: false })]);
    killNow();
    await ended;
    unmark();
    process.off('exit', killNow);
  };

  const baseUrl = `http://127.0.0.1:${port}`;
  try {
    await waitUntilReady(logFile, child, ended, say);
  } catch (error) {
    await stop();
    throw new Error(`${(error as Error).message} Its last words (${logFile}):\n${tail(logFile)}`);
  }
  return { baseUrl, logFile, pid: child.pid ?? 0, stop, ended };
}

async function waitUntilReady(
  logFile: string,
  child: ChildProcess,
  ended: Promise<void>,
  say: (line: string) => void,
): Promise<void> {
  const started = Date.now();
  let nextSign = secondsBetweenSigns;
  while (!hasStarted(logFile)) {
    const seconds = (Date.now() - started) / 1000;
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
      throw new Error('n8n has ended while it was starting.');
    }
    if (seconds > secondsToStart) throw new Error(`n8n has not started after ${secondsToStart} s.`);
    if (seconds >= nextSign) {
      say(`  … ${nextSign} s, n8n is still starting`);
      nextSign += secondsBetweenSigns;
    }
    await Promise.race([ended, sleep(300)]);
  }
}

/** n8n responds to HTTP earlier, but treats an execution that is resumed before this line as left by a crash. */
function hasStarted(logFile: string): boolean {
  return readFileSync(logFile, 'utf8').includes('Editor is now accessible via');
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The whole group has ended.
  }
}

function tail(file: string): string {
  return readFileSync(file, 'utf8').trim().split('\n').slice(-25).join('\n');
}
