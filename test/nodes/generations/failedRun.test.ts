import { PROJECT_IDS, startSandbox, type LogLine } from '../../../sandbox';
import { byId, perform } from '../Projects/support';

const LOG: LogLine[] = [
  { stream: 'STDOUT', value: 'Reading 40 pages' },
  { stream: 'STDERR', value: 'HTTPError: 429 Too Many Requests' },
];

test.each(['early', 'middle', 'recent'] as const)(
  'on a platform that is %s, the error of a failed run has its log',
  async (generation) => {
    const sandbox = await startSandbox({ generation, seedRuns: false });
    try {
      const { id } = sandbox.store.addJob({
        projectId: PROJECT_IDS.retail,
        script: { queueSeconds: 0, durationSeconds: 0, outcome: 'FAILED', logLines: LOG },
      });
      const { error } = await perform(sandbox, 'job.runAndWait', {
        jobId: byId(id),
        options: { timeout: 30, pollInterval: 1 },
      });
      const told = `${error?.message} ${error?.description}`;
      expect(LOG.filter(({ value }) => !told.includes(value))).toEqual([]);
      expect(told).not.toContain('wrote no log');
    } finally {
      await sandbox.close();
    }
  },
);
