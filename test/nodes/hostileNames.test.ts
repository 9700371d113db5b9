import { readdirSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, introspectionFromSchema } from 'graphql';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { loadPackage } from '../../harness/engine/nodeTypes';
import { runNode } from '../../harness/engine/runWorkflow';
import { HOSTILE_NAMES, inheritedNames } from '../support/hostileNames';
import { PACKAGE_FOLDER } from '../../harness/packedPackage';
import { credentialFor, startRawServer, withLogin, type RawServer } from '../support/rawServer';

const SCHEMA = introspectionFromSchema(
  buildSchema(
    `type Thing { id: ID name: String status: String ${HOSTILE_NAMES.map((name) => `${name}: String`).join(' ')} }
    type Query { ${[
      'jobs',
      'job',
      'project',
      'projects',
      'app',
      'jobInstance',
      'graphPipeline',
      'repositories',
      'technology',
    ]
      .map((name) => `${name}(id: ID, jobId: ID, projectId: ID): [Thing]`)
      .join(' ')} ${HOSTILE_NAMES.map((name) => `${name}: Thing`).join(' ')} }
    type Mutation { ${['runJob', 'deleteJob', 'stopJobInstance', 'runApp', 'duplicateJob']
      .map((name) => `${name}(id: ID): Thing`)
      .join(' ')} }`,
    { assumeValid: true },
  ),
);

/** Whatever is asked for: an answer full of names that objects inherit. */
const inside = HOSTILE_NAMES.map(
  (name) => `"${name}": {"polluted": true, "prototype": {"polluted": true}}`,
);
const ANSWER = `{"data": {${inside.join(', ')}, "jobs": [{${inside.join(', ')}}]}, ${inside.slice(1).join(', ')}}`;

// What a lost start is looked for would be waited for ten times an operation.
process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '0.2';

let server: RawServer;
let before: string[];
beforeAll(async () => {
  before = inheritedNames();
  server = await startRawServer(
    withLogin(({ body }, response) => {
      const isSchema = body.includes('IntrospectionQuery');
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(isSchema ? JSON.stringify({ data: SCHEMA }) : ANSWER);
    }),
  );
});
afterAll(() => server.close());
afterEach(() => expect(inheritedNames()).toEqual(before));

type Parameter = INodeProperties;

/** A value for a parameter, of its form as far as it has one, but made of a hostile name; options keep their default. */
const VALUES = new Map<string, (parameter: Parameter, name: string) => unknown>([
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

function hostileValue(parameter: Parameter, name: string): unknown {
  const valueOf = VALUES.get(parameter.type);
  return valueOf ? valueOf(parameter, name) : name;
}

function hostileCollection({ options }: Parameter, name: string): object {
  const members = ((options ?? []) as Parameter[])
    .filter(({ type }) => type === 'string' || type === 'json' || type === 'number')
    .map((option) => [option.name, hostileValue(option, name)] as const);
  return { ...own(name), ...Object.fromEntries(members) };
}

/** Parsed, so that `__proto__` is a field of its own, too. */
function own(name: string): object {
  return JSON.parse(`{"${name}": {"polluted": true}}`) as object;
}

const FILES = readdirSync(path.join(PACKAGE_FOLDER, 'dist', 'nodes'), {
  recursive: true,
  encoding: 'utf8',
}).filter((file) => file.endsWith('.node.js') && !file.includes('Trigger'));

const PROGRAMMERS_WORDS = /is not a function|Cannot read|call stack|not iterable|\[object/;

test.each(FILES)(
  '%s: hostile names at every parameter and in every response',
  async (file) => {
    const base = path.basename(file, '.node.js');
    const type = `n8n-nodes-data-platform.${base.charAt(0).toLowerCase()}${base.slice(1)}`;
    const { nodeTypes } = await loadPackage();
    const { description } = nodeTypes.getByName(type) as { description: INodeTypeDescription };
    const { properties, credentials = [] } = description;
    const credential = {
      ...credentialFor(server.baseUrl),
      url: server.baseUrl,
      serverUrl: server.baseUrl,
      localAddress: server.baseUrl,
      token: 'token-1',
      customer: 'customer',
      namespace: 'platform-common',
    };
    const given = Object.fromEntries(credentials.map(({ name }) => [name, credential]));
    const shownIn = (property: INodeProperties, resource: string, operation: string) =>
      property.displayOptions?.show?.resource?.includes(resource) &&
      property.displayOptions.show.operation?.includes(operation);

    for (const picker of properties.filter(({ name }) => name === 'operation')) {
      const resource = String(picker.displayOptions?.show?.resource?.[0]);
      for (const option of picker.options as Array<{ value: string }>) {
        const operation = option.value;
        const fields = properties.filter((property) => shownIn(property, resource, operation));
        const tryName = async (name: string) => {
          const parameters = Object.fromEntries(
            fields
              .map((field) => [field.name, hostileValue(field, name)] as const)
              .filter(([, value]) => value !== undefined),
          );
          const { run, error, json } = await runNode(
            {
              type,
              parameters: { ...parameters, resource, operation } as never,
              settings: { onError: 'continueRegularOutput' },
            },
            given as never,
          );
          const told = JSON.stringify([
            error?.message,
            error?.description,
            json,
            run.data.resultData.error?.message,
          ]);
          expect([resource, operation, name, told]).toEqual([
            resource,
            operation,
            name,
            expect.not.stringMatching(PROGRAMMERS_WORDS),
          ]);
          expect([resource, operation, name, inheritedNames()]).toEqual([
            resource,
            operation,
            name,
            before,
          ]);
          expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
        };
        await Promise.all(HOSTILE_NAMES.map(tryName));
      }
    }
  },
  120_000,
);
