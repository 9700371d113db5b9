import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import { APP_TECHNOLOGY_IDS, GENERATIONS } from '../../sandbox';
import { readSettings } from '../../sandbox/options';
import { getProjectsSchema } from '../../sandbox/projects/schema';
import { getCatalogSchema } from '../../sandbox/catalog/routes';
import { clientOf, dataOf, sandboxWith, START, UNKNOWN } from './client';

const MODULES: Array<[name: string, schema: GraphQLSchema, options: object, path: string]> = [
  ...GENERATIONS.map((generation): [string, GraphQLSchema, object, string] => [
    generation,
    getProjectsSchema(readSettings({ generation })),
    { generation },
    '/projects/api/platform/1/graphql',
  ]),
  ['the catalog', getCatalogSchema(), {}, '/gateway/api/graphql'],
];

/** A value that a type accepts, as GraphQL text: nothing that the sandbox has. */
function anyValue(type: GraphQLInputType): string {
  if (isNonNullType(type)) return anyValue(type.ofType);
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type)) {
    const needed = Object.values(type.getFields()).filter(isRequiredInputField);
    return `{ ${needed.map((field) => `${field.name}: ${anyValue(field.type)}`).join(', ')} }`;
  }
  const values: Record<string, string> = { Int: '1', Float: '1', Boolean: 'true', Upload: 'null' };
  const texts: Record<string, string> = {
    UUID: UNKNOWN,
    DateTime: '2026-03-01T00:00:00Z',
    DataSize: '1 GB',
  };
  return values[type.name] ?? JSON.stringify(texts[type.name] ?? 'x');
}

test.each(MODULES)('every root field of %s answers', async (_name, schema, options, path) => {
  const sandbox = await sandboxWith(options);
  const ask = await clientOf(sandbox, sandbox.baseUrl + path);
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
  ] as const;
  const broken: unknown[] = [];
  for (const [kind, root] of roots) {
    for (const { name, args, type } of Object.values(root?.getFields() ?? {})) {
      const given = args.map((argument) => `${argument.name}: ${anyValue(argument.type)}`);
      const call = given.length > 0 ? `${name}(${given.join(', ')})` : name;
      const selection = isLeafType(getNamedType(type)) ? '' : '{ __typename }';
      const { data, errors = [] } = await ask(`${kind} { ${call} ${selection} }`);
      // A refusal has a code of the sandbox; an exception has none, or that of GraphQL's own checks.
      const isAnswer = errors.every(({ extensions }) =>
        ['BAD_INPUT', 'CONFLICT', 'NOT_FOUND'].includes(extensions?.code ?? ''),
      );
      if (!isAnswer || (errors.length === 0 && !data)) broken.push([call, errors]);
    }
  }
  expect(broken).toEqual([]);
});

test('mid-2022 tells each event of an app for itself, oldest first, by an author', async () => {
  let now = START;
  const sandbox = await sandboxWith({
    seed: false,
    generation: 'middle',
    login: 'ada',
    clock: () => now,
  });
  const { apps } = sandbox.store;
  const projectId = sandbox.store.addProject().id;
  const app = apps.add({ projectId, technologyId: APP_TECHNOLOGY_IDS.dashboard });
  apps.begin(app.id, 'STARTING');
  now += 60_000;
  apps.stop(app.id);
  now += 60_000;
  const ask = await clientOf(sandbox);
  const event = `recordAt __typename ... on RunAction { versionNumber author } ... on StatusRetrieve { status }`;
  const data = dataOf(
    await ask(
      `{ app(id: "${app.id}") { history { events { event { ${event} } transitionTime } } } }`,
    ),
  );
  const events = data.app.history.events.map(({ event }: { event: Record<string, unknown> }) => [
    event.__typename,
    event.status ?? event.author ?? null,
  ]);
  expect(events).toEqual([
    ['RunAction', 'ada'],
    ['StatusRetrieve', 'STARTING'],
    ['StatusRetrieve', 'STARTED'],
    ['StopAction', null],
    ['StatusRetrieve', 'STOPPING'],
    ['StatusRetrieve', 'STOPPED'],
  ]);
});
