import { Platform } from '../../../platform/connection/platform';
import { findErrorCode } from '../../../platform/common/errors/errorCodes';
import { Repositories } from '../../../platform/resources/catalog/repositories';
import { buildSchema, graphqlSync } from 'graphql';
import { startRawPlatform } from '../../support/rawPlatform';
import { credentialFor, sendJson, startRawServer } from '../../support/rawServer';
import { untilTestEnds } from '../../support/untilTestEnds';
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
  const list = async () => await new Repositories(await connect().catalog()).list();
  await expect(list()).resolves.toEqual([{ id: '/technology/' }]);
  address = '/gateway/';
  await clock.pass(9 * 60_000);
  await expect(list()).rejects.toThrow('HTTP 404');
  await clock.pass(60_000);
  await expect(list()).resolves.toEqual([{ id: '/gateway/' }]);
});

test.each([401, 403, 404, 500])(
  'HTTP %d at the first address: the second one is asked',
  async (status) => {
    const { connect } = await startRawPlatform(({ path, query }, response) => {
      if (path.includes('/technology/')) response.writeHead(status).end('no');
      else sendJson(response, graphqlSync({ schema, source: query }));
    });
    await expect(connect().catalog()).resolves.toMatchObject({
      url: { pathname: '/gateway/api/graphql' },
    });
  },
);

test('what both addresses refuse is reported for both, with the code of the one that exists', async () => {
  const { connect } = await startRawPlatform(({ path }, response) =>
    response.writeHead(path.includes('/technology/') ? 404 : 403).end('no'),
  );
  const error: unknown = await connect()
    .catalog()
    .catch((failure: unknown) => failure);
  expect(error).toMatchObject({ status: 403 });
  expect(error).toHaveProperty('hint', expect.stringMatching(/HTTP 404.*\n.*HTTP 403/));
  expect(findErrorCode(error)).toBe('NOT_ALLOWED');
});

test('the general address is asked where it is chosen, and no other', async () => {
  const { connect, received } = await startRawPlatform(({ query }, response) =>
    sendJson(response, graphqlSync({ schema, source: query, rootValue: { repositories: [] } })),
  );
  const catalog = await connect({ catalogAddress: 'general' }).catalog();
  await expect(new Repositories(catalog).list()).resolves.toEqual([]);
  const asked = received.map(({ path }) => path).filter((path) => path.endsWith('graphql'));
  expect([...new Set(asked)]).toEqual(['/api/graphql']);
});

test('a login that is refused is the failure, and is not tried for each address', async () => {
  let logins = 0;
  const { baseUrl } = await untilTestEnds(
    startRawServer((_request, response) => {
      logins++;
      response.writeHead(401).end();
    }),
  );
  const catalog = Platform.connect(credentialFor(baseUrl)).catalog();
  await expect(catalog).rejects.toThrow('rejected the login');
  expect(logins).toBe(1);
});
