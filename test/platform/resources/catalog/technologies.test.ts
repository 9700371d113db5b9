import { buildSchema, graphqlSync } from 'graphql';
import { Technologies } from '../../../../platform/resources/catalog/technologies';
import { startRawPlatform } from '../../../support/rawPlatform';
import { sendJson } from '../../../support/rawServer';

const BARE = buildSchema(
  'type Repository { id: ID } type Technology { id: ID label: String } type Query { repositories: [Repository] technology(id: ID): Technology }',
);

test.each([
  ['list', 'This platform cannot return "technologies"'],
  ['listContexts', 'This platform cannot list contexts'],
] as const)(
  '%s of a catalog that lacks them fails before anything is requested',
  async (list, message) => {
    const server = await startRawPlatform(({ query: source }, response) =>
      sendJson(response, graphqlSync({ schema: BARE, source, rootValue: { repositories: [] } })),
    );
    const technologies = new Technologies(server.connect().projects);
    await expect(technologies[list]('python')).rejects.toThrow(message);
    expect(
      server.received.filter(({ body }) => /repositories ?\{|technology\(/.test(body)),
    ).toEqual([]);
  },
);
