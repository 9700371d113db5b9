import type { X509Certificate } from 'node:crypto';
import { excerpt } from '../text/text';

/** What is known of a connection whose encryption failed. */
export interface TlsFacts {
  /** Who was asked, as `platform.example.com:443` or `the proxy proxy.example.com:3128`. */
  host: string;
  /** Whether that is a proxy: its address is in n8n's environment, and our certificate is not for it. */
  isProxy: boolean;
  /** The certificates in "CA Certificate". */
  pastedAuthorities: readonly X509Certificate[];
  /** The certificate in "Client Certificate". */
  clientCertificate: X509Certificate | undefined;
  /** What a second look at the server has seen; undefined where it was not possible. */
  seen: SeenServer | undefined;
  /** What went wrong, in OpenSSL's or Node's words. */
  reason: string;
}

/** What a server shows of itself. */
export interface SeenServer {
  /** Its certificates, its own first; empty where it came to none. */
  sent: readonly X509Certificate[];
  /** Whether both sides agreed on how to encrypt. */
  hasAgreed: boolean;
}

const NAME_CHARACTERS = 100;

/** The name of whom a certificate is for, or of who issued it. */
export function nameOf(distinguishedName: string): string {
  const fields = distinguishedName.split('\n').map((line) => line.split('='));
  const named = (key: string) => fields.find(([name]) => name === key)?.slice(1);
  const [value] = ['CN', 'OU', 'O'].map(named).filter((found) => found !== undefined);
  const name = value?.join('=') ?? distinguishedName;
  return `"${excerpt(name, [], NAME_CHARACTERS)}"`;
}

export function namesOf(certificates: readonly X509Certificate[]): string {
  const MOST_NAMED = 3;
  const names = certificates.slice(0, MOST_NAMED).map(({ subject }) => nameOf(subject));
  return `${names.join(', ')}${certificates.length > MOST_NAMED ? ', …' : ''}`;
}

/** A day, as 2026-11-23. */
export function dayOf(date: string): string {
  const ms = Date.parse(date);
  return Number.isNaN(ms) ? excerpt(date, [], 40) : new Date(ms).toISOString().slice(0, 10);
}

export function hasEnded({ validTo }: X509Certificate): boolean {
  return Date.parse(validTo) < Date.now();
}

export function hasNotBegun({ validFrom }: X509Certificate): boolean {
  return Date.parse(validFrom) > Date.now();
}

/** Whether a certificate is its own authority, as the topmost of a chain is. */
export function isSelfSigned({ subject, issuer }: X509Certificate): boolean {
  return subject === issuer;
}
