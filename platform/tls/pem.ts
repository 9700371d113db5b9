import { X509Certificate } from 'node:crypto';

/** What a text in PEM form holds between two of its lines, as `CERTIFICATE` or `ENCRYPTED PRIVATE KEY`. */
export interface PemBlock {
  label: string;
  /** The block with its line ends as they should be. */
  text: string;
  isEncrypted: boolean;
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]{1,50})-----([^-]*(?:-(?!----)[^-]*)*)-----END \1-----/g;
/** The head of a key that OpenSSL encrypted in its old way; by the cipher it is known how long the number is. */
const OLD_HEAD = /Proc-Type:\s*4,\s*ENCRYPTED\s*DEK-Info:\s*([A-Z0-9-]+),\s*([0-9A-Fa-f]+)/;
const HEX_DIGITS_OF_DES = 16;
const HEX_DIGITS_OF_OTHERS = 32;

/**
 * Reads the blocks of a text in PEM form, also where line ends became spaces, "\n" or nothing on the way through a form
 * field, and where all of it is encoded in Base64 once more, as in a kubeconfig.
 */
export function readPem(text: string): PemBlock[] {
  const plain = text.replace(/\\r|\\n/g, '\n');
  const shown = plain.includes('-----BEGIN') ? plain : decoded(plain)?.toString('latin1');
  return [...(shown ?? '').matchAll(BLOCK)].map(([, label = '', content = '']) => {
    const { head, base64 } = parted(content);
    return {
      label,
      text: written(label, head, base64),
      isEncrypted: label.startsWith('ENCRYPTED') || head.length > 0,
    };
  });
}

/** The bytes of a text that is nothing but Base64; undefined for any other text. */
function decoded(text: string): Buffer | undefined {
  const base64 = text.replace(/\s+/g, '');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : undefined;
}

function written(label: string, head: string[], base64: string): string {
  const lines = base64.match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...head, ...lines, `-----END ${label}-----`, ''].join('\n');
}

function parted(content: string): { head: string[]; base64: string } {
  const found = OLD_HEAD.exec(content);
  if (!found) return { head: [], base64: content.replace(/\s+/g, '') };
  const [whole, cipher = '', digits = ''] = found;
  const length = cipher.startsWith('DES') ? HEX_DIGITS_OF_DES : HEX_DIGITS_OF_OTHERS;
  // Without line ends, what follows may begin with hexadecimal digits as well.
  const rest = digits.slice(length) + content.slice(found.index + whole.length);
  return {
    head: ['Proc-Type: 4,ENCRYPTED', `DEK-Info: ${cipher},${digits.slice(0, length)}`, ''],
    base64: rest.replace(/\s+/g, ''),
  };
}

const CERTIFICATES = new Set(['CERTIFICATE', 'TRUSTED CERTIFICATE', 'X509 CERTIFICATE']);

/** The certificates of a text in PEM form; undefined if it holds none or a broken one. */
export function certificatesIn(text: string): X509Certificate[] | undefined {
  const blocks = readPem(text).filter(({ label }) => CERTIFICATES.has(label));
  try {
    return blocks.length > 0 ? blocks.map((block) => new X509Certificate(block.text)) : undefined;
  } catch {
    return undefined;
  }
}

/** How a PKCS#12 file begins: a sequence, its length, and version 3. */
const PKCS12_START = /^30(?:8[1-4])?(?:[0-9a-f]{2}){1,4}?020103/;

export function isPkcs12(text: string): boolean {
  const bytes = decoded(text) ?? Buffer.from(text.trim(), 'latin1');
  return PKCS12_START.test(bytes.subarray(0, 16).toString('hex'));
}

/** Why a text cannot be read in PEM form, without showing anything of it: it may be a key. */
export function whyUnreadable(text: string, label: string): string {
  if (isPkcs12(text)) return 'it is a PKCS#12 file (.p12, .pfx)';
  const others = readPem(text).filter(
    (block) => !block.label.endsWith(label) || block.label.startsWith('OPENSSH'),
  );
  if (others.length > 0) return `it contains "${others.map((block) => block.label).join('", "')}"`;
  const isCut = text.includes('-----BEGIN') && !text.includes('-----END');
  return isCut ? 'it is not whole' : 'it cannot be read';
}
