import { credentialOf } from '../../../../nodes/shared/client/connect';
import { someNode } from '../../../support/someNode';

/** What a node says of a credential that n8n does not read. */
async function failureOf(thrown: unknown): Promise<unknown> {
  const getCredentials = async () => await Promise.reject(thrown as Error);
  const context = { getCredentials, getNode: () => someNode() };
  return await credentialOf(context as never, 'api').catch((error: unknown) => error);
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
