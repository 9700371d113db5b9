import { Platform } from '../../../platform/connection/platform';
import { repositories } from '../../../platform/resources/catalog/repositories';
import { buildSchema, graphqlSync } from 'graphql';
import { TestClock } from '../../support/testClock';
import { credentialFor, sendJson, startRawServer, withLogin } from '../../support/rawServer';

const schema = buildSchema('type Repository { id: ID } type Query { repositories: [Repository] }');

test('a catalog that has moved is found again after ten minutes', async () => {
  const clock = new TestClock();
  let address = '/technology/';
  const server = await startRawServer(
    withLogin(({ path, body }, response) => {
      if (!path.includes(address)) return response.writeHead(404).end('nothing here');
      const { query } = JSON.parse(body) as { query: string };
      const rootValue = { repositories: [{ id: address }] };
      sendJson(response, graphqlSync({ schema, source: query, rootValue }));
    }),
  );
  try {
    const list = async () =>
      await repositories(await Platform.connect(credentialFor(server.baseUrl)).catalog()).list();
    await expect(list()).resolves.toEqual([{ id: '/technology/' }]);
    address = '/gateway/';
    await expect(list()).rejects.toThrow('HTTP 404');
    await clock.pass(10 * 60_000);
    await expect(list()).resolves.toEqual([{ id: '/gateway/' }]);
  } finally {
    clock.restore();
    await server.close();
  }
});

test.each([403, 500])(
  'HTTP %d at the first address is the failure: the second is not asked',
  async (status) => {
    const server = await startRawServer(
      withLogin((_request, response) => response.writeHead(status).end('no')),
    );
    try {
      const connected = Platform.connect(credentialFor(server.baseUrl)).catalog();
      await expect(connected).rejects.toThrow(`HTTP ${status}`);
      const asked = server.received.map(({ path }) => path);
      expect(new Set(asked.filter((path) => path.endsWith('graphql'))).size).toBe(1);
    } finally {
      await server.close();
    }
  },
);
