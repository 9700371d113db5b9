import type { Sandbox } from '../../../sandbox';
import { testCredential } from '../../support/engine/testCredential';
import { sandboxForEachTest } from '../../support/testSandbox';
import { DOWNLOAD, LIST, runConfFiles, UPLOAD } from './support';

const sandbox = sandboxForEachTest({ seed: false });

const upload = { ...UPLOAD, filePath: 'a', contentSource: 'text', textContent: 'hello' };

interface Case {
  prepare?: (sandbox: Sandbox) => void;
  parameters?: object;
  credential?: object;
  message: RegExp;
  description: RegExp;
}

const TOKEN = /Check the upload token.*platform-common-conf-upload-token/;
const status = (status: number) => (started: Sandbox) =>
  started.accidents.add({ kind: 'status', status, body: 'json', operation: 'confUpload' });

const cases: Record<string, Case> = {
  'a wrong upload token (403)': {
    credential: { uploadToken: 'wrong' },
    message: /did not upload \/a: .*HTTP 40[13]/,
    description: TOKEN,
  },
  'a service that wants another token (401)': {
    prepare: status(401),
    message: /did not upload \/a: .*HTTP 401/,
    description: TOKEN,
  },
  'an upload token with a line end': {
    credential: { uploadToken: 'two\nlines' },
    message: /Upload Token contains characters/,
    description: /Copy it again/,
  },
  'an unknown customer (404)': {
    credential: { customer: 'nobody' },
    message: /did not upload \/a: .*HTTP 404/,
    description: /the customer and the platform ID in the credential/,
  },
  'a missing file to download (404)': {
    parameters: { ...DOWNLOAD, filePath: 'missing' },
    message: /did not retrieve \/missing: .*HTTP 404/,
    description: /This path does not exist/,
  },
  'a file that is too large (413)': {
    prepare: status(413),
    message: /did not upload \/a: .*HTTP 413/,
    description: /increase the limit/,
  },
  'no room left (507)': {
    prepare: status(507),
    message: /did not upload \/a: .*HTTP 507/,
    description: /no space left/,
  },
  'a local address where nothing answers': {
    parameters: LIST,
    credential: { localAddress: 'http://127.0.0.1:9' },
    message: /not reachable at http:\/\/127\.0\.0\.1:9/,
    description: /^Check that the port is forwarded.*run: kubectl .*port-forward/,
  },
};

test.each(Object.entries(cases))('%s', async (_name, one) => {
  const { prepare, parameters = upload, credential, message, description } = one;
  prepare?.(sandbox);
  const { error } = await runConfFiles(sandbox, parameters, [{}], { credential });
  expect(error?.message).toMatch(message);
  expect(error?.description).toMatch(description);
  expect(JSON.stringify(error)).not.toContain(sandbox.uploadCredentials.uploadToken);
});

const EMPTY = { uploadToken: ' ' };
const NOBODY = { customer: 'nobody' };
const WRONG = /^The customer or the platform ID is wrong: .*HTTP 404.*Copy both from the address/;

test.each<[object, 'OK' | 'Error', RegExp]>([
  [{}, 'OK', /^Connection successful$/],
  [{ localAddress: 'http://127.0.0.1:9' }, 'Error', /Check that the port is forwarded/],
  [NOBODY, 'Error', WRONG],
  [{ platformId: '77' }, 'Error', WRONG],
  [{ ...NOBODY, ...EMPTY }, 'Error', WRONG],
  [{ platformId: '77', ...EMPTY }, 'Error', WRONG],
  [
    { uploadToken: 'wrong' },
    'Error',
    /^The upload token is wrong: .*HTTP 40[13].*Check the upload token/,
  ],
  [EMPTY, 'OK', /^Files can be read\. The upload token is empty/],
  [
    { ...EMPTY, localAddress: '' },
    'OK',
    /^Nothing was tested: the upload token and the local address are empty\.$/,
  ],
  [{ localAddress: '' }, 'OK', /^Connection successful$/],
])('the test button of the credential with %j: %s, and nothing is left', async (...row) => {
  const [changes, outcome, message] = row;
  const credential = { ...sandbox.uploadCredentials, ...changes };
  expect(await testCredential('dataPlatformUploadTokenApi', credential)).toEqual({
    status: outcome,
    message: expect.stringMatching(message),
  });
  expect(sandbox.confFiles.paths()).toEqual([]);
  expect(sandbox.stats.byOperation.confUpload).toBeUndefined();
});
