import type { Sandbox } from '../../../sandbox';
import { runConfFiles, startEmptySandbox } from './support';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startEmptySandbox();
});
afterAll(() => sandbox.close());

const ATTEMPTS = 4;
const PARAMETERS = { resource: 'file', operation: 'delete', filePath: '/a.txt' };
const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

test('a file that an earlier try has deleted is deleted, though every response to that was lost', async () => {
  await runConfFiles(sandbox, {
    resource: 'file',
    operation: 'upload',
    filePath: '/a.txt',
    contentSource: 'text',
    textContent: 'here',
  });
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'confDelete', times: ATTEMPTS });
  const { json, error } = await runConfFiles(sandbox, PARAMETERS, [{}], { settings });
  expect(error).toBeUndefined();
  expect(json).toEqual([{ deleted: true, path: '/a.txt' }]);
  expect(sandbox.accidents.pending()).toEqual([]);
});

test('a file that was never there is an error, however often it is tried', async () => {
  const { error } = await runConfFiles(sandbox, PARAMETERS, [{}], { settings });
  expect(error?.message).toContain('did not delete /a.txt');
});
