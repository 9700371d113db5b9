import { PROJECT_IDS, type LogLine } from '../../../sandbox';
import { pipelineOf } from '../../operations/onSandbox';
import { sandboxForEachTest } from '../../support/testSandbox';
import { byId, perform } from '../Projects/support';

const LOG: LogLine[] = [
  { stream: 'STDOUT', value: 'Reading 40 pages' },
  { stream: 'STDERR', value: 'HTTPError: 429 Too Many Requests' },
];
const OPTIONS = { timeout: 30, pollInterval: 1 };

const sandbox = sandboxForEachTest({ seedRuns: false });

const failingJob = (logLines: LogLine[]) =>
  sandbox.store.addJob({
    projectId: PROJECT_IDS.retail,
    script: { queueSeconds: 0, durationSeconds: 0, outcome: 'FAILED', logLines },
  }).id;

/** What the error of a failed run says. */
async function errorOf(operation: string, parameters: object): Promise<string> {
  const { error } = await perform(sandbox, operation, { ...parameters, options: OPTIONS });
  return `${error?.message} ${error?.description}`;
}

const errorOfJob = (logLines = LOG) =>
  errorOf('job.runAndWait', { jobId: byId(failingJob(logLines)) });
const errorOfPipeline = () =>
  errorOf('pipeline.runAndWait', { pipelineId: byId(pipelineOf(sandbox, failingJob(LOG))) });

const EMPTY = /log[^.:]* is empty/;

// On a platform that has nothing but what is documented, runs cannot be read, and have no logs.
describe.each(['middle', 'recent'] as const)('on a platform that is %s', (generation) => {
  beforeEach(async () => await sandbox.restart({ generation }));

  test('the error of a failed run has its log, and says where there is none', async () => {
    const errors = [errorOfJob(), errorOfPipeline(), errorOfJob([])];
    const [job = '', pipeline = '', silent] = await Promise.all(errors);
    for (const text of [job, pipeline]) {
      expect(LOG.filter(({ value }) => !text.includes(value))).toEqual([]);
      expect(text).not.toMatch(EMPTY);
    }
    expect(silent).toMatch(EMPTY);
    expect(silent).not.toContain('could not be read');
  });

  test('where the log cannot be read, the error says that, and not that there is none', async () => {
    const errors = [{ message: 'No rights to read logs' }];
    for (const operation of ['logs', 'filteredLogs', 'countLogs', 'countFilteredLogs']) {
      sandbox.accidents.add({ kind: 'errors', operation, errors, times: 50 });
    }
    for (const text of await Promise.all([errorOfJob(), errorOfPipeline()])) {
      expect(text).toMatch(/The log[^.]* could not be read: [^.]*No rights to read logs/);
      expect(text).not.toMatch(EMPTY);
    }
  });
});
