import { schemaMismatches, neverPutOut } from '../../support/outputSchema';
import { ROWS } from './rows';
import { testGeneration } from './testGeneration';

/** Fields of some runs only, and of what failed. */
const SOMETIMES =
  /(^|\.)(error|errorDescription|errorCode|mayHaveHappened|details|timedOut|lastLogLines|logError|statusDetails|statusReason|stoppedBy|failure)$/;

const outputs = testGeneration('recent');

test('outputs have the fields that their schemas tell of, and no others', () => {
  // What "Call Operation" and its like put out is up to the platform.
  const told = ROWS.filter(({ operation }) => !operation.startsWith('graphql/'));
  const wrong = told.flatMap(({ node, operation }) => {
    const items = outputs.get(`${node}/${operation}`) ?? [];
    const untold = items.flatMap((item) => schemaMismatches(node, operation, item));
    const missing = neverPutOut(node, operation, items).filter((field) => !SOMETIMES.test(field));
    return [
      ...(items.length > 0 ? [] : [`${node}/${operation} puts nothing out`]),
      ...[...new Set(untold)].map((field) => `${node}: ${field}`),
      ...missing.map((field) => `${node}: ${operation}.${field} is told of and never put out`),
    ];
  });
  expect([...new Set(wrong)]).toEqual([]);
});
