import type { ServerResponse } from 'node:http';
import { buildSchema, graphqlSync } from 'graphql';
import type { IDataObject } from 'n8n-workflow';
import { JOB_IDS } from '../../../sandbox';
import type { NodeUnderTest } from '../../support/engine/runWorkflow';
import { byId, perform } from './support';
import { credentialFor, startRawServer, withLogin } from '../../support/rawServer';
import { untilTestEnds } from '../../support/untilTestEnds';
import { sandboxForEachTest } from '../../support/testSandbox';

const sandbox = sandboxForEachTest({ seedRuns: false });

const RUN = 'mutation Run($id: UUID!) { runJob(jobId: $id) { id } }';
const GOOD = JOB_IDS.salesExtraction;

/** Each way to send a mutation for the job that an item names. */
const ways = [
  {
    operation: 'callOperation',
    rootField: byId('mutation.runJob'),
    arguments: { mappingMode: 'defineBelow', value: { jobId: '={{ $json.id }}' } },
  },
  { operation: 'executeQuery', query: RUN, variables: '={{ { "id": $json.id } }}' },
];

const run = async (
  { operation, ...parameters }: { operation: string },
  items: IDataObject[],
  settings?: NodeUnderTest['settings'],
) =>
  await perform(sandbox, `graphql.${operation}`, parameters, {
    items: items.map((json) => ({ json })),
    settings,
  });
const RETRIED = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const hintsOf = ({ run: { data } }: Awaited<ReturnType<typeof run>>) =>
  (data.resultData.runData.Node?.[0]?.hints ?? []).map(({ message }) => message);
const started = () => sandbox.store.runsOfJob(GOOD).length;

describe.each(ways)('a mutation by $operation', (parameters) => {
  test('one item of 10 that cannot be sent: nothing is sent', async () => {
    const items = Array.from({ length: 10 }, (_, index) => (index === 9 ? {} : { id: GOOD }));
    const { error } = await run(parameters, items);
    expect(error?.message).toMatch(/needs a value for "?\$?\w*[iI]d/);
    expect(started()).toBe(0);
  });

  test('Retry On Fail does not send an item again that was carried out or may have been', async () => {
    await run(parameters, [{ id: GOOD }]);
    sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob' });
    const { error } = await run(parameters, [{ id: GOOD }, { id: GOOD }], RETRIED);
    expect(error?.message).toContain('It is not known whether');
    expect(started()).toBe(3);
  });
});

test('a query is asked again in each try, and an operation is judged by the one that is chosen', async () => {
  const both = `query Names { projects { name } } ${RUN}`;
  const parameters = { operation: 'executeQuery', query: both, operationName: 'Names' };
  sandbox.accidents.add({ kind: 'status', status: 400, operation: 'projects' } as never);
  const { json, error } = await run(parameters, [{}], RETRIED);
  expect(error).toBeUndefined();
  expect(json[0]).toHaveProperty('projects');
});

const PROJECTS = [
  { operation: 'callOperation', rootField: byId('query.projects') },
  { operation: 'executeQuery', query: '{ projects { name } }' },
];

test.each(PROJECTS)(
  'data beside errors is put out where that is chosen: $operation',
  async (query) => {
    const errors = [{ message: 'No right to read all', path: ['projects', 0] }];
    const data = { projects: [{ id: '1', name: 'Retail' }] };
    sandbox.accidents.add({ kind: 'errors', operation: 'projects', errors, data, times: 2 });
    expect((await run(query, [{}])).error?.message).toContain('No right to read all');
    const accepting = { ...query, options: { acceptPartialData: true } };
    const accepted = await run(accepting, [{}]);
    expect(JSON.stringify(accepted.json)).toContain('Retail');
    expect(hintsOf(accepted)).toEqual([expect.stringContaining('No right to read all')]);
  },
);

/** A number whose last digits JavaScript loses. */
const LARGE = '7615917337495251231';

const SCHEMA = buildSchema(
  'scalar Long type Project { size: Long } type Query { projects: [Project] }',
);

test.each([
  { operation: 'callOperation', rootField: byId('query.projects') },
  { operation: 'executeQuery', query: '{ projects { size } }' },
])('$operation returns a large number with all digits, and says so once', async (query) => {
  const answer = ({ body }: { body: string }, response: ServerResponse) => {
    const { query: source } = JSON.parse(body) as { query: string };
    const rootValue = { projects: [{ size: 1 }] };
    const text = JSON.stringify(graphqlSync({ schema: SCHEMA, source, rootValue }));
    response.setHeader('content-type', 'application/json');
    response.end(text.replace('"size":1', `"size":${LARGE}`));
  };
  const { baseUrl } = await untilTestEnds(startRawServer(withLogin(answer)));
  const { operation, ...parameters } = query;
  const platform = { credentials: credentialFor(baseUrl) };
  const more = { items: [{}, {}] };
  const read = await perform(platform, `graphql.${operation}`, parameters, more);
  expect(JSON.stringify(read.json)).toContain(`"size":"${LARGE}"`);
  expect(hintsOf(read)).toEqual([expect.stringMatching(/as text.*: projects\.size$/)]);
});

type Query = { operation: string } & Record<string, unknown>;
const CREATE = 'mutation Create($job: JobInput!) { createJob(job: $job) { id } }';
const inArguments = (value: object) => ({ mappingMode: 'defineBelow', value });

test.each<[Query]>([
  [{ operation: 'executeQuery', query: CREATE, variables: `{ "job": { "x": [${LARGE}] } }` }],
  [{ operation: 'executeQuery', query: CREATE, variables: `={{ { "job": ${LARGE} } }}` }],
  ...[`{ "x": [${LARGE}] }`, `={{ { "x": ${LARGE} } }}`].map((job): [Query] => [
    {
      operation: 'callOperation',
      rootField: byId('mutation.createJob'),
      arguments: inArguments({ job, jobVersion: '{}' }),
    },
  ]),
])('a number that would be sent with other digits is refused by name: %j', async (query) => {
  const { error } = await run(query, [{}]);
  expect(error?.message).toMatch(
    /(?:job|Arguments)\S* cannot be sent: it is a whole number beyond/,
  );
  expect(error?.description).toContain('Give it as text, in quotes. Nothing was sent.');
});
