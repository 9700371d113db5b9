import { createHash } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { Agent, Pool, type Dispatcher } from 'undici';
import { Cache } from '../../time/cache';
import {
  readTlsOptions,
  tlsConnectOptions,
  trustOptions,
  type TlsOptions,
} from '../../tls/options';
import { MAX_HEAD_BYTES } from '../limits';
import { endingWithFirstError } from './firstError';
import { throughProxy } from './throughProxy';
import { proxyFor } from './proxyVariables';
import { connectorWithReusedReads } from '../../buffers/reusedReads';
import { connectorTrackingWrites } from '../../buffers/writtenBodies';

/** How connections are used. */
export interface PoolOptions {
  /** How many connections to each origin at most. */
  connections?: number;
  /** How many requests that allow it wait for their responses on a connection at once. Default 1. */
  pipelining?: number;
}

/** Whether what comes from a connection may be kept, or has to be copied when it comes. */
export type ReadMemory = 'fresh' | 'reused';

export const CONNECT_TIMEOUT_MS = 10_000;
/** For small requests: enough to keep a platform busy. */
const DEFAULT_CONNECTIONS = 128;

const dispatchers = new Cache<string, Dispatcher>({
  size: 32,
  end: (dispatcher) => void dispatcher.close(),
});

/**
 * The pooled dispatcher for a TLS setting; it keeps one pool for each origin. Nothing is pipelined through a proxy.
 * The environment's proxies are read when an origin is first asked.
 */
export function dispatcherFor(
  tls: TlsOptions,
  { connections = DEFAULT_CONNECTIONS, pipelining = 1 }: PoolOptions = {},
  reads: ReadMemory = 'fresh',
): Dispatcher {
  const key = `${connections} ${pipelining} ${reads} ${keyOf(tls)}`;
  return dispatchers.getOrSet(key, () => newDispatcher(tls, connections, pipelining, reads));
}

function newDispatcher(
  tls: TlsOptions,
  connections: number,
  pipelining: number,
  reads: ReadMemory,
): Dispatcher {
  const connect = connectOptions(tlsConnectOptions(tls));
  const connectToProxy = connectOptions(trustOptions(tls));
  return new Agent({
    connections,
    pipelining,
    maxHeaderSize: MAX_HEAD_BYTES,
    connect: endingWithFirstError(
      reads === 'reused' ? connectorWithReusedReads(connect) : connectorTrackingWrites(connect),
    ),
    factory(origin, options) {
      const proxy = proxyFor(new URL(origin));
      return proxy
        ? throughProxy(origin, proxy, { connect, connectToProxy, connections })
        : new Pool(origin, options);
    },
  });
}

/** Keys and certificates are read once for all connections: an encrypted key takes its time. */
function connectOptions({
  rejectUnauthorized,
  servername,
  ...context
}: ReturnType<typeof tlsConnectOptions>) {
  return {
    timeout: CONNECT_TIMEOUT_MS,
    ...(servername !== undefined && { servername }),
    ...(rejectUnauthorized === false && { rejectUnauthorized }),
    ...(Object.keys(context).length > 0 && { secureContext: createSecureContext(context) }),
  };
}

const keys = new WeakMap<TlsOptions, string>();

/** Certificates are long, and there is a request an item: the key is made once for the credential of a node. */
function keyOf(tls: TlsOptions): string {
  const known = keys.get(tls);
  if (known !== undefined) return known;
  const values = JSON.stringify(readTlsOptions(tls));
  const key = createHash('sha256').update(values).digest('base64');
  keys.set(tls, key);
  return key;
}
