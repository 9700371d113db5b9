import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const MAX_SECONDS_TO_START = 180;

interface ProcessToStart {
  name: string;
  command: string[];
  folder: string;
  logFile: string;
  env?: NodeJS.ProcessEnv;
  isReady(): Promise<boolean>;
}

export class StartedProcess {
  private constructor(
    readonly name: string,
    readonly logFile: string,
    private readonly child: ChildProcess,
    private readonly ended: Promise<void>,
  ) {}

  /** Starts a process and waits until it is ready. Its output is appended to the log file. */
  static async start(options: ProcessToStart): Promise<StartedProcess> {
    const { name, command, folder, logFile, env, isReady } = options;
    const [program = '', ...args] = command;
    const log = openSync(logFile, 'a');
    const stdio = ['ignore', log, log] as const;
    // The process has its own group, so that its children end with it.
    const child = spawn(program, args, { cwd: folder, env, stdio: [...stdio], detached: true });
    closeSync(log);
    const ended = new Promise<void>((resolve) => {
      child.once('error', () => resolve());
      child.once('exit', () => resolve());
    });
    const started = new StartedProcess(name, logFile, child, ended);
    const end = () => started.signal('SIGKILL');
    process.once('exit', end);
    void ended.then(() => process.off('exit', end));
    const deadline = Date.now() + MAX_SECONDS_TO_START * 1000;
    while (!(await isReady().catch(() => false))) {
      if (started.hasEnded || Date.now() > deadline) {
        started.signal('SIGKILL');
        const logEnd = started.log().trim().split('\n').slice(-15).join('\n');
        throw new Error(`${name} did not start. The end of its log (${logFile}):\n${logEnd}`);
      }
      await Promise.race([ended, sleep(50)]);
    }
    return started;
  }

  get hasEnded(): boolean {
    return (
      this.child.pid === undefined || this.child.exitCode !== null || this.child.signalCode !== null
    );
  }

  log(): string {
    return readFileSync(this.logFile, 'utf8');
  }

  /** Signals the process and its children. */
  signal(signal: NodeJS.Signals): void {
    if (this.child.pid === undefined) return;
    try {
      process.kill(-this.child.pid, signal);
    } catch {
      // All processes of the group have ended.
    }
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended;
  }

  /** Sends a signal, and kills the process if it has not ended after `seconds`. @returns seconds until its end */
  async terminate(signal: NodeJS.Signals = 'SIGTERM', seconds = 60): Promise<number> {
    const startedAt = Date.now();
    this.signal(signal);
    await Promise.race([this.ended, sleep(seconds * 1000, undefined, { ref: false })]);
    await this.kill();
    return (Date.now() - startedAt) / 1000;
  }
}

/** Returns true if a server listens on a local port. */
export async function isOpen(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });
}
