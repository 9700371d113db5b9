import { X509Certificate } from 'node:crypto';
import { connect as connectNet, isIP, type Socket } from 'node:net';
import { connect as connectTls, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import { Client } from 'undici';
import type { SeenServer } from '../../tls/facts';
import { trustOptions, type TlsOptions } from '../../tls/options';
import { tlsReason } from '../../tls/reason';
import { ProxyFailure } from '../connect/proxyErrors';
import { proxyFor } from '../connect/proxyVariables';
import { loginOf } from '../connect/throughProxy';

/** Only for a better message. */
const LONGEST_PROBE_MS = 5_000;
const MOST_CERTIFICATES = 10;
const CERTIFICATE_REASONS = /^(?:CERT_|DEPTH_|ERR_TLS_|SELF_|UNABLE_|alert 40$)/;

const probes = new Map<string, Promise<SeenServer | undefined>>();

/**
 * Where a certificate was not accepted: connects once more to see which ones the server shows. They are not judged, nothing
 * is sent, and our own certificate is not shown. Many requests that fail at once share a look.
 */
export async function serverAfterTlsFailure(
  url: URL,
  error: unknown,
  tls: TlsOptions,
): Promise<SeenServer | undefined> {
  const cause = error instanceof ProxyFailure ? error.cause : error;
  if (!CERTIFICATE_REASONS.test(tlsReason(cause) ?? '')) return undefined;
  const proxy = proxyFor(url);
  const isOfProxy = error instanceof ProxyFailure;
  const key = `${isOfProxy} ${url.origin}`;
  const look =
    probes.get(key) ??
    (isOfProxy && proxy ? probeTls(proxy, undefined, tls) : probeTls(url, proxy, tls))
      .catch(() => undefined)
      .finally(() => probes.delete(key));
  probes.set(key, look);
  return await look;
}

/** Whether something takes TLS at this port, whatever the scheme of the address says. */
export async function speaksTls(url: URL): Promise<boolean> {
  const look = await probeTls(url, undefined, {}).catch(() => undefined);
  return look?.hasAgreed === true;
}

async function probeTls(url: URL, proxy: URL | undefined, tls: TlsOptions): Promise<SeenServer> {
  const socket = proxy ? await tunnel(url, proxy, tls) : connectNet(addressOf(url));
  return await new Promise((resolve, reject) => {
    const connection = connectTls({
      socket,
      // Without authorities here, a chain ends where what was sent ends.
      ca: [],
      rejectUnauthorized: false,
      ...serverName(url, tls),
    });
    let hasAgreed = false;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      connection.destroy();
      socket.destroy();
      settle();
    };
    const timer = setTimeout(() => end(() => reject(new Error('No look'))), LONGEST_PROBE_MS);
    connection
      .on('keylog', () => {
        hasAgreed = true;
      })
      .once('secureConnect', () => {
        const sent = certificatesOf(connection);
        end(() => resolve({ sent, hasAgreed: true }));
      })
      .on('error', () => end(() => resolve({ sent: [], hasAgreed })));
    socket.on('error', (error) => end(() => reject(error)));
  });
}

function certificatesOf(connection: TLSSocket): X509Certificate[] {
  const sent: X509Certificate[] = [];
  let next: DetailedPeerCertificate | undefined = connection.getPeerCertificate(true);
  while (next?.raw && sent.length < MOST_CERTIFICATES) {
    sent.push(new X509Certificate(next.raw));
    // The topmost one is its own issuer.
    next = next.issuerCertificate === next ? undefined : next.issuerCertificate;
  }
  return sent;
}

async function tunnel(url: URL, proxy: URL, tls: TlsOptions): Promise<Socket> {
  const client = new Client(proxy.origin, {
    connect: { ...trustOptions(tls), timeout: LONGEST_PROBE_MS },
    headersTimeout: LONGEST_PROBE_MS,
  });
  try {
    const { host, port } = addressOf(url);
    const path = `${host}:${port}`;
    const response = await client.connect({ path, headers: { host: path, ...loginOf(proxy) } });
    if (response.statusCode === 200) return response.socket as Socket;
    response.socket.destroy();
    throw new Error('No tunnel');
  } finally {
    void client.close();
  }
}

function addressOf({ hostname, port, protocol }: URL): { host: string; port: number } {
  return { host: unbracketed(hostname), port: Number(port) || (protocol === 'http:' ? 80 : 443) };
}

/** The name by which a server tells which of its certificates is wanted; an IP address is none. */
function serverName({ hostname }: URL, { serverName: named = '' }: TlsOptions) {
  const servername = named || hostname;
  return isIP(unbracketed(servername)) === 0 ? { servername } : {};
}

function unbracketed(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
