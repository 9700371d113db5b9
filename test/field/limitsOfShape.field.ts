import { runNode } from '../support/engine/runWorkflow';
import { PROJECT_IDS } from '../../sandbox';
import {
  startGraphqlServer,
  type GraphqlServer,
  type GraphqlServerName,
  type Protections,
} from './servers/graphql';
import { untilTestEnds } from '../support/untilTestEnds';
import { IS_SHORT, testLong } from './servers/program';

const MANY = IS_SHORT ? 40 : 200;
const SERVERS: GraphqlServerName[] = ['apollo', 'yoga', 'mercurius'];

let server: GraphqlServer;

async function start(name: GraphqlServerName, protections: Protections): Promise<void> {
  const scriptDefaults = { queueSeconds: 0, durationSeconds: 1 };
  server = await untilTestEnds(
    startGraphqlServer({ server: name, protections, sandbox: { scriptDefaults } }),
  );
}

const inRetail = { __rl: true, mode: 'id', value: PROJECT_IDS.retail };
const node = async (parameters: Parameters<typeof runNode>[0]['parameters'], items: number) =>
  await runNode(
    { parameters },
    { dataPlatformApi: server.credentials },
    Array.from({ length: items }, () => ({})),
  );

async function jobId(): Promise<string> {
  const { json } = await node({ resource: 'job', operation: 'getAll', projectId: inRetail }, 1);
  return String(json[0]?.id);
}

describe.each(SERVERS)('%s', (name) => {
  const isFirst = name === SERVERS[0];
  test.each<[string, Protections]>([
    ['15 aliases', { maxAliases: 15 }],
    ...(isFirst
      ? ([
          ['aliases, untold', { maxAliases: 15, hidesLimits: true }],
          ['cost', { maxCost: 2_000 }],
        ] as Array<[string, Protections]>)
      : []),
  ])('learns a limit on %s once', async (_what, protections) => {
    await start(name, protections);
    const id = await jobId();
    const runAndWait = {
      resource: 'job',
      operation: 'runAndWait',
      jobId: { __rl: true, mode: 'id', value: id },
      options: { pollInterval: 1, timeout: 60 },
    };
    const first = await node(runAndWait, MANY);
    expect(first.error).toBeUndefined();
    expect(first.json.map(({ status }) => status)).toEqual(Array(MANY).fill('SUCCEEDED'));
    const counts = await server.counts();
    const again = await node(runAndWait, MANY);
    expect(again.error).toBeUndefined();
    const later = await server.counts();
    expect(counts.refused).toBeLessThanOrEqual(20);
    expect(later.refused).toBe(0);
  });

  testLong('behind everything that graphql-armor protects by default', async () => {
    await start(name, { armor: true });
    const { error, json } = await node({ resource: 'project', operation: 'getAll' }, 50);
    expect(error).toBeUndefined();
    expect(json.length).toBeGreaterThan(50);
    // A project is read in more levels than these servers allow.
    const deep = { resource: 'project', operation: 'export', projectId: inRetail, output: 'files' };
    expect((await node(deep, 1)).error?.message).toMatch(/Query depth limit of 6 exceeded/);
  });
});
