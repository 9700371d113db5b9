import { PlatformError } from '../../../../platform/errors/errors';
import {
  RunFailedError,
  RunUnreadableError,
  RunTimeoutError,
} from '../../../../platform/runs/wait/failure';
import { JOB_RUNS, PIPELINE_RUNS } from '../../../../platform/runs/kinds';
import type { Run } from '../../../../platform/runs/read/run';

const run: Run = { id: 'r1', status: 'FAILED', jobId: 'j1' };
const named: Run = { ...run, number: 17, jobName: 'Import weather', durationSeconds: 6 };
const away = new PlatformError('Nothing answers', { hint: 'Wait.', reach: 'never' });

test.each<[string, Run, string]>([
  [
    'all that is known',
    { ...named, statusDetails: 'exit code 6' },
    'Import weather failed after 6 s: exit code 6 (run 17)',
  ],
  [
    'a reason instead of details',
    { ...named, statusReason: 'OUT_OF_MEMORY' },
    'Import weather failed after 6 s: OUT_OF_MEMORY (run 17)',
  ],
  ['no details', named, 'Import weather failed after 6 s (FAILED, run 17)'],
  ['no name', { ...named, jobName: undefined }, 'Job j1 failed after 6 s (FAILED)'],
  ['an ID alone', { id: 'r1', status: 'FAILED' }, "The job's run r1 failed (FAILED)"],
  ['no duration', { ...named, durationSeconds: null }, 'Import weather failed (FAILED, run 17)'],
  [
    'a stop',
    { ...named, status: 'KILLED' },
    'Import weather was stopped after 6 s (KILLED, run 17)',
  ],
])('a failed run is named with %s', (_known, given, message) => {
  expect(new RunFailedError(JOB_RUNS, given, undefined).message).toBe(message);
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

test('a log that could not be read says why', () => {
  const { hint } = new RunFailedError(JOB_RUNS, run, { lines: [], failure: away });
  expect(hint).toContain('The log could not be read: Nothing answers. Wait.');
});

test('of a long log the last lines are kept, and what is left out is marked', () => {
  const lines = Array.from({ length: 20 }, (_, n) => `${n} ${'x'.repeat(500)}`);
  const shown = new RunFailedError(JOB_RUNS, run, { lines }).hint.split('\n');
  expect(shown).toContain('…');
  expect(shown.at(-1)).toMatch(/^19 x/);
  expect(shown.slice(2).join('').length).toBeLessThanOrEqual(6_001);
});

test.each<[string, ConstructorParameters<typeof RunTimeoutError>, string[], string[]]>([
  [
    'and was seen',
    [JOB_RUNS, named, { ended: false, run: { ...named, status: 'RUNNING' } }, 60],
    ['Its last known status was RUNNING.', 'The run continues on the platform.', '"Job Run"'],
    ['could not be asked'],
  ],
  [
    'and was stopped',
    [JOB_RUNS, run, { ended: false, run: undefined }, 60, 'It was stopped.'],
    ['It was stopped.'],
    ['continues on the platform'],
  ],
])('a run that did not end in time %s', (_how, given, says, saysNot) => {
  const { message, hint } = new RunTimeoutError(...given);
  expect(message).toMatch(/ has not ended within 60 s: run r1$/);
  for (const text of says) expect(hint).toContain(text);
  for (const text of saysNot) expect(hint).not.toContain(text);
});

test.each([
  [away, 'Nothing answers'],
  [undefined, 'the platform did not respond'],
])('a run that could not be read is not said not to have ended (%s)', (failure, because) => {
  const unread = { sinceMs: Date.parse('2026-11-23T12:04:05Z'), failure };
  const { message, hint } = new RunTimeoutError(PIPELINE_RUNS, run, { ended: false, unread }, 60);
  expect(message).toMatch(
    new RegExp(` could not be read since 12:04:05 UTC, because ${because}: run r1$`),
  );
  expect(hint).toContain(
    'Its status was never read. Whether it has ended within 60 s is not known.',
  );
  expect(hint).toContain('"Pipeline Run"');
  expect(hint).not.toContain('continues on the platform');
});

test.each([
  [undefined, 'Its status was never read.', false],
  [{ ...run, status: 'RUNNING' }, 'Its last known status was RUNNING.', true],
] as const)('a run that cannot be seen any more: %j', (seen, text, continues) => {
  const { message, hint } = new RunUnreadableError(JOB_RUNS, 'r1', seen, away);
  expect(message).toBe("The job's run r1 cannot be waited for: Nothing answers");
  expect(hint).toContain(`Wait. ${text}`);
  expect(hint.includes('The run continues on the platform.')).toBe(continues);
});
