import { readAuthorities } from '../../../../platform/http/tls/options';
import { readPem, ROBOT } from '../../../support/clientCertificates';

const one = readPem('client/authority.cert');
const other = readPem('localhost.cert');

test.each<[string, string, string[]]>([
  ['one', one, [one]],
  ['several', `${one}\n${other}`, [one, other]],
  ['several with text between them', `Root:\n${one}\nServer:\n${other}`, [one, other]],
  ['several without line ends', (one + other).replace(/\n/g, ''), [one, other]],
  ['what a kubeconfig holds', Buffer.from(one + other).toString('base64'), [one, other]],
])('%s', (_name, pasted, certificates) => {
  expect(readAuthorities(pasted)).toEqual(certificates);
});

test.each<[string, string]>([
  ['any text', 'root'],
  ['a key', ROBOT.clientKey],
  ['half a certificate', one.slice(0, 300)],
  ['one that is damaged among several', one + other.replace('MIIB', 'MIIA')],
  ['one with other characters among several', one + other.replace('MIIB', 'M…B')],
])('%s is refused', (_name, pasted) => {
  expect(() => readAuthorities(pasted)).toThrow(
    expect.objectContaining({
      message: 'The CA certificate in the credential cannot be read',
      hint: expect.stringMatching(/^Paste the whole certificate in PEM format/),
      effect: 'none',
    }),
  );
});
