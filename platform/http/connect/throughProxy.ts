import { buildConnector, Pool, ProxyAgent, type Dispatcher } from 'undici';
import { percentDecoded } from '../../text/secrets';
import { MAX_HEAD_BYTES } from '../limits';
import { endingWithFirstError } from './firstError';
import { ProxyFailure } from './proxyErrors';
import { silenceLimitMs } from './silence';

type Handler = Parameters<Dispatcher['dispatch']>[1];

/** How to connect to what is behind the proxy, and to the proxy itself; and how many connections at most. */
interface ProxiedConnections {
  connect: buildConnector.BuildOptions;
  connectToProxy: buildConnector.BuildOptions;
  connections: number;
}

/**
 * What leads to one origin through a proxy: for https a tunnel. Proxies commonly allow tunnels to port 443 only, so
 * requests by plain HTTP are passed on.
 */
export function throughProxy(
  origin: string | URL,
  proxy: URL,
  { connect, connectToProxy, connections }: ProxiedConnections,
): Dispatcher {
  const isPassedOn = new URL(origin).protocol === 'http:';
  if (isPassedOn) return new PlainHttpProxyPool(proxy, connectToProxy, connections);
  return new ProxyAgent({
    uri: proxy.href,
    connections,
    // Without these two, the switch and the private authority would be lost behind a proxy.
    requestTls: connect,
    proxyTls: connectToProxy,
    clientFactory: (_proxy, options) => newTunnelPool(proxy, options),
    factory: (target, options) =>
      new Pool(target, { ...withFirstError(options), maxHeaderSize: MAX_HEAD_BYTES }),
  });
}

function withFirstError(options: Pool.Options): Pool.Options {
  const { connect } = options;
  return typeof connect === 'function'
    ? { ...options, connect: endingWithFirstError(connect) }
    : options;
}

/** Connections to a proxy that is given each request with its whole address. */
class PlainHttpProxyPool extends Pool {
  private readonly login: Record<string, string>;

  constructor(proxy: URL, connect: buildConnector.BuildOptions, connections: number) {
    super(proxy.origin, {
      connections,
      maxHeaderSize: MAX_HEAD_BYTES,
      connect: markingProxyFailures(proxy, buildConnector(connect)),
    });
    this.login = loginOf(proxy);
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Handler): boolean {
    const { host, origin } = new URL(options.origin ?? '');
    const headers = { ...(options.headers as Record<string, string>), host, ...this.login };
    return super.dispatch({ ...options, path: origin + options.path, headers }, handler);
  }
}

/** The header by which a proxy lets us in. */
export function loginOf({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const login = [username, password].map(percentDecoded).join(':');
  return { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` };
}

/** Tells what fails on the way to the proxy from what fails behind it. */
function markingProxyFailures(
  { host }: URL,
  connect: buildConnector.connector,
): buildConnector.connector {
  return (target, callback) =>
    connect(target, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      if (error) callback(new ProxyFailure(host, { cause: error }), null);
      else callback(null, socket as NonNullable<typeof socket>);
    });
}

/**
 * Connections to a proxy that tunnels. undici asks for a tunnel again and again, without an end, where the error is one
 * of its own kinds for sockets.
 */
function newTunnelPool(proxy: URL, options: object): Pool {
  const pool = new Pool(proxy.origin, { ...options, headersTimeout: silenceLimitMs() });
  const ask: (target: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData> =
    pool.connect.bind(pool);
  const connect = async (target: Dispatcher.ConnectOptions) => {
    const response = await ask(target).catch((cause: unknown) => {
      throw new ProxyFailure(proxy.host, { cause });
    });
    if (response.statusCode === 200) return response;
    response.socket.on('error', () => undefined).destroy();
    throw new ProxyFailure(proxy.host, { status: response.statusCode });
  };
  return Object.assign(pool, { connect });
}
