import { execFile } from 'node:child_process';
import { chownSync, copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runCommand } from '../../start/command';
import { findFreePort } from '../../start/ports';
import { isOpen, StartedProcess } from '../support/startedProcess';

const HOST = '127.0.0.1';

export class Redis {
  private constructor(
    readonly port: number,
    private readonly folder: string,
    private running: StartedProcess,
  ) {}

  static async start(folder: string): Promise<Redis> {
    mkdirSync(folder, { recursive: true });
    const port = await findFreePort();
    return new Redis(port, folder, await startRedis(port, folder));
  }

  async save(): Promise<void> {
    await runCommand('redis-cli', ['-h', HOST, '-p', String(this.port), 'SAVE'], '/');
    copyFileSync(join(this.folder, 'dump.rdb'), join(this.folder, 'older.rdb'));
  }

  /** Is killed, and started with what was saved. */
  async comeBackWithSaved(): Promise<void> {
    await this.running.kill();
    copyFileSync(join(this.folder, 'older.rdb'), join(this.folder, 'dump.rdb'));
    this.running = await startRedis(this.port, this.folder);
  }

  async stop(): Promise<void> {
    await this.running.kill();
  }
}

async function startRedis(port: number, folder: string): Promise<StartedProcess> {
  const settings = ['--port', String(port), '--bind', HOST, '--dir', folder, '--save', ''];
  return await StartedProcess.start({
    name: 'Redis',
    command: ['redis-server', ...settings, '--appendonly', 'no'],
    folder,
    logFile: join(folder, 'redis.log'),
    isReady: () => isOpen(port),
  });
}

/** PostgreSQL refuses to run as root, so it then runs as its own user. */
export class Postgres {
  private constructor(
    readonly port: number,
    private readonly running: StartedProcess,
  ) {}

  static readonly user = 'n8n';

  static async start(folder: string): Promise<Postgres> {
    const data = join(folder, 'data');
    mkdirSync(data, { recursive: true });
    const asUser = await asPostgres(folder, data);
    const command = (name: string, ...args: string[]) => [
      ...asUser,
      join(binaries(), name),
      ...args,
    ];
    const [initdb = '', ...how] = command('initdb', '-D', data, '-U', Postgres.user, '-A', 'trust');
    await runCommand(initdb, [...how, '-E', 'UTF8', '--no-sync'], '/');
    const port = await findFreePort();
    const settings = ['-p', String(port), '-h', HOST, '-k', folder, '-c', 'fsync=off'];
    const running = await StartedProcess.start({
      name: 'PostgreSQL',
      command: command('postgres', '-D', data, ...settings, '-c', 'max_connections=300'),
      folder: '/',
      logFile: join(folder, 'postgres.log'),
      isReady: async () => (await askPostgres(port, 'SELECT 1')).startsWith('1'),
    });
    return new Postgres(port, running);
  }

  async rows(sql: string): Promise<string[][]> {
    const printed = await askPostgres(this.port, sql);
    const lines = printed.split('\n').filter((line) => line !== '');
    return lines.map((line) => line.split('|'));
  }

  async stop(): Promise<void> {
    await this.running.terminate('SIGINT', 20);
  }
}

async function askPostgres(port: number, sql: string): Promise<string> {
  const args = ['-h', HOST, '-p', String(port), '-U', Postgres.user, '-d', 'postgres', '-tAc', sql];
  return await runCommand('psql', args, '/');
}

async function asPostgres(folder: string, data: string): Promise<string[]> {
  if (process.getuid?.() !== 0) return [];
  const user = 'postgres';
  const { stdout } = await promisify(execFile)('id', ['-u', user]);
  for (const owned of [folder, data]) chownSync(owned, Number(stdout), Number(stdout));
  return ['runuser', '-u', user, '--'];
}

/** Debian keeps the server's programs out of the path. */
function binaries(): string {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder)
    ? readdirSync(folder).sort((a, b) => Number(a) - Number(b))
    : [];
  const newest = versions.at(-1);
  return newest === undefined ? '' : join(folder, newest, 'bin');
}
