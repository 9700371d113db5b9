import { inspect } from 'node:util';
import { REQUEST_NODE_TYPE } from '../support/engine/helperNodes';
import { PROJECTS_NODE, runNode } from '../support/engine/runWorkflow';
import { testCredential, type CredentialType } from '../support/engine/testCredential';
import { ASKING_SERVER, PASSPHRASE, pem, ROBOT } from '../support/clientCertificates';
import { startTlsRelay } from '../support/network/tlsRelay';
import { sandboxForEachTest } from '../support/testSandbox';
import { untilTestEnds } from '../support/untilTestEnds';

const sandbox = sandboxForEachTest({ seed: false });

/** The same address by TLS, for those alone who show a certificate. */
async function asking(address: string, options = ASKING_SERVER): Promise<string> {
  const tls = { ...options, rejectUnauthorized: true };
  return (await untilTestEnds(startTlsRelay(address, tls))).url;
}

test('neither key nor passphrase is part of what a refusal leaves behind', async () => {
  const strangers = { ...ASKING_SERVER, ca: ASKING_SERVER.cert };
  const baseUrl = await asking(sandbox.baseUrl, strangers);
  const { error, json } = await runNode(
    { type: PROJECTS_NODE, parameters: { resource: 'project', operation: 'getAll' } },
    { dataPlatformApi: { ...sandbox.credentials, ...trusted, ...ENCRYPTED, baseUrl } },
  );
  // Node hangs up without a word.
  expect(error?.message).toMatch(/^The connection to .* broke$/);
  expect(error?.description).toMatch(/may not accept the client certificate in the credential/);
  const left = inspect([error, json], { depth: 20, showHidden: true, maxStringLength: null });
  for (const secret of [PASSPHRASE, ENCRYPTED.clientKey.slice(60, 90)]) {
    expect(left + JSON.stringify(error)).not.toContain(secret);
  }
});

/** As it comes out of n8n's one-line fields. */
const ENCRYPTED = {
  clientCertificate: ROBOT.clientCertificate.replace(/\n/g, ' '),
  clientKey: pem('client/robot.encrypted').replace(/\n/g, ''),
  passphrase: PASSPHRASE,
};
const trusted = { caCertificate: ASKING_SERVER.cert };

const CREDENTIALS: Array<[CredentialType, () => object, string[]]> = [
  ['dataPlatformApi', () => sandbox.credentials, ['baseUrl']],
  ['dataPlatformUploadTokenApi', () => sandbox.uploadCredentials, ['baseUrl', 'localAddress']],
  ['dataPlatformKubernetesApi', () => sandbox.clusterCredentials, ['apiServer']],
];

describe.each(CREDENTIALS)('%s', (type, values, addresses) => {
  const press = async (fields: object) => {
    const given = values() as Record<string, string>;
    const data: Record<string, unknown> = { ...given, ...fields };
    for (const name of addresses) data[name] = await asking(given[name] ?? '');
    return await testCredential(type, data);
  };

  test('is tested with its client certificate', async () => {
    expect(await press({ ...trusted, ...ENCRYPTED })).toMatchObject({ status: 'OK' });
    expect(await press(trusted)).toMatchObject({ status: 'Error' });
  });

  test('with a key that does not fit is an error that names the key', async () => {
    const fields = { ...trusted, ...ENCRYPTED, clientKey: pem('client/other.key') };
    expect(await press(fields)).toEqual({
      status: 'Error',
      message: expect.stringMatching(
        /^The Client Certificate or Client Key in the credential cannot be used/,
      ),
    });
  });
});

test.each(['httpRequestWithAuthentication', 'requestWithAuthentication'])(
  'n8n’s own nodes show it, by %s',
  async (helper) => {
    const baseUrl = await asking(sandbox.baseUrl);
    const url = `${baseUrl}/projects/api/platform/1/graphql`;
    const parameters = { helper, url, body: { query: '{ projects { id } }' } };
    const credential = { ...sandbox.credentials, ...trusted, baseUrl, sessionToken: '' };
    const run = async (identity: object) =>
      await runNode(
        { type: REQUEST_NODE_TYPE, parameters },
        { dataPlatformApi: { ...credential, ...identity } },
      );
    const { json, error } = await run(ENCRYPTED);
    expect(error).toBeUndefined();
    expect(json).toEqual([{ data: { projects: [] } }]);
    expect((await run({})).error).toBeDefined();
  },
);
