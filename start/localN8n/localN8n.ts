import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { markFolder, refuseFolderInUse } from './folderInUse';
import { buildN8nSettings } from './n8nSettings';
import { installLocked } from '../npm.mjs';
import { n8nFolder } from '../paths';
import { findFreePort } from '../ports';

const maxSecondsToStart = 240;
const maxSecondsToStop = 15;
const secondsBetweenMessages = 10;

export interface LocalN8n {
  baseUrl: string;
  logFile: string;
  /** Process ID, for measurements. */
  pid: number;
  /** Stops n8n and every process that it has started. */
  stop(): Promise<void>;
  /** Resolves when n8n ends by itself or by `stop`. */
  ended: Promise<void>;
}

interface LocalN8nOptions {
  /** Folder with n8n's database and the community packages. It is created if it is missing. */
  userFolder: string;
  port: number;
  say?: (line: string) => void;
  /** Additional environment variables, for example n8n's limits. */
  env?: Record<string, string>;
  /** Command line options of Node for n8n's main process, such as `--inspect`. */
  nodeOptions?: string[];
}

/** Installs n8n if it is missing or its lock file has changed. */
export async function installN8n(): Promise<void> {
  // These packages are the database and the sandbox for expressions. Other install scripts download files that are not needed here.
  await installLocked(n8nFolder, 'n8n', ['sqlite3', 'isolated-vm']);
}

/** Starts n8n, and waits until the editor responds and the workflows are active. */
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
    // n8n has its own process group, so Ctrl-C does not reach it, and stopping the group also ends its task runners.
    detached: true,
    env: {
      ...process.env,
      ...buildN8nSettings(userFolder, port, await findFreePort()),
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
    await Promise.race([ended, sleep(maxSecondsToStop * 1000, undefined, { ref: false })]);
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
    throw new Error(
      `${(error as Error).message} The end of its log (${logFile}):\n${readTail(logFile)}`,
    );
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
  let nextMessage = secondsBetweenMessages;
  while (!hasStarted(logFile)) {
    const seconds = (Date.now() - started) / 1000;
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
      throw new Error('n8n ended during its start.');
    }
    if (seconds > maxSecondsToStart)
      throw new Error(`n8n has not started after ${maxSecondsToStart} s.`);
    if (seconds >= nextMessage) {
      say(`  … ${nextMessage} s, n8n is still starting`);
      nextMessage += secondsBetweenMessages;
    }
    await Promise.race([ended, sleep(300)]);
  }
}

/** Waiting for HTTP is not enough: n8n reports an execution as crashed if a request resumes it before n8n logs this line. */
function hasStarted(logFile: string): boolean {
  return readFileSync(logFile, 'utf8').includes('Editor is now accessible via');
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // All processes of the group have ended.
  }
}

function readTail(file: string): string {
  return readFileSync(file, 'utf8').trim().split('\n').slice(-25).join('\n');
}
