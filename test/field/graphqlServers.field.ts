import { JOB_IDS, PROJECT_IDS } from '../../sandbox';
import { PROJECTS_NODE, runNode } from '../support/engine/runWorkflow';
import { searchList } from '../support/engine/searchList';
import { byId } from '../support/ids';
import { untilTestEnds } from '../support/untilTestEnds';
import {
  startGraphqlServer,
  type GraphqlServer,
  type GraphqlServerName as Server,
  type Protections,
} from './servers/graphql';
import { IS_SHORT } from './servers/program';

const MANY = IS_SHORT ? 40 : 200;

const projectId = byId(PROJECT_IDS.retail);
const jobId = byId(JOB_IDS.salesExtraction);

let server: GraphqlServer;

const start = async (name: Server, protections: Protections) => {
  server = await untilTestEnds(startGraphqlServer({ server: name, protections }));
};

const call = async (key: string, parameters: object, items = 1) => {
  const [resource, operation] = key.split('.');
  return await runNode(
    { type: PROJECTS_NODE, parameters: { resource, operation, ...parameters } as never },
    { dataPlatformApi: server.credentials },
    Array.from({ length: items }, () => ({})),
  );
};

const PROTECTIONS: Array<[string, Protections]> = [
  ['5 aliases', { maxAliases: 5 }],
  ['a cost of 200', { maxCost: 200 }],
  ['6 levels', { depthLimit: 6 }],
  ['introspection off', { introspection: false }],
];
const UNTOLD = 'The platform does not return its schema: it refuses introspection';
const NEED_NO_SCHEMA = ['project.getAll', 'job.run'];

const OPERATIONS: Array<[string, object]> = [
  ['project.getAll', { returnAll: true }],
  ['job.get', { jobId }],
  ['jobRun.getAll', { jobId, returnAll: true }],
  ['pipeline.getAll', { projectId, returnAll: true }],
  ['app.getAll', { projectId, returnAll: true }],
  ['job.run', { jobId }],
  ['job.update', { jobId, updateFields: { description: 'Seen' } }],
  ['environmentVariable.getAll', { scope: 'PROJECT', projectId }],
];

const LIMITS: Array<[Server, string, Protections]> = [
  ['apollo', '15 aliases', { maxAliases: 15 }],
  ['mercurius', '15 aliases', { maxAliases: 15 }],
  ['apollo', 'aliases, untold', { maxAliases: 15, hidesLimits: true }],
  ['apollo', 'cost', { maxCost: 2_000 }],
];

describe.each(['apollo', 'mercurius'] as const)('%s', (name) => {
  test.each(PROTECTIONS)(
    'behind %s, operations work, or report that the schema is not returned',
    async (_protection, protections) => {
      await start(name, protections);
      const isUntold = protections.introspection === false;
      const failed: string[] = [];
      for (const [operation, parameters] of OPERATIONS) {
        const { error } = await call(operation, parameters);
        if (isUntold && !NEED_NO_SCHEMA.includes(operation)) expect(error?.message).toBe(UNTOLD);
        else if (error) failed.push(`${operation}: ${error.message} ${error.description}`);
      }
      expect(failed).toEqual([]);
      const { error: ofCall } = await call('graphql.callOperation', {
        rootField: byId('query.job'),
        arguments: { mappingMode: 'defineBelow', value: { id: JOB_IDS.salesExtraction } },
        selection: 'custom',
        customSelection: 'id name',
      });
      const { json, error: ofSchema } = await call('graphql.getSchema', { format: 'sdl' });
      const list = searchList({
        type: PROJECTS_NODE,
        method: 'searchRootFields',
        parameters: { resource: 'graphql', operation: 'callOperation' },
        credentials: { dataPlatformApi: server.credentials },
      });
      if (!isUntold) {
        expect([ofCall?.description, ofSchema?.description]).toEqual([undefined, undefined]);
        expect(json[0]?.sdl).toContain('runJob(jobId: UUID!): JobInstance!');
        const values = (await list).results.map(({ value }) => value);
        expect(values).toContain('mutation.runJob');
        return;
      }
      expect([ofCall?.message, ofSchema?.message]).toEqual([UNTOLD, UNTOLD]);
      await expect(list).rejects.toThrow(UNTOLD);
    },
  );
});

test.each(LIMITS)(
  '%s: runs are waited for behind a limit on %s',
  async (name, _what, protections) => {
    await start(name, protections);
    const options = { pollInterval: 1, timeout: 60 };
    const { json, error } = await call('job.runAndWait', { jobId, options }, MANY);
    expect(error).toBeUndefined();
    expect(json.map(({ status }) => status)).toEqual(Array(MANY).fill('SUCCEEDED'));
  },
);

test('apollo that takes only registered queries says so, and no job counts as deleted', async () => {
  await start('apollo', { persistedOnly: true });
  const runs = [
    await call('graphql.getSchema', { format: 'sdl' }),
    await call('job.get', { jobId }),
    await call('job.delete', { jobId }),
  ];
  for (const { error } of runs) {
    expect(`${error?.message} ${error?.description}`).toContain('persisted query safelist');
  }
  expect(runs.slice(0, 2).map(({ error }) => error?.message)).toEqual([UNTOLD, UNTOLD]);
});
