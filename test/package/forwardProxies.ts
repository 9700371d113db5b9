import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isInstalled, startProgram } from '../field/servers/program';
import { startForwardProxy, type ForwardProxy } from '../support/network/forwardProxy';

/** Every forward proxy that is there: one of npm, and Debian's squid where it is installed. */
export const FORWARD_PROXIES: Array<[name: string, start: () => Promise<ForwardProxy>]> = [
  ['proxy-chain', () => startForwardProxy()],
];
if (isInstalled('squid')) FORWARD_PROXIES.push(['squid', startSquid]);

/** What a client asks a proxy for; what the proxy asks a server for has no origin. */
const REQUEST = /^(CONNECT|[A-Z]+(?= http:)) (\S+) HTTP\/1\.1/gm;

async function startSquid(): Promise<ForwardProxy> {
  const logIn = (folder: string) => path.join(folder, 'cache.log');
  const { origin, folder, close } = await startProgram({
    name: 'squid',
    configuration: (port, at) =>
      [
        `http_port 127.0.0.1:${port}`,
        'http_access allow all',
        // The log of accesses tells a tunnel when it ends; this one has each request's first line when it comes.
        'access_log none',
        `cache_log ${logIn(at)}`,
        'debug_options ALL,1 11,2',
        'pid_filename none',
        'cache deny all',
        'visible_hostname localhost',
        'shutdown_lifetime 0 seconds',
        '',
      ].join('\n'),
    arguments: (configuration) => ['-N', '-f', configuration],
  });
  return {
    url: origin,
    seen: () =>
      [...readFileSync(logIn(folder), 'utf8').matchAll(REQUEST)].map(
        ([, method, target]) => `${method} ${target}`,
      ),
    close,
  };
}
