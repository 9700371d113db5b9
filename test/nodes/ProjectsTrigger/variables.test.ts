import type { IDataObject } from 'n8n-workflow';
import { PROJECT_IDS, startSandbox, type Sandbox } from '../../../sandbox';
import { pipelineOf } from '../../operations/onSandbox';
import { schemaMismatches } from '../../support/descriptions/outputSchema';
import { byId } from '../Projects/support';
import { pollProjects } from './support';

let now: number;
let sandbox: Sandbox;
beforeEach(async () => {
  now = Date.now();
  sandbox = await startSandbox({ seedRuns: false, clock: () => now });
});
afterEach(() => sandbox.close());

const poll = async (staticData: IDataObject, parameters: object = {}) =>
  await pollProjects(sandbox, staticData, {
    projectId: byId(PROJECT_IDS.energy),
    events: ['runSucceeded', 'runFailed'],
    options: { includeVariables: true },
    ...parameters,
  });

const addJob = (value: string) =>
  sandbox.store.addJob({
    projectId: PROJECT_IDS.energy,
    name: `Job ${value}`,
    script: {
      queueSeconds: 0,
      durationSeconds: 5,
      outcome: value === '0' ? 'FAILED' : 'SUCCEEDED',
      outputVariables: [{ key: 'N', value, isPassword: false }],
    },
  }).id;

test.each([1, 201])("%i events have their runs' variables", async (count) => {
  const { staticData } = await poll({});
  const ids = Array.from({ length: count }, (_, n) => addJob(`${n}`));
  for (const id of ids) sandbox.store.startRun(id);
  now += 60_000;
  const requestsOf = async (options: object) => {
    sandbox.stats.reset();
    const { json } = await poll(structuredClone(staticData), { options });
    return { json, requests: sandbox.stats.requests };
  };
  const without = await requestsOf({});
  expect(without.json[0]).not.toHaveProperty('variables');
  const { json, requests } = await requestsOf({ includeVariables: true });
  expect(json).toHaveLength(count);
  expect(json.flatMap((item) => schemaMismatches('ProjectsTrigger', '', item))).toEqual([]);
  const read = json.filter(({ variables }) => variables !== null);
  expect(read.map(({ variables }) => variables)).toEqual(
    read.map(({ jobName }) => ({ N: `${jobName as string}`.slice('Job '.length) })),
  );
  expect(read).toHaveLength(Math.min(count, 200));
  expect(requests).toBe(without.requests + Math.ceil(read.length / 100));
  const left = json.filter(({ variables }) => variables === null);
  expect(new Set(left.map(({ variablesError }) => variablesError))).toEqual(
    new Set(
      count > 200 ? ['The variables were not read: more than 200 runs had events at once'] : [],
    ),
  );
});

test("an event of a pipeline's run has them by job", async () => {
  const pipelineId = pipelineOf(sandbox, addJob('7'));
  const { staticData } = await poll({}, { resource: 'pipeline' });
  sandbox.store.pipelines.start(pipelineId);
  now += 60_000;
  const { json } = await poll(staticData, { resource: 'pipeline' });
  expect(json).toEqual([
    expect.objectContaining({ event: 'runSucceeded', variables: { Job_7: { N: '7' } } }),
  ]);
});

test('variables that cannot be read lose no event', async () => {
  const { staticData } = await poll({});
  sandbox.store.startRun(addJob('1'));
  now += 60_000;
  const errors = [{ message: 'No rights to read variables', path: ['jobInstance'] }];
  sandbox.accidents.add({ kind: 'errors', operation: 'jobInstance', errors, skip: 1, times: 9 });
  const { json } = await poll(staticData);
  expect(json).toEqual([
    expect.objectContaining({
      event: 'runSucceeded',
      variables: null,
      inputVariables: null,
      variablesError: expect.stringMatching(/could not be read: .*No rights/) as string,
    }),
  ]);
});
