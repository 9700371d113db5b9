import { X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';
import { Agent, Pool, type Dispatcher } from 'undici';
import { Cache } from '../cache';
import { InvalidInputError } from '../errors';
import { throughProxy } from './throughProxy';
import { proxyFor } from './proxyVariables';
import { connectorWithReusedReads } from '../buffers/reusedReads';
import { connectorNotingTakenBodies } from '../buffers/takenBodies';

/** How a server's certificate is judged. */
export interface TlsOptions {
  /** Accept any certificate. */
  allowUnauthorizedCerts?: boolean;
  /** PEM certificates of a private authority, trusted beside the public ones. */
  caCertificate?: string;
}

/** How connections are used. */
export interface PoolOptions {
  /** How many connections to each origin at most. */
  connections?: number;
  /** How many requests that allow it wait for their answers on a connection at once. Default 1. */
  pipelining?: number;
}

/** Whether what comes from a connection may be kept, or has to be copied when it comes. */
export type ReadMemory = 'fresh' | 'reused';

const CONNECT_TIMEOUT_MS = 10_000;
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
  const connect = { ...trustOptions(tls), timeout: CONNECT_TIMEOUT_MS };
  return new Agent({
    connections,
    pipelining,
    connect:
      reads === 'reused' ? connectorWithReusedReads(connect) : connectorNotingTakenBodies(connect),
    factory(origin, options) {
      const proxy = proxyFor(new URL(origin));
      return proxy ? throughProxy(origin, proxy, connect, connections) : new Pool(origin, options);
    },
  });
}

const keys = new WeakMap<TlsOptions, string>();

/** Certificates are long, and there is a request an item: the key is made once for the credential of a node. */
function keyOf(tls: TlsOptions): string {
  const known = keys.get(tls);
  if (known !== undefined) return known;
  const { allowUnauthorizedCerts, caCertificate = '' } = tls;
  const key = JSON.stringify([allowUnauthorizedCerts === true, caCertificate]);
  keys.set(tls, key);
  return key;
}

/** Options for Node's TLS: the certificates to trust, or none to judge. */
export function trustOptions({ allowUnauthorizedCerts, caCertificate = '' }: TlsOptions) {
  return {
    ...(allowUnauthorizedCerts === true && { rejectUnauthorized: false }),
    ...(caCertificate.trim() !== '' && { ca: [...publicAuthorities(), ...readPem(caCertificate)] }),
  };
}

function publicAuthorities(): readonly string[] {
  // Also holds NODE_EXTRA_CA_CERTS; older versions of Node lack it.
  return typeof tls.getCACertificates === 'function'
    ? tls.getCACertificates('default')
    : tls.rootCertificates;
}

/** Reads PEM certificates, also when line ends became spaces on the way through a form field. */
function readPem(text: string): string[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (!blocks) throw unreadableCertificate();
  return blocks.map((block) => {
    const base64 = block.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, '').replace(/\s+/g, '');
    const lines = base64.match(/.{1,64}/g) ?? [];
    const pem = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join(
      '\n',
    );
    try {
      new X509Certificate(pem);
    } catch {
      throw unreadableCertificate();
    }
    return pem;
  });
}

function unreadableCertificate(): InvalidInputError {
  return new InvalidInputError(
    'The CA certificate in the credential cannot be read',
    'Paste the whole certificate in PEM form, from "-----BEGIN CERTIFICATE-----" to "-----END CERTIFICATE-----".',
  );
}
