import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../start/ports';
import { isOpen, StartedProcess } from '../../support/startedProcess';

const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin'];

/** A program of Debian's on loopback. */
export interface FieldServer {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  port: number;
  /** Its configuration and its log. */
  folder: string;
  close(): Promise<void>;
}

interface Program {
  name: string;
  /** The configuration, for the port and the folder that it gets. */
  configuration(port: number, folder: string): string;
  arguments(configuration: string, folder: string): string[];
}

/** The short form, for CI: `FIELD=short npm run test:field`. */
export const IS_SHORT = process.env.FIELD === 'short';

/** A test that takes more than some ten seconds: only in the whole `npm run test:field`. */
export const testLong: jest.It = IS_SHORT ? test.skip : test;

/** `describe` where the program is installed. Elsewhere its tests are skipped, which CI does not allow. */
export function describeWith(name: string): jest.Describe {
  if (isInstalled(name)) return describe;
  if (process.env.CI) throw new Error(`${name} is not installed`);
  console.warn(`${name} is not installed: its tests are skipped (apt-get install ${name})`);
  return describe.skip;
}

export const isInstalled = (name: string) => pathOf(name) !== undefined;

function pathOf(name: string): string | undefined {
  return FOLDERS.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

/** @throws Error with its log where it does not come up */
export async function startProgram(program: Program): Promise<FieldServer> {
  const file = pathOf(program.name);
  if (!file) throw new Error(`${program.name} is not installed`);
  const folder = mkdtempSync(path.join(tmpdir(), `${program.name}-`));
  // Started by root, it works as a user of its own.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const configuration = path.join(folder, `${program.name}.conf`);
  writeFileSync(configuration, program.configuration(port, folder));
  const started = await StartedProcess.start({
    name: program.name,
    command: [file, ...program.arguments(configuration, folder)],
    folder,
    logFile: path.join(folder, 'output.log'),
    isReady: () => isOpen(port),
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    folder,
    async close() {
      await started.terminate('SIGTERM', 5);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
