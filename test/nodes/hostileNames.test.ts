import { buildSchema, introspectionFromSchema } from 'graphql';
import type { INodeProperties } from 'n8n-workflow';
import { runNode } from '../support/engine/runWorkflow';
import { takeTableSample } from '../support/cases';
import { readDescription } from '../support/descriptions/packageNodes';
import { HOSTILE_NAMES, listInheritedNames } from '../support/hostileNames';
import { everyOperation } from './tries/everyOperation';
import { credentialFor, startRawServer, withLogin, type RawServer } from '../support/rawServer';

const QUERIES = [
  ...['jobs', 'job', 'project', 'projects', 'app', 'jobInstance', 'graphPipeline'],
  ...['repositories', 'technology'],
];
const MUTATIONS = ['runJob', 'deleteJob', 'stopJobInstance', 'runApp', 'duplicateJob'];
const SCHEMA = introspectionFromSchema(
  buildSchema(
    `type Thing { id: ID name: String status: String ${HOSTILE_NAMES.map((name) => `${name}: String`).join(' ')} }
    type Query { ${QUERIES.map((name) => `${name}(id: ID, jobId: ID, projectId: ID): [Thing]`).join(' ')}
      ${HOSTILE_NAMES.map((name) => `${name}: Thing`).join(' ')} }
    type Mutation { ${MUTATIONS.map((name) => `${name}(id: ID): Thing`).join(' ')} }`,
    { assumeValid: true },
  ),
);

/** Whatever is asked for: an answer full of names that objects inherit. */
const inside = HOSTILE_NAMES.map(
  (name) => `"${name}": {"polluted": true, "prototype": {"polluted": true}}`,
);
const ANSWER = `{"data": {${inside.join(', ')}, "jobs": [{${inside.join(', ')}}]}, ${inside.slice(1).join(', ')}}`;

// Each operation would wait ten times for a lost start.
process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '0.2';

const before = listInheritedNames();
let server: RawServer;
beforeAll(async () => {
  server = await startRawServer(
    withLogin(({ body }, response) => {
      const isSchema = body.includes('IntrospectionQuery');
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(isSchema ? JSON.stringify({ data: SCHEMA }) : ANSWER);
    }),
  );
});
afterAll(() => server.close());
afterEach(() => expect(listInheritedNames()).toEqual(before));

/** A value for a parameter, of its form as far as it has one, but made of a hostile name; options keep their default. */
const VALUES = new Map<string, (parameter: INodeProperties, name: string) => unknown>([
  ['resourceLocator', (_parameter, name) => ({ __rl: true, mode: 'id', value: name })],
  ['resourceMapper', (_parameter, name) => ({ mappingMode: 'defineBelow', value: own(name) })],
  ['multiOptions', (_parameter, name) => ['id', `${name}.polluted`, `${name}.prototype.polluted`]],
  ['collection', hostileCollection],
  ['fixedCollection', hostileCollection],
  ['json', (_parameter, name) => JSON.stringify(own(name))],
  ['number', ({ typeOptions }) => typeOptions?.minValue ?? 1],
  ['boolean', () => true],
  ['options', () => undefined],
]);

const hostileValue = (parameter: INodeProperties, name: string) =>
  (VALUES.get(parameter.type) ?? (() => name))(parameter, name);

function hostileCollection({ options }: INodeProperties, name: string): object {
  const members = ((options ?? []) as INodeProperties[])
    .filter(({ type }) => type === 'string' || type === 'json' || type === 'number')
    .map((option) => [option.name, hostileValue(option, name)] as const);
  return { ...own(name), ...Object.fromEntries(members) };
}

/** Parsed, so that `__proto__` is a field of its own, too. */
function own(name: string): object {
  return JSON.parse(`{"${name}": {"polluted": true}}`) as object;
}

const PROGRAMMERS_WORDS = /is not a function|Cannot read|call stack|not iterable|\[object/;

const OPERATIONS = everyOperation();
const PLAYED = takeTableSample(HOSTILE_NAMES, OPERATIONS);

const credential = () => ({
  ...credentialFor(server.baseUrl),
  apiServer: server.baseUrl,
  localAddress: server.baseUrl,
  uploadToken: 'token-1',
  token: 'token-1',
  customer: 'customer',
  namespace: 'platform-common',
});

test.each(OPERATIONS)(
  '$name: hostile names at every parameter and in every response',
  async (described) => {
    const credentials = Object.fromEntries(
      (readDescription(described.node).credentials ?? []).map(({ name }) => [name, credential()]),
    );
    const { node, resource, operation } = described;
    const type = `n8n-nodes-data-platform.dataPlatform${node}`;
    const settings = { onError: 'continueRegularOutput' } as const;
    const tryName = async (name: string) => {
      const values = described.fields.map((field) => [field.name, hostileValue(field, name)]);
      const given = Object.fromEntries(values.filter(([, value]) => value !== undefined)) as object;
      const parameters = { ...given, resource, operation } as never;
      const { run, error, json } = await runNode({ type, parameters, settings }, credentials);
      const inAll = run.data.resultData.error?.message;
      const told = JSON.stringify([error?.message, error?.description, json, inAll]);
      expect([name, told]).toEqual([name, expect.not.stringMatching(PROGRAMMERS_WORDS)]);
      expect([name, listInheritedNames()]).toEqual([name, before]);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    };
    await Promise.all((PLAYED.get(described) ?? []).map(tryName));
  },
);
