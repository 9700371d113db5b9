import { X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';
import { InvalidInputError } from '../errors/errors';
import { decoded, pemOf, readPem } from './pem';
import { kindOf } from './pastedKind';

/** The public authorities and those pasted, in PEM form. @throws InvalidInputError */
export function authorities(pasted: string): string[] {
  return [...publicAuthorities(), ...readAuthorities(pasted).map(String)];
}

function publicAuthorities(): readonly string[] {
  // Also holds NODE_EXTRA_CA_CERTS; older versions of Node lack it.
  return typeof tls.getCACertificates === 'function'
    ? tls.getCACertificates('default')
    : tls.rootCertificates;
}

/** What stands in "CA Certificate". @throws InvalidInputError where part of it is no certificate */
export function readAuthorities(pasted: string): X509Certificate[] {
  if (pasted.trim() === '') return [];
  const found = certificatesIn(pasted);
  if (found) return found;
  const kind = kindOf(pasted);
  throw new InvalidInputError(
    'The CA certificate in the credential cannot be read',
    `${kind && kind !== 'a certificate' ? `It is ${kind}. ` : ''}Paste the whole certificate in PEM form, from "-----BEGIN CERTIFICATE-----" to "-----END CERTIFICATE-----".`,
  );
}

/** The certificates of a text in PEM form, or of the Base64 in between; undefined where it holds none or a broken one. */
export function certificatesIn(text: string): X509Certificate[] | undefined {
  const blocks = readPem(text).filter(({ label }) => CERTIFICATES.has(label));
  const bare = decoded(text);
  const certificates =
    blocks.length > 0
      ? blocks.map((block) => block.text)
      : bare
        ? [pemOf('CERTIFICATE', bare)]
        : [];
  try {
    const read = certificates.map((certificate) => new X509Certificate(certificate));
    return read.length > 0 ? read : undefined;
  } catch {
    return undefined;
  }
}

const CERTIFICATES = new Set(['CERTIFICATE', 'TRUSTED CERTIFICATE', 'X509 CERTIFICATE']);
