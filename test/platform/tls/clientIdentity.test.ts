import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PlatformError } from '../../../platform/errors/errors';
import { clientIdentity } from '../../../platform/tls/clientIdentity';
import { PASSPHRASE, pem, ROBOT } from '../../support/clientCertificates';

const KEYS = {
  'as it is': ROBOT.clientKey,
  encrypted: pem('client/robot.encrypted'),
  'of RSA in its own form': pem('client/rsa.key'),
  'of RSA, encrypted in the old way': pem('client/rsa.encrypted'),
};
const certificateOf = (key: string) =>
  key === KEYS['as it is'] || key === KEYS.encrypted
    ? ROBOT.clientCertificate
    : pem('client/rsa.cert');

const WAYS: Array<[string, (text: string) => string]> = [
  ['as it is', (text) => text],
  ['with spaces for line ends', (text) => text.replace(/\n/g, ' ')],
  ['without line ends', (text) => text.replace(/\n/g, '')],
  ['with the line ends of Windows', (text) => text.replace(/\n/g, '\r\n')],
  ['with "\\n" for line ends, as in JSON', (text) => text.replace(/\n/g, '\\n')],
  ['in Base64 once more, as in a kubeconfig', (text) => Buffer.from(text).toString('base64')],
  ['with text before it', (text) => `Bag Attributes\n  friendlyName: robot\n${text}`],
];

describe.each(Object.entries(KEYS))('a key %s', (_name, key) => {
  test.each(WAYS)('is read, pasted %s', (_way, paste) => {
    const identity = clientIdentity({
      clientCertificate: paste(certificateOf(key)),
      clientKey: paste(key),
      passphrase: PASSPHRASE,
    });
    const read = createPrivateKey({ key: identity?.key ?? '', passphrase: identity?.passphrase });
    expect(new X509Certificate(identity?.cert ?? '').checkPrivateKey(read)).toBe(true);
  });
});

test('both may stand in the field that is kept secret', () => {
  const clientKey = ROBOT.clientCertificate + ROBOT.clientKey;
  expect(clientIdentity({ clientKey })).toEqual(clientIdentity(ROBOT));
});

test('the certificate of the key comes first, whatever was pasted first', () => {
  const own = ROBOT.clientCertificate;
  const authority = pem('client/authority.cert');
  const identity = clientIdentity({ ...ROBOT, clientCertificate: authority + own });
  expect(identity?.cert).toBe(own + authority);
});

test('there is none where the fields are empty, though a browser fills in the passphrase', () => {
  expect(
    clientIdentity({ clientCertificate: ' ', clientKey: '', passphrase: 'x' }),
  ).toBeUndefined();
});

const PKCS12 = readFileSync(
  path.join(__dirname, '../../support/certificates/client/robot.p12.txt'),
  'utf8',
);
const { clientCertificate, clientKey } = ROBOT;
const encrypted = pem('client/robot.encrypted');

const REFUSED: Array<[string, object, RegExp]> = [
  ['no key', { clientCertificate }, /The Client Certificate in .* its Client Key is missing/],
  ['no certificate', { clientKey }, /The Client Key in .* its Client Certificate is missing/],
  [
    'the key of another certificate',
    { clientCertificate, clientKey: pem('client/other.key') },
    /The Client Key in .* cannot be used: it does not belong to the Client Certificate/,
  ],
  [
    'an encrypted key without a passphrase',
    { clientCertificate, clientKey: encrypted },
    /it is encrypted, and the Passphrase is empty/,
  ],
  ...[encrypted, pem('client/rsa.encrypted')].map((key): [string, object, RegExp] => [
    'a wrong passphrase',
    { clientCertificate, clientKey: key, passphrase: 'sesame' },
    /The Client Key in .* the Passphrase is wrong/,
  ]),
  [
    'a key encrypted as nobody does any more',
    { clientCertificate, clientKey: pem('client/robot.oldest'), passphrase: PASSPHRASE },
    /encrypted in a way that is no longer supported.*openssl pkcs8 -topk8/,
  ],
  [
    'a certificate for a key',
    { clientCertificate, clientKey: clientCertificate },
    /The Client Key in the credential cannot be used: it contains "CERTIFICATE"/,
  ],
  [
    'a key for a certificate',
    { clientCertificate: clientKey, clientKey },
    /The Client Certificate in .* it contains a private key.*kept secret/,
  ],
  [
    'a PKCS#12 file for a certificate',
    { clientCertificate: PKCS12, clientKey },
    /The Client Certificate .* it is a PKCS#12 file.*openssl pkcs12/,
  ],
  [
    'a PKCS#12 file for a key',
    { clientCertificate, clientKey: PKCS12.replace(/\n/g, ' ') },
    /The Client Key .* it is a PKCS#12 file.*openssl pkcs12/,
  ],
  [
    'half a key',
    { clientCertificate, clientKey: clientKey.slice(0, 120) },
    /The Client Key .* it is not whole.*END PRIVATE KEY/,
  ],
  [
    'a damaged key',
    { clientCertificate, clientKey: clientKey.replace('MIG', 'MIA') },
    /The Client Key in the credential cannot be used: it cannot be read/,
  ],
  [
    'a key for SSH',
    {
      clientCertificate,
      clientKey: clientKey.replaceAll('PRIVATE KEY', 'OPENSSH PRIVATE KEY'),
    },
    /it contains "OPENSSH PRIVATE KEY"/,
  ],
  [
    'any text',
    { clientCertificate: 'robot', clientKey },
    /The Client Certificate .* cannot be read/,
  ],
  [
    'a key that is too small',
    { clientCertificate: pem('client/weak.cert'), clientKey: pem('client/weak.key') },
    /TLS does not accept it.*2048/,
  ],
];

test.each(REFUSED)('%s is refused, and nothing of it is shown', (_name, fields, told) => {
  let error: unknown;
  try {
    clientIdentity(fields);
  } catch (thrown) {
    error = thrown;
  }
  if (!(error instanceof PlatformError)) throw new Error('It was taken');
  const text = `${error.message} ${error.hint}`;
  expect(text).toMatch(told);
  expect(error.reach).toBe('never');
  const secrets = Object.values(fields as Record<string, string>);
  const pieces = secrets.flatMap((value) => value.match(/[A-Za-z0-9+/]{24,}/g) ?? []);
  for (const piece of [...pieces, PASSPHRASE]) {
    expect(`${text} ${error.stack} ${JSON.stringify(error.cause)}`).not.toContain(piece);
  }
});
