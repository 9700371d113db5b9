import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readAuthorities } from '../../../platform/tls/options';
import { pem, ROBOT } from '../../support/clientCertificates';

const one = pem('client/authority.cert');
const other = pem('localhost.cert');
const PKCS12 = readFileSync(
  path.join(__dirname, '../../support/certificates/client/robot.p12.txt'),
  'utf8',
);

test.each<[string, string, string[]]>([
  ['none', ' \n', []],
  ['one', one, [one]],
  ['several', `${one}\n${other}`, [one, other]],
  ['several with text between them', `Root:\n${one}\nServer:\n${other}`, [one, other]],
  ['several without line ends', (one + other).replace(/\n/g, ''), [one, other]],
  ['what a kubeconfig holds', Buffer.from(one + other).toString('base64'), [one, other]],
  ['the Base64 in between alone', one.replace(/-----.*-----/g, ''), [one]],
])('%s', (_name, pasted, certificates) => {
  expect(readAuthorities(pasted).map(String)).toEqual(certificates);
});

test.each<[string, string, RegExp]>([
  ['a key', ROBOT.clientKey, /^It is a private key\. Paste the whole certificate in PEM form/],
  ['a PKCS#12 file', PKCS12, /^It is a PKCS#12 file/],
  ['half a certificate', one.slice(0, 300), /^It is not whole\. Paste/],
  ['one that is damaged among several', one + other.replace('MIIB', 'MIIA'), /^Paste/],
  ['any text', 'our own authority', /^Paste/],
])('%s is refused, with what it is', (_name, pasted, hint) => {
  expect(() => readAuthorities(pasted)).toThrow(
    expect.objectContaining({
      message: 'The CA certificate in the credential cannot be read',
      hint: expect.stringMatching(hint),
      reach: 'never',
    }),
  );
});
