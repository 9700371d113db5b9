import { PROJECT_IDS } from '../../../sandbox';
import { pipelineOf } from '../../operations/onSandbox';
import { schemaMismatches } from '../../support/descriptions/outputSchema';
import { byId } from '../Projects/support';
import { watchedSandbox } from './support';

const projectId = PROJECT_IDS.energy;
const { clock, sandbox, poll, ...watched } = watchedSandbox({
  projectId: byId(projectId),
  events: ['runSucceeded', 'runFailed'],
  options: { includeVariables: true },
});
const addJob = (value: string) =>
  watched.addJob(
    {
      outcome: value === '0' ? 'FAILED' : 'SUCCEEDED',
      outputVariables: [{ key: 'N', value, isPassword: false }],
    },
    { projectId, name: `Job ${value}` },
  );

test.each([1, 201])("%i events have their runs' variables", async (count) => {
  const { staticData } = await poll({});
  const ids = Array.from({ length: count }, (_, n) => addJob(`${n}`));
  for (const id of ids) watched.run(id);
  clock.now += 60_000;
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
  expect(left.map(({ variablesError }) => variablesError)).toEqual(
    left.map(() => 'The variables were not read: more than 200 runs had events at once'),
  );
});

test("an event of a pipeline's run has them by job", async () => {
  const pipelineId = pipelineOf(sandbox, addJob('7'));
  const { staticData } = await poll({}, { resource: 'pipeline' });
  sandbox.store.pipelines.start(pipelineId);
  clock.now += 60_000;
  const { json } = await poll(staticData, { resource: 'pipeline' });
  expect(json).toEqual([
    expect.objectContaining({ event: 'runSucceeded', variables: { Job_7: { N: '7' } } }),
  ]);
});

test('variables that cannot be read lose no event', async () => {
  const { staticData } = await poll({});
  watched.run(addJob('1'));
  clock.now += 60_000;
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
