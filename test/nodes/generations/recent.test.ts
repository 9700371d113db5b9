import { schemaMismatches, neverPutOut } from '../../support/descriptions/outputSchema';
import { describedNode, NODE_FOLDERS } from '../../support/descriptions/packageNodes';
import { OUTPUTS } from '../../../schemas/files';
import { ROWS } from './rows';
import { testGeneration } from './testGeneration';

/** Fields of some runs and some events only, and of plans with more than fits or with drift alone. */
const SOMETIMES =
  /(^|\.)(changesLeftOut|leftOut|usualSeconds|details|timedOut|lastLogLines|logError|variablesLeftOut|variablesError|statusDetails|statusReason|stoppedBy|failure)$/;

/** Of a failed item only. */
const isOfFailed = (node: string, operation: string, field: string) =>
  !Object.hasOwn(OUTPUTS[node]?.[operation] ?? {}, field.replace(/\..*/s, ''));

const outputs = testGeneration('recent');

test('every trigger is tried on every generation', () => {
  const triggers = NODE_FOLDERS.filter((node) => describedNode(node).group.includes('trigger'));
  expect(ROWS.map(({ node }) => node)).toEqual(expect.arrayContaining(triggers));
});

test('outputs have the fields of their schemas, and no others', () => {
  // What "Call Operation" and its like put out is up to the platform.
  const told = ROWS.filter(({ operation }) => !operation.startsWith('graphql/'));
  const wrong = told.flatMap(({ node, operation }) => {
    const items = outputs.get(`${node}/${operation}`) ?? [];
    const untold = items.flatMap((item) => schemaMismatches(node, operation, item));
    const missing = neverPutOut(node, operation, items).filter(
      (field) => !SOMETIMES.test(field) && !isOfFailed(node, operation, field),
    );
    return [
      ...(items.length > 0 ? [] : [`${node}/${operation} puts nothing out`]),
      ...[...new Set(untold)].map((field) => `${node}: ${field}`),
      ...missing.map((field) => `${node}: ${operation}.${field} is told of and never put out`),
    ];
  });
  expect([...new Set(wrong)]).toEqual([]);
});
