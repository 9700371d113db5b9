import { repositories } from '../../../platform/resources/catalog/repositories';
import { buildSchema, graphqlSync } from 'graphql';
import { startRawPlatform } from '../../support/rawPlatform';
import { sendJson } from '../../support/rawServer';
import { TestClock } from '../../support/testClock';

const schema = buildSchema('type Repository { id: ID } type Query { repositories: [Repository] }');

test('a catalog that has moved is found again after ten minutes', async () => {
  const clock = new TestClock();
  let address = '/technology/';
  const { connect } = await startRawPlatform(({ path, query }, response) => {
    if (!path.includes(address)) return response.writeHead(404).end('nothing here');
    const rootValue = { repositories: [{ id: address }] };
    sendJson(response, graphqlSync({ schema, source: query, rootValue }));
  });
  const list = async () => await repositories(await connect().catalog()).list();
  await expect(list()).resolves.toEqual([{ id: '/technology/' }]);
  address = '/gateway/';
  await expect(list()).rejects.toThrow('HTTP 404');
  await clock.pass(10 * 60_000);
  await expect(list()).resolves.toEqual([{ id: '/gateway/' }]);
});

test.each([403, 500])(
  'HTTP %d at the first address is the failure: the second is not asked',
  async (status) => {
    const { connect, received } = await startRawPlatform((_request, response) =>
      response.writeHead(status).end('no'),
    );
    await expect(connect().catalog()).rejects.toThrow(`HTTP ${status}`);
    const asked = received.map(({ path }) => path).filter((path) => path.endsWith('graphql'));
    expect(new Set(asked).size).toBe(1);
  },
);
