import { PROJECT_IDS, startSandbox, type LogLine, type Sandbox } from '../../../sandbox';
import { byId, perform } from '../Projects/support';

const LOG: LogLine[] = [
  { stream: 'STDOUT', value: 'Reading 40 pages' },
  { stream: 'STDERR', value: 'HTTPError: 429 Too Many Requests' },
];
const OPTIONS = { timeout: 30, pollInterval: 1 };

let sandbox: Sandbox;
afterEach(() => sandbox.close());

const failingJob = (logLines: LogLine[]) =>
  sandbox.store.addJob({
    projectId: PROJECT_IDS.retail,
    script: { queueSeconds: 0, durationSeconds: 0, outcome: 'FAILED', logLines },
  }).id;

/** What the error of a failed run says. */
async function toldOfJob(logLines = LOG): Promise<string> {
  const { error } = await perform(sandbox, 'job.runAndWait', {
    jobId: byId(failingJob(logLines)),
    options: OPTIONS,
  });
  return `${error?.message} ${error?.description}`;
}

async function toldOfPipeline(): Promise<string> {
  const jobId = failingJob(LOG);
  const node = { id: jobId, jobId, position: null, nextNodes: [] };
  const graph = { jobNodes: [node], conditionNodes: [] };
  const { id } = sandbox.store.pipelines.add({ projectId: PROJECT_IDS.retail, graph });
  const { error } = await perform(sandbox, 'pipeline.runAndWait', {
    pipelineId: byId(id),
    options: OPTIONS,
  });
  return `${error?.message} ${error?.description}`;
}

const EMPTY = /log[^.:]* is empty/;

// On a platform that has nothing but what is documented, runs cannot be read, and have no logs.
describe.each(['early', 'middle', 'recent'] as const)('on a platform that is %s', (generation) => {
  beforeEach(async () => {
    sandbox = await startSandbox({ generation, seedRuns: false });
  });

  test.each([
    ['job', toldOfJob],
    ['pipeline', toldOfPipeline],
  ])('the error of a failed run of a %s has its log', async (_what, told) => {
    const text = await told();
    expect(LOG.filter(({ value }) => !text.includes(value))).toEqual([]);
    expect(text).not.toMatch(EMPTY);
  });

  test.each([
    ['job', toldOfJob],
    ['pipeline', toldOfPipeline],
  ])('that the log of a %s’s run cannot be read is told as that', async (_what, told) => {
    const errors = [{ message: 'No rights to read logs' }];
    for (const operation of ['logs', 'filteredLogs', 'countLogs', 'countFilteredLogs']) {
      sandbox.accidents.add({ kind: 'errors', operation, errors, times: 50 });
    }
    const text = await told();
    expect(text).toMatch(/The log[^.]* could not be read: [^.]*No rights to read logs/);
    expect(text).not.toMatch(EMPTY);
  });

  test('that a run wrote nothing is told as that', async () => {
    const text = await toldOfJob([]);
    expect(text).toMatch(EMPTY);
    expect(text).not.toContain('could not be read');
  });
});
