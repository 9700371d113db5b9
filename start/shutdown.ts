import { execFileSync } from 'node:child_process';
import { isAlive } from './command';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const millisecondsBetweenLooks = 1000;
const mostLaunchers = 3;
const interrupted = 130;

type Cleanup = () => Promise<void>;

/** Ends what was started, in reverse order, once: at the end of the program, on a signal, or when npm is gone. */
export class Shutdown {
  private readonly cleanups: Cleanup[] = [];

  private readonly asked: Promise<void>;

  constructor() {
    this.asked = new Promise((resolve) => {
      for (const signal of signals) process.on(signal, () => resolve());
      whenLauncherEnds(resolve);
    });
    // After a hang-up there is no terminal to write to; that must not stop the cleaning up.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  }

  /** Keeps a function that ends what has just been started. */
  later(cleanup: Cleanup): void {
    this.cleanups.push(cleanup);
  }

  /** Ends the program with the work's exit code, or with `whenAsked`; nothing is left running. */
  async exitAfter(work: Promise<number>, whenAsked = interrupted): Promise<never> {
    const exitCode = await this.unlessAsked(work).catch((error: Error) => {
      console.error(`\n${error.message}\n`);
      return 1;
    });
    if (exitCode === undefined) console.log('Stopping …');
    await this.clean();
    process.exit(exitCode ?? whenAsked);
  }

  /** Returns the work's result, or undefined as soon as the user wants to stop. */
  private async unlessAsked<Result>(work: Promise<Result>): Promise<Result | undefined> {
    return await Promise.race([work, this.asked.then(() => undefined)]);
  }

  private async clean(): Promise<void> {
    for (const cleanup of this.cleanups.reverse()) {
      await cleanup().catch((error: Error) => console.error(error.message));
    }
  }
}

/** npm and its shell do not always pass a signal on, or can't. So we look whether both still live. */
function whenLauncherEnds(then: () => void): void {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const launchers = launchersOf(process.ppid);
  if (launchers.length === 0) return;
  const look = setInterval(() => {
    if (launchers.every(isAlive)) return;
    clearInterval(look);
    then();
  }, millisecondsBetweenLooks);
  look.unref();
}

/** Returns the processes from npm down to the parent of `pid`. */
function launchersOf(pid: number): number[] {
  const launchers: number[] = [];
  for (let child = pid; launchers.length < mostLaunchers;) {
    const parent = Number(askPs('ppid=', child));
    if (!(parent > 1)) break;
    launchers.push(parent);
    if (/\bnpm\b/.test(askPs('args=', parent).split(' ', 2).join(' '))) return launchers;
    child = parent;
  }
  // Not started by npm: a process further up may end although this one should not.
  return [];
}

function askPs(field: string, pid: number): string {
  try {
    return execFileSync('ps', ['-o', field, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch {
    return '';
  }
}
