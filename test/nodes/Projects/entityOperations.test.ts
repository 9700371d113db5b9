import { getMany } from '../../../nodes/Projects/resources/entityOperations';
import { JOB } from '../../../nodes/Projects/runs/runnable';

test.each([
  [JOB, true],
  [undefined, false],
])('a list has options about last runs where there are runs (%p)', (runnable, hasOptions) => {
  const list = async () => [];
  const { fields } = getMany(JOB, () => list, runnable);
  expect(fields.some(({ name }) => name === 'options')).toBe(hasOptions);
});
