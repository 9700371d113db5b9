import { createPrivateKey, X509Certificate } from 'node:crypto';
import { PlatformError } from '../../../../platform/common/errors/errors';
import { readClientIdentity } from '../../../../platform/http/tls/clientIdentity';
import { PASSPHRASE, readPem, ROBOT } from '../../../support/clientCertificates';
import { failureOf } from '../../../support/failureOf';

type Identity = Required<Parameters<typeof readClientIdentity>[0]>;

const RSA = readPem('client/rsa.cert');
const KEYS = {
  'as it is': ROBOT,
  encrypted: { ...ROBOT, clientKey: readPem('client/robot.encrypted') },
  'of RSA in its own form': { clientCertificate: RSA, clientKey: readPem('client/rsa.key') },
  'of RSA in the older encryption': {
    clientCertificate: RSA,
    clientKey: readPem('client/rsa.encrypted'),
  },
};

const WAYS: Array<[string, (text: string) => string]> = [
  ['as it is', (text) => text],
  ['with spaces for line ends', (text) => text.replace(/\n/g, ' ')],
  ['without line ends', (text) => text.replace(/\n/g, '')],
  ['with the line ends of Windows', (text) => text.replace(/\n/g, '\r\n')],
  ['with "\\n" for line ends, as in JSON', (text) => text.replace(/\n/g, '\\n')],
  ['with "\\r\\n" for line ends', (text) => text.replace(/\n/g, '\\r\\n')],
  ['in Base64 once more, as in a kubeconfig', (text) => Buffer.from(text).toString('base64')],
  ['with text before it', (text) => `Bag Attributes\n  friendlyName: robot\n${text}`],
];

describe.each(Object.entries(KEYS))('a key %s', (_name, given) => {
  test.each(WAYS)('is read, pasted %s', (_way, paste) => {
    const identity = readClientIdentity({
      clientCertificate: paste(given.clientCertificate),
      clientKey: paste(given.clientKey),
      passphrase: PASSPHRASE,
    });
    const read = createPrivateKey({ key: identity?.key ?? '', passphrase: identity?.passphrase });
    expect(new X509Certificate(identity?.cert ?? '').checkPrivateKey(read)).toBe(true);
  });
});

test('both may be in the field that is kept secret', () => {
  const clientKey = ROBOT.clientCertificate + ROBOT.clientKey;
  expect(readClientIdentity({ clientKey })).toEqual(readClientIdentity(ROBOT));
});

test('a certificate beside the key is not sent twice', () => {
  const both = { ...ROBOT, clientKey: ROBOT.clientCertificate + ROBOT.clientKey };
  expect(readClientIdentity(both)).toEqual(readClientIdentity(ROBOT));
});

test('certificates that lead to the authority follow the first', () => {
  const clientCertificate = ROBOT.clientCertificate + readPem('client/authority.cert');
  expect(readClientIdentity({ ...ROBOT, clientCertificate })?.cert).toBe(clientCertificate);
});

test('there is none if the fields are empty, though a browser fills in the passphrase', () => {
  const filledIn = { clientCertificate: ' ', clientKey: '', passphrase: 'x' };
  expect(readClientIdentity(filledIn)).toBeUndefined();
});

const { clientKey: encrypted } = KEYS.encrypted;
const { clientCertificate, clientKey } = ROBOT;
const authority = readPem('client/authority.cert');
const locked = (key: string, passphrase: string) => ({ clientKey: key, passphrase });
const UNREADABLE = /cannot be read.*^Paste the whole text in PEM format.*openssl pkcs12/ms;

/** Values that replace fields of the robot's credential, by the field that the error names. */
const REFUSED: Record<string, Array<[string, Partial<Identity>, RegExp]>> = {
  'Client Certificate or Client Key': [
    ['the key of another', { clientKey: readPem('client/other.key') }, /KEY_VALUES_MISMATCH/],
    ['the authority first', { clientCertificate: authority + clientCertificate }, /comes first/],
    [
      'a damaged chain',
      { clientCertificate: clientCertificate + authority.slice(0, 90) + authority.slice(110) },
      /ERR_/,
    ],
    ['no passphrase', { clientKey: encrypted }, /"Passphrase"/],
    ['a wrong passphrase', locked(encrypted, 'sesame'), /"Passphrase".*BAD_DECRYPT/],
    ['that of RSA', locked(readPem('client/rsa.encrypted'), 'sesame'), /"Passphrase".*BAD_DECRYPT/],
    ['a damaged key', { clientKey: clientKey.replace('MIG', 'MIA') }, /ERR_OSSL_UNSUPPORTED/],
  ],
  'Client Key': [
    ['none', { clientKey: '' }, UNREADABLE],
    ['a certificate', { clientKey: clientCertificate }, UNREADABLE],
    ['half a key', { clientKey: clientKey.slice(0, 120) }, UNREADABLE],
  ],
  'Client Certificate': [
    ['none', { clientCertificate: '' }, UNREADABLE],
    ['a private key', { clientCertificate: clientKey }, /contains a private key.*kept secret/s],
    ['any text', { clientCertificate: 'robot' }, UNREADABLE],
  ],
};

test.each(
  Object.entries(REFUSED).flatMap(([field, rows]) => rows.map((row) => [field, ...row] as const)),
)('as the %s, %s is refused, and nothing of it is shown', async (field, _what, given, why) => {
  const fields = { ...ROBOT, ...given };
  const error = await failureOf(() => readClientIdentity(fields));
  expect(error).toBeInstanceOf(PlatformError);
  const text = `${error.message}\n${error.hint}`;
  expect(text).toContain(`The ${field} in the credential`);
  expect(text).toMatch(why);
  expect(error.sends).toBe(0);
  const pieces = Object.values(fields).flatMap((value) => value.match(/[A-Za-z0-9+/]{24,}/g) ?? []);
  for (const piece of [...pieces, PASSPHRASE, 'sesame']) {
    expect(`${text} ${error.stack} ${JSON.stringify(error.cause)}`).not.toContain(piece);
  }
});
