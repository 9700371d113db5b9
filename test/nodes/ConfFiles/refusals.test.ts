import type { Sandbox, SandboxOptions } from '../../../sandbox';
import { testCredential } from '../../support/engine/testCredential';
import { runConfFiles, startEmptySandbox } from './support';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

const upload = (filePath: string) => ({
  resource: 'file',
  operation: 'upload',
  filePath,
  contentSource: 'text',
  textContent: 'hello',
});

interface Case {
  options?: SandboxOptions;
  parameters: Parameters<typeof runConfFiles>[1];
  credential?: object;
  message: RegExp;
  description: RegExp;
}

const TOKEN = /Check the upload token.*platform-common-conf-upload-token/;

const cases: Record<string, Case> = {
  'a wrong upload token (403)': {
    parameters: upload('a'),
    credential: { uploadToken: 'wrong' },
    message: /did not upload \/a: .*HTTP 40[13]/,
    description: TOKEN,
  },
  'an upload token with a line end': {
    parameters: upload('a'),
    credential: { uploadToken: 'two\nlines' },
    message: /Upload Token contains characters/,
    description: /Copy it again/,
  },
  'an unknown customer (404)': {
    parameters: upload('a'),
    credential: { customer: 'nobody' },
    message: /did not upload \/a: .*HTTP 404/,
    description: /the customer and the platform ID in the credential/,
  },
  'a missing file to download (404)': {
    parameters: { resource: 'file', operation: 'download', filePath: 'missing' },
    message: /did not retrieve \/missing: .*HTTP 404/,
    description: /This path does not exist/,
  },
  'a file that is too large (413)': {
    options: { maxFileBytes: 4 },
    parameters: upload('a'),
    message: /did not upload \/a: .*HTTP 413/,
    description: /increase the limit/,
  },
  'no room left (507)': {
    options: { freeBytes: 4 },
    parameters: upload('a'),
    message: /did not upload \/a: .*HTTP 507/,
    description: /no space left/,
  },
  'a local address where nothing answers': {
    parameters: { resource: 'file', operation: 'getAll', path: '/' },
    credential: { localAddress: 'http://127.0.0.1:9' },
    message: /not reachable at http:\/\/127\.0\.0\.1:9/,
    description: /Check that the port is forwarded\. To forward it, run: kubectl .*port-forward/,
  },
};

test.each(Object.entries(cases))('%s', async (_name, one) => {
  sandbox = await startEmptySandbox(one.options);
  const { error } = await runConfFiles(sandbox, one.parameters, [{}], {
    credential: one.credential,
  });
  expect(error?.message).toMatch(one.message);
  expect(error?.description).toMatch(one.description);
  expect(JSON.stringify(error)).not.toContain(sandbox.uploadCredentials.uploadToken);
});

test('a service that wants another token (401)', async () => {
  sandbox = await startEmptySandbox();
  sandbox.accidents.add({ kind: 'status', status: 401, body: 'json', operation: 'confUpload' });
  const { error } = await runConfFiles(sandbox, upload('a'));
  expect(error?.message).toMatch(/did not upload \/a: .*HTTP 401/);
  expect(error?.description).toMatch(TOKEN);
});

describe('the test button of the credential', () => {
  const press = async (changes: object = {}) =>
    await testCredential('dataPlatformUploadTokenApi', {
      ...sandbox.uploadCredentials,
      ...changes,
    });

  test('distinguishes a port that is not forwarded from an error of the service', async () => {
    sandbox = await startEmptySandbox();
    expect(await press()).toEqual({ status: 'OK', message: 'Connection successful' });
    expect(await press({ localAddress: 'http://127.0.0.1:9' })).toMatchObject({
      status: 'Error',
      message: expect.stringContaining('Check that the port is forwarded.'),
    });
    for (const changes of [{}, { uploadToken: '' }]) {
      for (const wrong of [{ customer: 'nobody' }, { platformId: '77' }]) {
        expect(await press({ ...changes, ...wrong })).toMatchObject({
          status: 'Error',
          message: expect.stringMatching(
            /^The customer or the platform ID is wrong: .*HTTP 404.*Copy both from the address/,
          ),
        });
      }
    }
  });

  test('says what was not tested because it is empty', async () => {
    sandbox = await startEmptySandbox();
    const empty = { uploadToken: ' ' };
    expect(await press(empty)).toEqual({
      status: 'OK',
      message: expect.stringMatching(/^Files can be read\. The upload token is empty/),
    });
    expect(await press({ ...empty, localAddress: '' })).toEqual({
      status: 'OK',
      message: 'Nothing was tested: the upload token and the local address are empty.',
    });
    expect(await press({ localAddress: '' })).toEqual({
      status: 'OK',
      message: 'Connection successful',
    });
  });

  test('tries the upload token, and leaves nothing behind', async () => {
    sandbox = await startEmptySandbox();
    expect(await press({ uploadToken: 'wrong' })).toMatchObject({
      status: 'Error',
      message: expect.stringMatching(
        /^The upload token is wrong: .*HTTP 40[13].*Check the upload token/,
      ),
    });
    expect(await press()).toMatchObject({ status: 'OK' });
    expect(sandbox.confFiles.paths()).toEqual([]);
    expect(sandbox.stats.byOperation.confUpload).toBeUndefined();
  });
});
