import { clientSource, readCredential } from '../../../../nodes/shared/client/connect';
import { someNode } from '../../../support/someNode';

/** Message of a node for a credential that n8n cannot read. */
async function failureOf(thrown: unknown): Promise<unknown> {
  const getCredentials = async () => await Promise.reject(thrown as Error);
  const context = { getCredentials, getNode: () => someNode() };
  return await readCredential(context as never, 'api').catch((error: unknown) => error);
}

test.each([
  [new Error('timeout exceeded'), 'timeout exceeded'],
  ['timeout exceeded', 'timeout exceeded'],
])('a credential that n8n cannot read is reported in words: %p', async (thrown, reason) => {
  expect(await failureOf(thrown)).toMatchObject({
    message: `n8n could not read the credential: ${reason}`,
    description: expect.stringContaining('Nothing was sent. Try again.'),
  });
});

test('what n8n itself says of a credential is left to it', async () => {
  const error = Object.assign(new Error('Not found'), { level: 'warning', tags: {} });
  expect(await failureOf(error)).toBe(error);
});

test("a credential's test explains an error that nobody expected", async () => {
  const testConnection = async () => await Promise.reject(new TypeError('no property of null'));
  const { test: run } = clientSource({
    credential: 'api',
    addresses: () => [],
    open: () => ({}),
    testConnection,
  });
  const { status, message } = await run.call({ helpers: {} } as never, {} as never);
  expect(status).toBe('Error');
  expect(message).toMatch(
    /^The response of the platform could not be read\. .*Nothing was changed/,
  );
});
