import { misfits, neverPutOut } from '../../support/outputSchema';
import { testGeneration } from './testGeneration';

/** Fields of some runs only. */
const SOMETIMES =
  /(^|\.)(timedOut|lastLogLines|logError|statusDetails|statusReason|stoppedBy|skipped)$/;
/** A run itself tells no names there, and these operations ask for nothing besides it. */
const ONE_RUN = /Run\.(get|stop)$/;
const NAMES = /^(jobName|projectName)$/;

const outputs = testGeneration('recent');

test('outputs have the fields that their schemas tell of, and no others', () => {
  const found = [...outputs]
    .filter(([name]) => !name.startsWith('graphql.'))
    .map(([name, items]) => {
      const operation = name.replace('.', '/');
      const missing = neverPutOut('Projects', operation, items);
      return {
        name,
        untold: [...new Set(items.flatMap((item) => misfits('Projects', operation, item)))],
        missing: missing.filter(
          (field) => !SOMETIMES.test(field) && !(ONE_RUN.test(name) && NAMES.test(field)),
        ),
      };
    });
  expect(found.length).toBeGreaterThan(30);
  expect(found.filter(({ untold, missing }) => untold.length + missing.length > 0)).toEqual([]);
});
