import { readAuthorities } from '../../../platform/tls/options';
import { pem, PKCS12, ROBOT } from '../../support/clientCertificates';

const one = pem('client/authority.cert');
const other = pem('localhost.cert');

test.each<[string, string, string[]]>([
  ['none', ' \n', []],
  ['one', one, [one]],
  ['several', `${one}\n${other}`, [one, other]],
  ['several with text between them', `Root:\n${one}\nServer:\n${other}`, [one, other]],
  ['several without line ends', (one + other).replace(/\n/g, ''), [one, other]],
  ['what a kubeconfig holds', Buffer.from(one + other).toString('base64'), [one, other]],
])('%s', (_name, pasted, certificates) => {
  expect(readAuthorities(pasted).map(String)).toEqual(certificates);
});

test.each<[string, string, string]>([
  ['a key', ROBOT.clientKey, 'it contains "PRIVATE KEY"'],
  ['a PKCS#12 file', PKCS12, 'it is a PKCS#12 file'],
  ['half a certificate', one.slice(0, 300), 'it is not whole'],
  ['one that is damaged among several', one + other.replace('MIIB', 'MIIA'), 'it cannot be read'],
])('%s is refused, with what it is', (_name, pasted, why) => {
  expect(() => readAuthorities(pasted)).toThrow(
    expect.objectContaining({
      message: expect.stringContaining(`certificate in the credential cannot be read: ${why}`),
      hint: expect.stringMatching(/^Paste the whole certificate in PEM form/),
      reach: 'never',
    }),
  );
});
