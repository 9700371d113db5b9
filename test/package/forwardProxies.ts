import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startForwardProxy, type ForwardProxy } from '../support/network/forwardProxy';

const SQUID = ['/usr/sbin/squid', '/usr/local/sbin/squid'].find((file) => existsSync(file));

/** Every forward proxy that is there: one of npm, and Debian's squid where it is installed. */
export const FORWARD_PROXIES: Array<[name: string, start: () => Promise<ForwardProxy>]> = [
  ['proxy-chain', () => startForwardProxy()],
];
if (SQUID) FORWARD_PROXIES.push(['squid', () => startSquid(SQUID)]);

/** What a client asks a proxy for; what the proxy asks a server for has no origin. */
const REQUEST = /^(CONNECT|[A-Z]+(?= http:)) (\S+) HTTP\/1\.1/gm;

async function startSquid(program: string): Promise<ForwardProxy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'squid-'));
  // Started by root, it works as a user of its own.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const log = path.join(folder, 'cache.log');
  const file = path.join(folder, 'squid.conf');
  const lines = [
    `http_port 127.0.0.1:${port}`,
    'http_access allow all',
    // The log of accesses tells a tunnel when it ends; this one has each request's first line when it comes.
    'access_log none',
    `cache_log ${log}`,
    'debug_options ALL,1 11,2',
    'pid_filename none',
    'cache deny all',
    'visible_hostname localhost',
    'shutdown_lifetime 0 seconds',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const child = spawn(program, ['-N', '-f', file], { stdio: 'ignore' });
  await listening(port);
  return {
    url: `http://127.0.0.1:${port}`,
    seen: () =>
      [...readFileSync(log, 'utf8').matchAll(REQUEST)].map(
        ([, method, target]) => `${method} ${target}`,
      ),
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function listening(port: number): Promise<void> {
  for (let looks = 0; looks < 200; looks++) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
    });
    if (isThere) return;
    await pause(100);
  }
  throw new Error('squid does not come up');
}
