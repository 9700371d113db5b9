import { readFinalStatuses } from '../../../../platform/runs/read/finalStatuses';

test.each<[text: string, statuses: object]>([
  ['', {}],
  [' ,;\n', {}],
  ['completed = Succeeded', { COMPLETED: 'succeeded' }],
  ['A=failed, B=stopped; C=skipped\nUNKNOWN=failed', { A: 'failed', B: 'stopped', C: 'skipped', UNKNOWN: 'failed' }],
  ['A=failed,a=FAILED', { A: 'failed' }],
])('%j is read', (text, statuses) => {
  expect(Object.fromEntries(readFinalStatuses(text))).toEqual(statuses);
}); // prettier-ignore

test.each([
  ['COMPLETED', /cannot be read at "COMPLETED"/],
  ['COMPLETED=done', /cannot be read at "COMPLETED=done"/],
  ['=failed', /cannot be read at "=failed"/],
  ['A=failed=stopped', /cannot be read at "A=failed=stopped"/],
  ['running=succeeded', /cannot change the meaning of RUNNING/],
  ['killed=failed', /cannot change the meaning of KILLED/],
  ['DONE=failed\ndone=succeeded', /has two meanings for DONE/],
  ['A=failed,'.repeat(101), /more than 100 statuses/],
  ['A=failed'.padEnd(10_001), /10000 characters/],
])('what cannot be used is refused (%#)', (text, message) => {
  expect(() => readFinalStatuses(text)).toThrow(message);
});
