export const CERTIFICATE_LABEL = /^(?:TRUSTED |X509 )?CERTIFICATE$/;

const PEM_BLOCK = /-----BEGIN ([A-Z0-9 ]{1,50})-----([^-]*(?:-(?!----)[^-]*)*)-----END \1-----/g;
/** Matches the head of a key in OpenSSL's older encryption. Counts the digits, because Base64 may follow without a line end. */
const ENCRYPTION_HEAD =
  /^\s*Proc-Type:\s*4,\s*ENCRYPTED\s*DEK-Info:\s*(DES[A-Z0-9-]*,\s*[\dA-Fa-f]{16}|[A-Z0-9-]+,\s*[\dA-Fa-f]{32})/;

/**
 * Returns the blocks with a label such as `CERTIFICATE`. Repairs line ends that a form field replaced with spaces or "\n", or
 * removed. Also reads a text that is Base64-encoded as a whole, as in a kubeconfig.
 */
export function readPem(text: string, label: RegExp): string[] {
  const lines = text.replace(/\\r/g, '').replace(/\\n/g, '\n');
  const plain = lines.includes('-----BEGIN')
    ? lines
    : Buffer.from(lines, 'base64').toString('latin1');
  return [...plain.matchAll(PEM_BLOCK)]
    .filter(([, blockLabel = '']) => label.test(blockLabel))
    .map(([, blockLabel, content = '']) => {
      const [head = '', cipher] = ENCRYPTION_HEAD.exec(content) ?? [];
      const base64 =
        content
          .slice(head.length)
          .replace(/\s+/g, '')
          .match(/.{1,64}/g) ?? [];
      return [
        `-----BEGIN ${blockLabel}-----`,
        ...(cipher ? ['Proc-Type: 4,ENCRYPTED', `DEK-Info: ${cipher}`, ''] : []),
        ...base64,
        `-----END ${blockLabel}-----`,
        '',
      ].join('\n');
    });
}
