import { createSecureContext, type TLSSocket } from 'node:tls';
import { Agent, buildConnector, Pool, type Dispatcher } from 'undici';
import { PlatformError } from '../common/errors/errors';
import { decodePercent } from '../common/text/secrets';
import { Cache } from '../common/time/cache';
import {
  readTlsOptions,
  buildTlsConnectOptions,
  buildTrustOptions,
  type TlsOptions,
} from './tls/options';
import { getEgressLookup } from './egress';
import { MAX_HEAD_BYTES, getSilenceLimitMs } from './limits';
import { proxyConnectError, findProxy, proxyStatusError, type ProxyRoute } from './proxies';

export interface PoolOptions {
  /** Maximum number of connections to each origin. */
  connections?: number;
}

type Connector = buildConnector.connector;

const CONNECT_TIMEOUT_MS = 10_000;
/** This many connections keep a platform busy, even with small requests. */
const DEFAULT_CONNECTIONS = 128;

const dispatchers = new Cache<string, Dispatcher>({
  size: 32,
  onDrop: (dispatcher) => void dispatcher.close(),
});

/**
 * Returns the dispatcher for these options. The dispatcher keeps one connection pool for each origin. At the first request to an
 * origin, it reads the proxies in the environment.
 */
export function getDispatcher(
  tls: TlsOptions,
  { connections = DEFAULT_CONNECTIONS }: PoolOptions = {},
): Dispatcher {
  const key = JSON.stringify([connections, getEgressLookup() !== undefined, readTlsOptions(tls)]);
  return dispatchers.getOrSet(key, () => createDispatcher(tls, connections));
}

function createDispatcher(tls: TlsOptions, connections: number): Dispatcher {
  const options = {
    ...buildConnectOptions(buildTlsConnectOptions(tls)),
    lookup: getEgressLookup(),
  };
  const connect = withFirstError(buildConnector(options));
  const connectToProxy = withFirstError(
    buildConnector(buildConnectOptions(buildTrustOptions(tls))),
  );
  const limits = { connections, maxHeaderSize: MAX_HEAD_BYTES };
  return new Agent({
    ...limits,
    connect,
    factory(origin, poolOptions) {
      const { host, protocol } = new URL(origin);
      const proxy = findProxy(new URL(origin));
      if (!proxy) return new Pool(origin, poolOptions);
      const route = { host, proxy, tls };
      const toProxy = withProxyErrors(route, connectToProxy);
      // Proxies commonly allow tunnels only to port 443, so a request by plain HTTP does not use a tunnel.
      return protocol === 'http:'
        ? new PlainHttpProxyPool(proxy, { ...limits, connect: toProxy })
        : new Pool(origin, { ...limits, connect: buildTunnelConnector(route, toProxy, connect) });
    },
  });
}

/** Reads keys and certificates once for all connections, because decrypting a key is slow. */
function buildConnectOptions({
  rejectUnauthorized,
  ...context
}: ReturnType<typeof buildTlsConnectOptions>) {
  return {
    timeout: CONNECT_TIMEOUT_MS,
    ...(rejectUnauthorized === false && { rejectUnauthorized }),
    ...(Object.keys(context).length > 0 && { secureContext: createSecureContext(context) }),
  };
}

/** Makes a connection report its first error if several errors follow each other. */
function withFirstError(connect: Connector): Connector {
  return (target, callback) =>
    connect(target, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      if (error) return callback(error, null);
      // With TLS 1.3, the alert about a client certificate comes after the handshake. undici would report only the end of the
      // connection, which follows the alert.
      socket.once('error', (first: Error) => socket.destroy(first));
      callback(null, socket);
    });
}

function withProxyErrors(route: ProxyRoute, connect: Connector): Connector {
  return (target, callback) =>
    // The certificate of the proxy is for the proxy's own name, not for the platform's name, which is in the header "Host".
    connect(
      { ...target, servername: undefined },
      (...[cause, socket]: Parameters<buildConnector.Callback>) => {
        if (cause) callback(proxyConnectError(route, cause), null);
        else callback(null, socket);
      },
    );
}

/** Connects through a tunnel of the proxy. undici's own ProxyAgent would retry forever if the proxy closes the connection. */
function buildTunnelConnector(
  route: ProxyRoute,
  connectToProxy: Connector,
  connect: Connector,
): Connector {
  const { proxy } = route;
  const pool = new Pool(proxy.origin, {
    connect: connectToProxy,
    headersTimeout: getSilenceLimitMs(),
  });
  return (target, callback) => {
    const path = `${target.host}${target.port ? '' : ':443'}`;
    pool.connect({ path, headers: { host: path, ...buildProxyLogin(proxy) } }).then(
      ({ statusCode, socket }) => {
        if (statusCode === 200)
          return connect({ ...target, httpSocket: socket as TLSSocket }, callback);
        socket.on('error', () => undefined).destroy();
        callback(proxyStatusError(route, statusCode, 'none'), null);
      },
      (cause: unknown) =>
        callback(cause instanceof PlatformError ? cause : proxyConnectError(route, cause), null),
    );
  };
}

/** Sends each request to a proxy, with the whole URL in place of the path. */
class PlainHttpProxyPool extends Pool {
  private readonly login: Record<string, string>;

  constructor(proxy: URL, options: Pool.Options) {
    super(proxy.origin, options);
    this.login = buildProxyLogin(proxy);
  }

  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    const { host, origin } = new URL(options.origin ?? '');
    const headers = { ...(options.headers as Record<string, string>), host, ...this.login };
    return super.dispatch({ ...options, path: origin + options.path, headers }, handler);
  }
}

function buildProxyLogin({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const login = [username, password].map(decodePercent).join(':');
  return { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` };
}
