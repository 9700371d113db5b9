import { createPrivateKey, X509Certificate } from 'node:crypto';
import { PlatformError } from '../../../platform/errors/errors';
import { clientIdentity } from '../../../platform/tls/clientIdentity';
import { PASSPHRASE, pem, PKCS12, ROBOT } from '../../support/clientCertificates';
import { failureOf } from '../../support/failureOf';

type Identity = Required<Parameters<typeof clientIdentity>[0]>;

const RSA = pem('client/rsa.cert');
const KEYS = {
  'as it is': ROBOT,
  encrypted: { ...ROBOT, clientKey: pem('client/robot.encrypted') },
  'of RSA in its own form': { clientCertificate: RSA, clientKey: pem('client/rsa.key') },
  'of RSA, as encrypted once': { clientCertificate: RSA, clientKey: pem('client/rsa.encrypted') },
};

const WAYS: Array<[string, (text: string) => string]> = [
  ['as it is', (text) => text],
  ['with spaces for line ends', (text) => text.replace(/\n/g, ' ')],
  ['without line ends', (text) => text.replace(/\n/g, '')],
  ['with the line ends of Windows', (text) => text.replace(/\n/g, '\r\n')],
  ['with "\\n" for line ends, as in JSON', (text) => text.replace(/\n/g, '\\n')],
  ['in Base64 once more, as in a kubeconfig', (text) => Buffer.from(text).toString('base64')],
  ['with text before it', (text) => `Bag Attributes\n  friendlyName: robot\n${text}`],
];

describe.each(Object.entries(KEYS))('a key %s', (_name, given) => {
  test.each(WAYS)('is read, pasted %s', (_way, paste) => {
    const identity = clientIdentity({
      clientCertificate: paste(given.clientCertificate),
      clientKey: paste(given.clientKey),
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
  const filledIn = { clientCertificate: ' ', clientKey: '', passphrase: 'x' };
  expect(clientIdentity(filledIn)).toBeUndefined();
});

const { clientKey: encrypted } = KEYS.encrypted;
const oldest = pem('client/robot.oldest');
const { clientCertificate, clientKey } = ROBOT;
const forSsh = clientKey.replaceAll('PRIVATE KEY', 'OPENSSH PRIVATE KEY');
const weak = { clientCertificate: pem('client/weak.cert'), clientKey: pem('client/weak.key') };
const locked = (key: string, passphrase: string) => ({ clientKey: key, passphrase });

/** What is typed in beside the certificate and the key of a robot or in their place, by the field that is named. */
const REFUSED: Record<string, Array<[string, Partial<Identity>, RegExp]>> = {
  'Client Key': [
    ['no certificate', { clientCertificate: '' }, /its Client Certificate is missing/],
    ['the key of another', { clientKey: pem('client/other.key') }, /it does not belong to the/],
    ['no passphrase', { clientKey: encrypted }, /it is encrypted, and the Passphrase is empty/],
    ['a wrong passphrase', locked(encrypted, 'sesame'), /the Passphrase is wrong/],
    ['that of RSA', locked(pem('client/rsa.encrypted'), 'sesame'), /the Passphrase is wrong/],
    ['an old encryption', locked(oldest, PASSPHRASE), /no longer supported.*openssl pkcs8 -topk8/],
    ['a certificate', { clientKey: clientCertificate }, /used: it contains "CERTIFICATE"/],
    ['a PKCS#12 file', { clientKey: PKCS12.replace(/\n/g, ' ') }, /PKCS#12 file.*openssl pkcs12/],
    ['half a key', { clientKey: clientKey.slice(0, 120) }, /it is not whole.*END PRIVATE KEY/],
    ['a damaged key', { clientKey: clientKey.replace('MIG', 'MIA') }, /used: it cannot be read/],
    ['a key for SSH', { clientKey: forSsh }, /it contains "OPENSSH PRIVATE KEY"/],
  ],
  'Client Certificate': [
    ['no key', { clientKey: '' }, /its Client Key is missing/],
    ['a private key', { clientCertificate: clientKey }, /contains a private key.*kept secret/],
    ['a PKCS#12 file', { clientCertificate: PKCS12 }, /it is a PKCS#12 file.*openssl pkcs12/],
    ['any text', { clientCertificate: 'robot' }, /cannot be read/],
    ['a key that is too small', weak, /TLS does not accept it.*2048/],
  ],
};

test.each(
  Object.entries(REFUSED).flatMap(([field, rows]) => rows.map((row) => [field, ...row] as const)),
)('as the %s, %s is refused, and nothing of it is shown', async (field, _what, given, why) => {
  const fields = { ...ROBOT, ...given };
  const error = await failureOf(() => clientIdentity(fields));
  expect(error).toBeInstanceOf(PlatformError);
  const text = `${error.message} ${error.hint}`;
  expect(text).toContain(`The ${field} in the credential`);
  expect(text).toMatch(why);
  expect(error.reach).toBe('never');
  const pieces = Object.values(fields).flatMap((value) => value.match(/[A-Za-z0-9+/]{24,}/g) ?? []);
  for (const piece of [...pieces, PASSPHRASE]) {
    expect(`${text} ${error.stack} ${JSON.stringify(error.cause)}`).not.toContain(piece);
  }
});
