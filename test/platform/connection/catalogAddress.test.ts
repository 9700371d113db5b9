import { Platform } from '../../../platform/connection/platform';
import { repositories } from '../../../platform/resources/catalog/repositories';
import { buildSchema, graphqlSync } from 'graphql';
import { credentialFor, sendJson, startRawServer, withLogin } from '../../support/rawServer';

const schema = buildSchema('type Repository { id: ID } type Query { repositories: [Repository] }');

test('a catalog that has moved is found again, by the request that misses it', async () => {
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
    const catalog = async () => await Platform.connect(credentialFor(server.baseUrl)).catalog();
    const held = await catalog();
    await expect(repositories(held).list()).resolves.toEqual([{ id: '/technology/' }]);
    address = '/gateway/';
    await expect(repositories(held).list()).resolves.toEqual([{ id: '/gateway/' }]);
    await expect(repositories(await catalog()).list()).resolves.toEqual([{ id: '/gateway/' }]);
    address = '/nowhere/';
    const requests = server.received.length;
    await expect(repositories(await catalog()).list()).rejects.toThrow('HTTP 404');
    expect(server.received.length - requests).toBeLessThan(6);
    address = '/technology/';
    await expect(repositories(await catalog()).list()).resolves.toEqual([{ id: '/technology/' }]);
  } finally {
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
