import { pipelineOf } from '../../operations/onSandbox';
import { schemaMismatches } from '../../support/descriptions/outputSchema';
import { MINUTE_MS, watchedSandbox } from './support';

const { clock, sandbox, poll, ...watched } = watchedSandbox({
  events: ['runSucceeded', 'runFailed'],
});
/** A job that fails, unless it is said to succeed; its runs write and set its number. */
const addJob = (n: number, outcome = 'FAILED') =>
  watched.addJob(
    {
      outcome,
      logLines: ['first', 'second', `${n}`].map((value) => ({ stream: 'STDOUT', value })),
      outputVariables: [{ key: 'N', value: `${n}`, isPassword: false }],
    },
    { name: `Job ${n}` },
  );
const runAll = (jobIds: string[]) => {
  jobIds.forEach(watched.run);
  clock.now += MINUTE_MS;
};

describe.each([
  {
    what: 'the last lines of their logs',
    options: { logLines: 2 },
    fields: ['lastLogLines', 'logError'] as const,
    valueOf: (n: string): unknown => ['second', n],
    ofPipeline: ['second', '7'] as unknown,
    // How long the logs are, and the lines.
    requests: 2,
    leftOut: { lastLogLines: [], logError: expect.stringMatching(/more than 200 runs failed/) },
  },
  {
    what: 'variables',
    options: { includeVariables: true },
    fields: ['variables', 'variablesError'] as const,
    valueOf: (n: string) => ({ N: n }),
    ofPipeline: { Job_7: { N: '7' } },
    requests: 1,
    leftOut: {
      variables: null,
      variablesError: 'The variables were not read: more than 200 runs had events at once',
    },
  },
])('events of runs that failed, with $what', ({ options, fields, ...expected }) => {
  const [field, errorField] = fields;

  test.each([1, 201])('%i of them share requests; more than 200 have none', async (count) => {
    const { staticData } = await poll({});
    runAll(Array.from({ length: count }, (_, n) => addJob(n)));
    const requestsOf = async (parameters: object) => {
      sandbox.stats.reset();
      const { json } = await poll(structuredClone(staticData), parameters);
      return { json, requests: sandbox.stats.requests };
    };
    const without = await requestsOf({});
    expect(without.json[0]).not.toHaveProperty(field);
    const { json, requests } = await requestsOf({ options });
    expect(json).toHaveLength(count);
    expect(json.flatMap((item) => schemaMismatches('ProjectsTrigger', '', item))).toEqual([]);
    const isRead = ({ [errorField]: error }: (typeof json)[number]) => error === undefined;
    const read = json.filter(isRead);
    expect(read).toHaveLength(Math.min(count, 200));
    expect(read.map(({ [field]: value }) => value)).toEqual(
      read.map(({ jobName }) => expected.valueOf(String(jobName).slice('Job '.length))),
    );
    expect(requests).toBe(without.requests + expected.requests * Math.ceil(read.length / 100));
    const left = json.filter((item) => !isRead(item));
    expect(left).toMatchObject(left.map(() => expected.leftOut));
  });

  test("a pipeline's run has those of its job", async () => {
    const pipelineId = pipelineOf(sandbox, addJob(7));
    const { staticData } = await poll({}, { ids: ['pipelines'] });
    sandbox.store.pipelines.start(pipelineId);
    clock.now += MINUTE_MS;
    const { json } = await poll(staticData, { ids: ['pipelines'], options });
    expect(json).toMatchObject([{ event: 'runFailed', [field]: expected.ofPipeline }]);
  });
});

test('a run that succeeded has its variables, and no log', async () => {
  const { staticData } = await poll({});
  runAll([addJob(1, 'SUCCEEDED')]);
  const { json } = await poll(staticData, { options: { logLines: 2, includeVariables: true } });
  expect(json).toMatchObject([{ event: 'runSucceeded', variables: { N: '1' } }]);
  expect(json[0]).not.toHaveProperty('lastLogLines');
});

test.each([{}, { logLines: 0 }])('no log is read with the options %j', async (options) => {
  const { staticData } = await poll({});
  runAll([addJob(1)]);
  const { json } = await poll(staticData, { options });
  expect(json).toMatchObject([{ event: 'runFailed' }]);
  expect(json[0]).not.toHaveProperty('lastLogLines');
});

const UNREAD = expect.stringMatching(/could not be read: .*No rights/) as unknown;

test.each([
  ['filteredLogs', 0, { lastLogLines: [], logError: UNREAD, variables: { N: '1' } }],
  ['countFilteredLogs', 0, { lastLogLines: ['second', '1'], variables: { N: '1' } }],
  ['jobInstance', 1, { variables: null, inputVariables: null, variablesError: UNREAD }],
])('what cannot be read beside it loses no event: %s', async (operation, skip, fields) => {
  const { staticData } = await poll({});
  runAll([addJob(1)]);
  const errors = [{ message: 'No rights', path: [operation] }];
  sandbox.accidents.add({ kind: 'errors', operation, errors, skip, times: 9 });
  const { json } = await poll(staticData, { options: { logLines: 2, includeVariables: true } });
  expect(json).toMatchObject([{ event: 'runFailed', ...fields }]);
});
