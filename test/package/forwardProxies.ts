import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isInstalled, startProgram } from '../field/servers/program';
import { startForwardProxy, type ForwardProxy } from '../support/network/forwardProxy';

/** A package of npm, and Debian's squid if it is installed. */
export const FORWARD_PROXIES: Array<[name: string, start: () => Promise<ForwardProxy>]> = [
  ['proxy-chain', () => startForwardProxy()],
];
if (isInstalled('squid')) FORWARD_PROXIES.push(['squid', startSquid]);

/** A request of a client to the proxy. A request of the proxy to a server has no origin. */
const REQUEST = /^(CONNECT|[A-Z]+(?= http:)) (\S+) HTTP\/1\.1/gm;

async function startSquid(): Promise<ForwardProxy> {
  const logIn = (folder: string) => path.join(folder, 'cache.log');
  const { origin, folder, close } = await startProgram({
    name: 'squid',
    configuration: (port, at) =>
      [
        `http_port 127.0.0.1:${port}`,
        'http_access allow all',
        // The access log has a tunnel only when it ends, cache.log each request at once.
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
