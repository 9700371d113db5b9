import { PlatformError } from '../../../../platform/common/errors/errors';
import {
  RunFailedError,
  RunTimeoutError,
  RunUnreadableError,
} from '../../../../platform/runs/wait/failure';
import { JOB_RUNS, PIPELINE_RUNS } from '../../../../platform/runs/kinds';
import type { Run } from '../../../../platform/runs/read/run';

const run: Run = { id: 'r1', status: 'FAILED', jobId: 'j1' };
const named: Run = { ...run, number: 17, jobName: 'Import weather', durationSeconds: 6 };
const away = new PlatformError('Nothing answers', { hint: 'Wait.' });

test.each<[Partial<Run>, string]>([
  [{ statusDetails: 'exit code 6' }, 'Import weather failed after 6 s: exit code 6 (run 17)'],
  [{ statusReason: 'OUT_OF_MEMORY' }, 'Import weather failed after 6 s: OUT_OF_MEMORY (run 17)'],
  [{}, 'Import weather failed after 6 s (FAILED, run 17)'],
  [{ jobName: undefined }, 'Job j1 failed after 6 s (FAILED)'],
  [{ jobName: undefined, statusReason: 'ERROR' }, 'Job j1 failed after 6 s: ERROR'],
  [{ jobName: undefined, jobId: undefined }, "The job's run r1 failed after 6 s (FAILED)"],
  [{ durationSeconds: null }, 'Import weather failed (FAILED, run 17)'],
  [{ status: 'KILLED' }, 'Import weather was stopped after 6 s (KILLED, run 17)'],
])('a failed run is named by what is known: %j', (known, message) => {
  expect(new RunFailedError(JOB_RUNS, { ...named, ...known }, undefined).message).toBe(message);
});

test.each([
  [JOB_RUNS, 'Open the run: https://platform/7'],
  [PIPELINE_RUNS, 'Open the pipeline: https://platform/7'],
])('the page of a run is linked: %#', (kind, line) => {
  const { hint, link } = new RunFailedError(
    kind,
    { ...named, url: 'https://platform/7' },
    undefined,
  );
  expect(hint.split('\n')).toContain(line);
  expect(link).toBe('https://platform/7');
});

test.each([
  ['job', "The job's run r1", 'The run'],
  ['app', 'The app r1', 'The app'],
] as const)('a refused read of the %s names it, and its last status', (noun, subject, again) => {
  const build = (lastRead?: Run) => new RunUnreadableError({ noun }, 'r1', lastRead, away);
  expect(build().message).toBe(`${subject} cannot be waited for: Nothing answers`);
  expect(build().hint).toBe('Wait. Its status was never read.');
  expect(build({ ...run, status: 'RUNNING' }).hint).toBe(
    `Wait. Its last known status was RUNNING. ${again} may continue on the platform.`,
  );
});

test('an untracked run is not said to have ended', () => {
  const untracked = { ...named, status: 'UNKNOWN', durationSeconds: null };
  const { message, hint, code } = new RunFailedError(JOB_RUNS, untracked, undefined, 'untracked');
  expect(message).toBe(
    'Import weather counts as failed, because its status stays UNKNOWN (run 17)',
  );
  expect(hint).toMatch(/^Check the run on the platform: it may continue\. .* for 60 s\. /);
  expect(code).toBe('RUN_FAILED');
  const unnamed = new RunFailedError(
    JOB_RUNS,
    { ...untracked, jobName: undefined },
    undefined,
    'untracked',
  );
  expect(unnamed.message).toBe('Job j1 counts as failed, because its status stays UNKNOWN');
});

test('the details of a failed run identify it, and end with its log; what the message says is not said again', () => {
  const failed = { ...named, statusDetails: 'exit code 6', statusReason: 'ERROR' };
  const { hint } = new RunFailedError(JOB_RUNS, failed, { lines: ['one', 'two'] });
  expect(hint).toBe('Job j1 · run 17 (r1) · FAILED · ERROR\nThe last lines of the log:\none\ntwo');
});

test.each([
  ['of several lines', 'Traceback:\n  line 3', true],
  ['longer than a message', 'x'.repeat(600), true],
  ['that end with a line break', 'exit code 6\n', false],
])('what the platform says of it, %s', (_form, statusDetails, isRepeated) => {
  const { hint } = new RunFailedError(JOB_RUNS, { ...named, statusDetails }, undefined);
  expect(hint.startsWith(statusDetails)).toBe(isRepeated);
});

test.each([
  [{ jobName: 'Load' }, 'Load'],
  [{ jobAlias: 'load', jobId: 'j2' }, 'load'],
  [{ jobId: 'j2' }, 'j2'],
  [{}, 'r2'],
])("a pipeline's failure names whose log it shows: %j", (jobRun, name) => {
  const log = { lines: [], jobRun: { id: 'r2', status: 'FAILED', ...jobRun } };
  const { hint } = new RunFailedError(PIPELINE_RUNS, { id: 'r1', status: 'FAILED' }, log);
  expect(hint).toContain(`The log of the job ${name}, run r2 is empty.`);
});

test('a log that just fits is shown whole; of a longer one the last lines, after a mark', () => {
  const lines = Array.from({ length: 7 }, (_, n) => `${n}`.repeat(1_000));
  const shown = (log: string[]) => new RunFailedError(JOB_RUNS, run, { lines: log }).hint;
  expect(shown(lines.slice(1)).split('\n').slice(2)).toEqual(lines.slice(1));
  expect(shown(lines).split('\n').slice(2)).toEqual(['…', ...lines.slice(1)]);
  expect(
    shown(['y'.repeat(9_000)])
      .split('\n')
      .at(-1),
  ).toBe(`${'y'.repeat(1_000)}…`);
});

test.each([
  [{ lines: [], failure: away }, 'The log could not be read: Nothing answers. Wait.'],
  [{ lines: [] }, 'The log is empty.'],
])('a log without lines says why: %j', (log, line) => {
  expect(new RunFailedError(JOB_RUNS, run, log).hint.split('\n').at(-1)).toBe(line);
});

test('a run that did not end in time is said to continue, or what became of it', () => {
  const build = (stopSentence?: string) =>
    new RunTimeoutError(JOB_RUNS, named, { kind: 'timedOut', run: named }, 60, stopSentence);
  expect(build().message).toBe('Import weather has not ended within 60 s: run r1');
  expect(build().hint).toMatch(
    /^Its last known status was FAILED. The run continues on the platform. /,
  );
  expect(build('It was stopped.').hint).toMatch(
    /^Its last known status was FAILED. It was stopped. /,
  );
});

test.each([
  [away, 'Nothing answers'],
  [undefined, 'the platform did not respond'],
])('a run that could not be read is not said not to have ended (%s)', (failure, because) => {
  const unread = { sinceMs: Date.parse('2026-11-23T12:04:05Z'), failure };
  const { message, hint } = new RunTimeoutError(
    PIPELINE_RUNS,
    run,
    { kind: 'timedOut', unread },
    60,
  );
  expect(message).toMatch(
    new RegExp(` has not been read since 12:04:05 UTC, because ${because}: run r1$`),
  );
  expect(hint).toMatch(
    /^Its status was never read. It is not known whether the run ended within 60 s. Increase.*"Pipeline Run"/,
  );
});
