import { AppStart } from '../../../../platform/resources/app/start';

const seen = (text: string) => {
  const [status = '', executionId, startTime, stopTime] = text.split(' ');
  return { status, executionId, startTime, stopTime };
};

const [START, STOP] = ['2026-01-01T00:00:00Z', '2026-01-01T00:01:00Z'];

/** How an app was before, and what is read of it then, up to the end of the start. */
test.each([
  ['STOPPED', ['STOPPED', 'STARTING e1', 'STARTED e1']],
  ['STOPPED', ['STOPPED', 'FAILED e1']],
  ['STOPPED e1', ['STOPPED e1', 'STARTING e1', 'STOPPED e1']],
  ['FAILED e1 t1', ['FAILED e1 t1', 'FAILED e2 t2']],
  ['FAILED e1 t1', ['FAILED e1 t1', 'STARTING e1 t2', 'FAILED e1 t2']],
  // A status that is not known ends the start once the app has stopped since.
  ['STOPPED', ['BOOTING e1 2026-01-01', `CRASHED e1 ${START} ${STOP}`]],
  ['STOPPED', [`STOPPING e1 ${START} ${STOP}`, 'STOPPED e1']],
])('of %s, a start ends with the last of %j', (before, reads) => {
  const start = new AppStart(seen(before));
  expect(reads.map((read) => start.hasEnded(seen(read)))).toEqual(
    reads.map((_, index) => index === reads.length - 1),
  );
});

test.each([
  ['nothing but the ID', 'FAILED e1 t1', { id: 'a' }],
  ['empty times', 'STOPPED', { status: 'STOPPED', executionId: null, startTime: null }],
])('a response of %s is no change', (_what, before, response) => {
  const start = new AppStart(seen(before));
  start.recordResponse(response);
  expect(start.hasEnded(seen(before))).toBe(false);
});

test('a run of an app that is up has ended', () => {
  expect(new AppStart(seen('STARTED e1')).hasEnded(seen('STARTED e1'))).toBe(true);
});
