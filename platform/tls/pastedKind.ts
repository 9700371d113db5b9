import { decoded, readPem } from './pem';

/** How a PKCS#12 file begins: a sequence, its length, and version 3. */
const PKCS12_START = /^30(?:8[1-4])?(?:[0-9a-f]{2}){1,4}?020103/;
/** How any of the files begins that are not text. */
const DER_START = 0x30;

/** What was pasted in the place of something else, as "a PKCS#12 file (.p12, .pfx)"; undefined where that is not known. */
export function kindOf(text: string): string | undefined {
  const labels = readPem(text).map(({ label }) => label);
  if (labels.some((label) => label === 'OPENSSH PRIVATE KEY')) return 'a key for SSH';
  if (labels.some((label) => label.endsWith('PRIVATE KEY'))) return 'a private key';
  if (labels.some((label) => label.endsWith('PUBLIC KEY'))) return 'a public key';
  if (labels.some((label) => label.endsWith('CERTIFICATE REQUEST'))) return 'a certificate request';
  if (labels.some((label) => label.endsWith('CERTIFICATE'))) return 'a certificate';
  if (labels.some((label) => label === 'PKCS7')) return 'a PKCS#7 file (.p7b)';
  if (text.includes('-----BEGIN')) return 'not whole';
  const bytes = decoded(text) ?? Buffer.from(text.trim(), 'latin1');
  if (PKCS12_START.test(bytes.subarray(0, 16).toString('hex'))) {
    return 'a PKCS#12 file (.p12, .pfx)';
  }
  return bytes[0] === DER_START ? 'a file in DER form' : undefined;
}
