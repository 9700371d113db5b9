import { clientSource, credentialOf } from '../../../../nodes/shared/client/credentialClient';
import { someNode } from '../../../support/someNode';

const node = someNode();

describe('a credential', () => {
  const contextWith = (getCredentials: () => Promise<object>) =>
    ({ getCredentials, getNode: () => node }) as never;

  test('is read by its name', async () => {
    const getCredentials = jest.fn(async () => ({ baseUrl: 'u' }));
    expect(await credentialOf(contextWith(getCredentials), 'api')).toEqual({ baseUrl: 'u' });
    expect(getCredentials).toHaveBeenCalledWith('api');
  });

  test.each([
    [new Error('timeout exceeded'), 'timeout exceeded'],
    ['timeout exceeded', 'timeout exceeded'],
  ])('that n8n cannot read is reported in words: %p', async (thrown, reason) => {
    const context = contextWith(async () => await Promise.reject(thrown));
    await expect(credentialOf(context, 'api')).rejects.toMatchObject({
      message: `n8n could not read the credential: ${reason}`,
      description: expect.stringContaining('Nothing was sent. Try again.'),
    });
  });

  test('of which n8n says itself what is wrong is left to it', async () => {
    const error = Object.assign(new Error('Not found'), { level: 'warning', tags: {} });
    const context = contextWith(async () => await Promise.reject(error));
    await expect(credentialOf(context, 'api')).rejects.toBe(error);
  });

  test('leads to a client', async () => {
    const source = clientSource({
      credential: 'api',
      addresses: () => [],
      open: (_platform, data) => ({ data }),
      testConnection: async () => undefined,
    });
    expect(await source.connect(contextWith(async () => ({ a: 1 })))).toEqual({ data: { a: 1 } });
  });
});
