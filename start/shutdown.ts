import { execFileSync } from 'node:child_process';
import { isAlive } from './command';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const pollIntervalMs = 1000;
const maxLaunchers = 3;
const interruptedExitCode = 130;

type Cleanup = () => Promise<void>;

/** Runs the cleanups in reverse order when the program ends, a signal arrives, or npm has ended. */
export class Shutdown {
  private readonly cleanups: Cleanup[] = [];

  private readonly stopRequested: Promise<undefined>;

  constructor() {
    this.stopRequested = new Promise((resolve) => {
      const stop = () => resolve(undefined);
      for (const signal of signals) process.on(signal, stop);
      watchLaunchers(stop);
    });
    // After a hang-up, writing to the terminal fails, which must not stop the cleanup.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  }

  /** @param cleanup function that stops a server or process */
  addCleanup(cleanup: Cleanup): void {
    this.cleanups.push(cleanup);
  }

  /** Ends the program with the exit code of `work` (1 if it throws), or with `stopExitCode` after a signal or the end of npm. */
  async exitAfter(work: Promise<number>, stopExitCode = interruptedExitCode): Promise<never> {
    const exitCode = await Promise.race([work, this.stopRequested]).catch((error: Error) => {
      console.error(`\n${error.message}\n`);
      return 1;
    });
    if (exitCode === undefined) console.log('Stopping …');
    for (const cleanup of this.cleanups.reverse()) {
      await cleanup().catch((error: Error) => console.error(error.message));
    }
    process.exit(exitCode ?? stopExitCode);
  }
}

/** Checks whether npm and its shell still run, because they do not always pass signals on. */
function watchLaunchers(onEnd: () => void): void {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const launchers = listLaunchers(process.ppid);
  if (launchers.length === 0) return;
  const timer = setInterval(() => {
    if (launchers.every(isAlive)) return;
    clearInterval(timer);
    onEnd();
  }, pollIntervalMs);
  timer.unref();
}

/** Returns the IDs of npm and of the processes between npm and `pid`. */
function listLaunchers(pid: number): number[] {
  const launchers: number[] = [];
  for (let child = pid; launchers.length < maxLaunchers;) {
    const parent = Number(readFromPs('ppid=', child));
    if (!(parent > 1)) break;
    launchers.push(parent);
    if (/\bnpm\b/.test(readFromPs('args=', parent).split(' ', 2).join(' '))) return launchers;
    child = parent;
  }
  // Without npm, the parent processes may end although this program should continue.
  return [];
}

function readFromPs(field: string, pid: number): string {
  try {
    return execFileSync('ps', ['-o', field, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch {
    return '';
  }
}
