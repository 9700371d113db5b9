import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../../start/ports';
import { isOpen, StartedProcess } from '../../support/startedProcess';

const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin'];

/** A program of Debian on loopback. */
export interface FieldServer {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  port: number;
  /** Contains its configuration and its log. */
  folder: string;
  close(): Promise<void>;
}

interface Program {
  name: string;
  configuration(port: number, folder: string): string;
  /** @param configuration path of the file */
  arguments(configuration: string, folder: string, port: number): string[];
}

/** Set by CI: `FIELD=short npm run test:field`. */
export const IS_SHORT = process.env.FIELD === 'short';

/** A test that takes more than some ten seconds. */
export const testLong: jest.It = IS_SHORT ? test.skip : test;

/** `describe` if the program is installed. Otherwise its tests are skipped, which is an error in CI. */
export function describeWith(name: string): jest.Describe {
  if (isInstalled(name)) return describe;
  if (process.env.CI) throw new Error(`${name} is not installed`);
  console.warn(`${name} is not installed: its tests are skipped (apt-get install ${name})`);
  return describe.skip;
}

export const isInstalled = (name: string) => findProgram(name) !== undefined;

function findProgram(name: string): string | undefined {
  return FOLDERS.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

export async function startProgram(program: Program): Promise<FieldServer> {
  const file = findProgram(program.name);
  if (!file) throw new Error(`${program.name} is not installed`);
  const folder = mkdtempSync(path.join(tmpdir(), `${program.name}-`));
  // A program that root starts works as another user.
  chmodSync(folder, 0o777);
  const port = await findFreePort();
  const configuration = path.join(folder, `${program.name}.conf`);
  writeFileSync(configuration, program.configuration(port, folder));
  const started = await StartedProcess.start({
    name: program.name,
    command: [file, ...program.arguments(configuration, folder, port)],
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

/** @param sections `frontend`, `backend`, … */
export async function startHaproxy(sections: (port: number) => string): Promise<FieldServer> {
  return await startProgram({
    name: 'haproxy',
    // HAProxy refuses a last line without its end.
    configuration: (port) => `
      global
        maxconn 2000
      defaults
        mode http
        timeout connect 5s
        timeout client 60s
        timeout server 60s
      ${sections(port)}\n`,
    arguments: (configuration) => ['-db', '-f', configuration],
  });
}

/** @param http content of `http { }` */
export async function startNginx(http: (port: number) => string): Promise<FieldServer> {
  return await startProgram({
    name: 'nginx',
    configuration: (port, folder) => `
      daemon off;
      worker_processes 1;
      pid ${folder}/nginx.pid;
      error_log stderr notice;
      events { worker_connections 1024; }
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
          .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
          .join('\n')}
        ${http(port)}
      }
    `,
    arguments: (configuration, folder) => ['-p', folder, '-c', configuration, '-e', 'stderr'],
  });
}

/**
 * Returns nginx's `server { }` in front of an address.
 * @param rules such as `limit_req zone=all burst=2 nodelay;`
 * @param places other `location`s
 */
export function inFrontOf(address: string, port: number, rules = '', places = ''): string {
  return `
    upstream platform { server ${new URL(address).host}; keepalive 64; }
    server {
      listen 127.0.0.1:${port} backlog=1024;
      client_max_body_size 100m;
      location / {
        ${rules}
        proxy_pass http://platform;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $http_host;
      }
      ${places}
    }
  `;
}

/** Starts `openssl s_server`, which expects TLS and answers nothing. @param options such as `-tls1_2` */
export async function startOpensslServer(options: string[]): Promise<FieldServer> {
  return await startProgram({
    name: 'openssl',
    configuration: () => '',
    arguments: (_configuration, _folder, port) => [
      ...['s_server', '-accept', `127.0.0.1:${port}`, '-quiet'],
      ...options,
    ],
  });
}
