import {
  buildSchema,
  graphqlSync,
  Kind,
  parse,
  printSchema,
  visit,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';
import { callRootField } from '../../../../platform/graphql/call/callRootField';
import { wholeSchema } from '../../../../platform/graphql/schema/bySchema';
import { schemaText } from '../../../../platform/graphql/schema/introspection';
import { validateUserQuery } from '../../../../platform/graphql/userQuery/validateUserQuery';
import { Platform } from '../../../../platform/connection/platform';
import { settingsFrom } from '../../../../sandbox/options';
import { projectsSchema } from '../../../../sandbox/projects/schema';
import {
  credentialFor,
  sendJson,
  startRawServer,
  withLogin,
  type RawServer,
} from '../../../support/rawServer';

/** Without the sandbox's own answers. */
const RECENT = buildSchema(printSchema(projectsSchema(settingsFrom({}))));
const ID = '10000000-0000-4000-8000-000000000001';

/** Levels of fields, as graphql-java and Mercurius count them: those of introspection too. */
function levelsOf(document: DocumentNode): number {
  let [levels, deepest] = [0, 0];
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  );
  const count = (node: DocumentNode | NonNullable<ReturnType<typeof fragments.get>>) =>
    visit(node, {
      Field: {
        enter: () => void (deepest = Math.max(deepest, ++levels)),
        leave: () => void levels--,
      },
      FragmentDefinition: (one) => (one === node ? undefined : false),
      FragmentSpread: ({ name }) => {
        const fragment = fragments.get(name.value);
        if (fragment) count(fragment);
      },
    });
  count(document);
  return deepest;
}

function typesOf(document: DocumentNode): number {
  let types = 0;
  visit(document, { Field: ({ name }) => void (name.value === '__type' && types++) });
  return types;
}

type Refusal = (document: DocumentNode, query: string) => string | undefined;

let server: RawServer;
afterEach(() => server.close());

async function start(refusal: Refusal, schema: GraphQLSchema = RECENT): Promise<void> {
  server = await startRawServer(
    withLogin(({ body }, response) => {
      const { query, variables } = JSON.parse(body) as { query: string; variables?: object };
      const refused = refusal(parse(query), query);
      if (refused) return sendJson(response, { errors: [{ message: refused }] });
      const rootValue = { job: { id: ID, name: 'Extract', versions: [] } };
      const variableValues = { ...variables };
      sendJson(response, graphqlSync({ schema, source: query, variableValues, rootValue }));
    }),
  );
}

const endpoint = () => Platform.connect(credentialFor(server.baseUrl)).projects;
const bodies = () => server.received.map(({ body }) => body);
const parts = () => bodies().filter((body) => body.includes('__type(')).length;

const depth =
  (most: number): Refusal =>
  (document) =>
    levelsOf(document) > most ? `Query depth limit of ${most} exceeded` : undefined;

const LIMITS: Array<[string, Refusal]> = [
  ['12 levels', depth(12)],
  ['8 levels', depth(8)],
  ['6 levels, as introspection counts', depth(6)],
  [
    'one type a request (graphql-java)',
    (document, query) => {
      const isOften = typesOf(document) > 1 || query.includes('IntrospectionQuery');
      return isOften
        ? 'This request is not asking for introspection in good faith - Query.__type is present too often!'
        : undefined;
    },
  ],
  [
    'a cost',
    (document, query) =>
      query.includes('IntrospectionQuery') || typesOf(document) > 3
        ? 'Query Cost limit of 5000 exceeded, found 12000.'
        : undefined,
  ],
  [
    '1,500 characters',
    (_document, query) =>
      query.length > 1_500 ? 'Syntax Error: Character limit of 1500 exceeded' : undefined,
  ],
  [
    'words that tell nothing',
    (document, query) =>
      query.includes('IntrospectionQuery') || typesOf(document) > 1 ? 'Bad Request' : undefined,
  ],
];

/** Without what is told of a type beside its fields. */
const plain = (sdl: string) =>
  sdl
    .replace(/"""[\s\S]*?"""\n\s*/g, '')
    .replace(/ @deprecated(?:\([^)]*\))?/g, '')
    .replace(/@specifiedBy\([^)]*\)/g, '')
    .split('\n\n')
    .map((type) => type.trim())
    .filter((type) => !type.startsWith('directive') && !type.startsWith('schema'))
    .sort();

test.each(LIMITS)(
  'behind a limit of %s the schema is read in parts, and is the same',
  async (_limit, refusal) => {
    await start(refusal);
    const live = await wholeSchema(endpoint());
    const told = new Set(plain(schemaText(live)));
    const missing = plain(printSchema(RECENT)).filter((type) => !told.has(type));
    // Types that no query or mutation leads to are not met.
    expect(
      missing.filter(
        (type) =>
          !/ExposedPort|EntryInput|^type (?:Entry|TechnologyVersion|Secondary\w+|Feature|JobAiGenerated\w+)\b|enum JobAiGenerated/.test(
            type,
          ),
      ),
    ).toEqual([]);
  },
);

test.each(LIMITS)(
  'behind a limit of %s an operation reads the types that it needs',
  async (_limit, refusal) => {
    await start(refusal);
    const selection = { mode: 'supported', text: 'id name technology { id } nothing' } as never;
    const job = await callRootField(endpoint(), 'query', 'job', {
      arguments: { id: ID },
      selection,
    });
    expect(job).toEqual({ id: ID, name: 'Extract', technology: null });
    expect(server.received.length).toBeLessThan(16);
    const before = parts();
    await callRootField(endpoint(), 'query', 'job', { arguments: { id: ID }, selection });
    expect(parts()).toBe(before);
  },
);

test('4 levels are enough with what is known of such platforms', async () => {
  await start(depth(4));
  const selection = { mode: 'supported', text: 'id name technology { id }' } as never;
  const call = { arguments: { id: ID }, selection };
  await expect(callRootField(endpoint(), 'query', 'job', call)).resolves.toMatchObject({ id: ID });
});

test('a user’s query is checked as well, with suggestions', async () => {
  await start(depth(8));
  await expect(validateUserQuery(endpoint(), `{ job(id: "${ID}") { nam } }`)).rejects.toMatchObject(
    {
      hint: expect.stringContaining('Did you mean "name"'),
    },
  );
  await expect(
    validateUserQuery(
      endpoint(),
      `{ job(id: "${ID}") { project { apps { history { events { action { event { ... on RunAction { author } } } } } } } } }`,
    ),
  ).resolves.toBeUndefined();
});

test('many who ask at once read each type once', async () => {
  await start(depth(8));
  const selection = { mode: 'supported', text: 'id name technology { id }' } as never;
  const call = { arguments: { id: ID }, selection };
  await Promise.all(
    Array.from({ length: 50 }, () => callRootField(endpoint(), 'query', 'job', call)),
  );
  expect(parts()).toBeLessThan(12);
});

test('members of an interface are found', async () => {
  const schema = buildSchema(`
    interface Thing { id: ID }
    type One implements Thing { id: ID first: Int }
    type Two implements Thing { id: ID second: Int }
    type Query { thing: Thing }
  `);
  await start(depth(8), schema);
  const fields = { mode: 'supported', text: 'id first second' } as never;
  await callRootField(endpoint(), 'query', 'thing', { selection: fields });
  expect(bodies().at(-1)).toMatch(/on One \{ first \} \.\.\. on Two \{ second/);
});
