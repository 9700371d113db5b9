import { execFileSync } from 'node:child_process';
import { isAlive } from './command';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const millisecondsBetweenLooks = 1000;
const mostLaunchers = 3;
const interrupted = 130;

type Cleanup = () => Promise<void>;

/** Ends everything that was started, in reverse order, at the end of the program, on a signal, or when npm is gone. */
export class Shutdown {
  private readonly cleanups: Cleanup[] = [];

  private readonly asked: Promise<void>;

  constructor() {
    this.asked = new Promise((resolve) => {
      for (const signal of signals) process.on(signal, () => resolve());
      whenLauncherEnds(resolve);
    });
    // After a hang-up, writing to the terminal fails, which must not stop the cleanup.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  }

  /** @param cleanup ends something that was just started */
  later(cleanup: Cleanup): void {
    this.cleanups.push(cleanup);
  }

  /** Ends the program with the exit code of `work`, or with `whenAsked` after a signal. */
  async exitAfter(work: Promise<number>, whenAsked = interrupted): Promise<never> {
    const exitCode = await this.unlessAsked(work).catch((error: Error) => {
      console.error(`\n${error.message}\n`);
      return 1;
    });
    if (exitCode === undefined) console.log('Stopping …');
    await this.clean();
    process.exit(exitCode ?? whenAsked);
  }

  /** Returns undefined as soon as a signal arrives or npm is gone. */
  private async unlessAsked<Result>(work: Promise<Result>): Promise<Result | undefined> {
    return await Promise.race([work, this.asked.then(() => undefined)]);
  }

  private async clean(): Promise<void> {
    for (const cleanup of this.cleanups.reverse()) {
      await cleanup().catch((error: Error) => console.error(error.message));
    }
  }
}

/** npm and its shell do not always pass on a signal, so this checks whether both still run. */
function whenLauncherEnds(then: () => void): void {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const launchers = listLaunchers(process.ppid);
  if (launchers.length === 0) return;
  const look = setInterval(() => {
    if (launchers.every(isAlive)) return;
    clearInterval(look);
    then();
  }, millisecondsBetweenLooks);
  look.unref();
}

/** Returns npm and the processes between it and `pid`. */
function listLaunchers(pid: number): number[] {
  const launchers: number[] = [];
  for (let child = pid; launchers.length < mostLaunchers;) {
    const parent = Number(askPs('ppid=', child));
    if (!(parent > 1)) break;
    launchers.push(parent);
    if (/\bnpm\b/.test(askPs('args=', parent).split(' ', 2).join(' '))) return launchers;
    child = parent;
  }
  // Without npm, a process further up may end although this one should continue.
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
