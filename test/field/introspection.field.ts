import { searchList } from '../support/engine/searchList';
import { PROJECTS_NODE, runNode, type WorkflowRun } from '../support/engine/runWorkflow';
import { JOB_IDS, PROJECT_IDS } from '../../sandbox';
import {
  startGraphqlServer,
  type GraphqlServer,
  type GraphqlServerName,
  type Protections,
} from './servers/graphql';
import { untilTestEnds } from '../support/untilTestEnds';
import { IS_SHORT } from './servers/program';

const SERVERS: GraphqlServerName[] = IS_SHORT ? ['mercurius'] : ['apollo', 'yoga', 'mercurius'];

/** Each with the reason that a user reads who asks for the schema itself; undefined if it is returned. */
const PROTECTIONS: Array<[string, Protections, string | undefined]> = [
  ['5 aliases', { maxAliases: 5 }, undefined],
  ['a cost of 200', { maxCost: 200 }, undefined],
  ['6 levels', { depthLimit: 6 }, undefined],
  ['introspection off', { introspection: false }, 'introspection is switched off'],
];

let server: GraphqlServer;

const call = async (operation: string, parameters: object): Promise<WorkflowRun> => {
  const [resource, name] = operation.split('.');
  return await runNode(
    {
      type: PROJECTS_NODE,
      parameters: { resource, operation: name, ...parameters } as never,
    },
    { dataPlatformApi: { ...server.credentials } },
  );
};
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

const OPERATIONS: Array<[string, object]> = [
  ['project.getAll', { returnAll: true }],
  ['job.get', { jobId: byId(JOB_IDS.salesExtraction) }],
  ['jobRun.getAll', { jobId: byId(JOB_IDS.salesExtraction), returnAll: true }],
  ['pipeline.getAll', { projectId: byId(PROJECT_IDS.retail), returnAll: true }],
  ['app.getAll', { projectId: byId(PROJECT_IDS.retail), returnAll: true }],
  ['job.run', { jobId: byId(JOB_IDS.salesExtraction) }],
  ['job.update', { jobId: byId(JOB_IDS.salesExtraction), updateFields: { description: 'Seen' } }],
  ['environmentVariable.getAll', { scope: 'PROJECT', projectId: byId(PROJECT_IDS.retail) }],
];

describe.each(SERVERS)('%s', (name) => {
  describe.each(PROTECTIONS)('behind %s', (_protection, protections, untold) => {
    test('operations work, and Get Schema reports why it cannot', async () => {
      server = await untilTestEnds(startGraphqlServer({ server: name, protections }));
      const failed: string[] = [];
      for (const [operation, parameters] of OPERATIONS) {
        const { error } = await call(operation, parameters);
        if (error) failed.push(`${operation}: ${error.message} ${error.description}`);
      }
      expect(failed).toEqual([]);
      await server.counts();
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
        credentials: { dataPlatformApi: { ...server.credentials } },
      });
      if (untold === undefined) {
        expect(ofCall && `${ofCall.message} ${ofCall.description}`).toBeUndefined();
        expect(ofSchema && `${ofSchema.message} ${ofSchema.description}`).toBeUndefined();
        expect(json[0]?.sdl).toContain('runJob(jobId: UUID!): JobInstance!');
        expect((await list).results).toHaveLength(100);
        return;
      }
      const message = `The platform does not return its schema: ${untold}`;
      expect([ofCall?.message, ofSchema?.message]).toEqual([message, message]);
      await expect(list).rejects.toThrow(message);
    });
  });

  // Mercurius says "undefined".
  const testNamed = name === 'mercurius' ? test.skip : test;
  testNamed('that takes registered queries alone: every operation says so', async () => {
    const protections = { persistedOnly: true };
    server = await untilTestEnds(startGraphqlServer({ server: name, protections }));
    const { error } = await call('job.get', { jobId: byId(JOB_IDS.salesExtraction) });
    expect(error?.message).toBe(
      'The platform does not return its schema: it accepts only registered queries',
    );
  });
});
