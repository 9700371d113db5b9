import { buildSchema, graphqlSync } from 'graphql';
import {
  listContexts,
  listTechnologies,
} from '../../../../platform/resources/catalog/technologies';
import { startRawPlatform } from '../../../support/rawPlatform';
import { sendJson } from '../../../support/rawServer';

const BARE = buildSchema(
  'type Repository { id: ID } type Technology { id: ID label: String } type Query { repositories: [Repository] technology(id: ID): Technology }',
);

test.each([
  ['listTechnologies', listTechnologies, 'This platform cannot return "technologies"'],
  ['listContexts', listContexts, 'This platform cannot list contexts'],
])(
  '%s of a catalog that lacks them fails before anything is requested',
  async (_name, list, message) => {
    const server = await startRawPlatform(({ query: source }, response) =>
      sendJson(response, graphqlSync({ schema: BARE, source, rootValue: { repositories: [] } })),
    );
    await expect(list(server.connect().projects, 'python')).rejects.toThrow(message);
    expect(server.received.filter(({ body }) => /repositories \{|technology\(/.test(body))).toEqual(
      [],
    );
  },
);
