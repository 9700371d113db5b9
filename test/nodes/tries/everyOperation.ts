import {
  describedOperations,
  type Described,
} from '../../support/descriptions/describedOperations';
import { KNOWN_OPERATIONS } from '../../operations';
import { TRIES } from '.';
import type { OperationTry } from './operationTry';

/** An operation with calls of it that work on a seeded sandbox. */
export interface DescribedOperation extends Described {
  tries: readonly [OperationTry, ...OperationTry[]];
}

/**
 * Every operation of every node, as the packed package describes them; of triggers, none.
 * @throws Error for an operation that test/operations does not have, and for one that it alone has
 */
export function everyOperation(): DescribedOperation[] {
  const described = describedOperations();
  const known = KNOWN_OPERATIONS.map(
    ({ node, resource, operation }) => `${node} ${resource}.${operation}`,
  );
  const all = described.map(({ name }) => name);
  const wrong = [
    ...all.filter((name) => !known.includes(name)).map((name) => `"${name}" is missing`),
    ...known.filter((name) => !all.includes(name)).map((name) => `no node has "${name}"`),
  ];
  if (wrong.length > 0) throw new Error(`In test/operations: ${wrong.join(', ')}`);
  return described.map((one) => ({ ...one, tries: triesOf(one) }));
}

const CHANGING = KNOWN_OPERATIONS.filter(({ changes = {} }) => Object.keys(changes).length > 0);

/** The names of all mutations that operations of projects and of the catalog send. */
export const MUTATIONS = [
  ...new Set(
    CHANGING.filter(({ node }) => ['Projects', 'Catalog'].includes(node)).flatMap(
      ({ changes = {} }) => Object.keys(changes),
    ),
  ),
];

/** What they send could be sent twice, but not what they do as a whole: a synchronization starts, or others may write meanwhile. */
const REPEATABLE_IN_PARTS = [
  'Catalog repository.update',
  'ConfFiles folder.sync',
  'Projects environmentVariable.replaceAll',
  'Projects environmentVariable.set',
];

/** Changes that Retry On Fail makes once more after an unknown outcome: by then they change nothing more. */
export const REPEATED = CHANGING.filter(({ changes = {} }) =>
  Object.values(changes).every((one) => one === 'repeatable'),
)
  .map(({ node, resource, operation }) => `${node} ${resource}.${operation}`)
  .filter((name) => !REPEATABLE_IN_PARTS.includes(name));

/** Those of projects and of the catalog that change something; what reads is named so. */
export function changingOperations(): DescribedOperation[] {
  return everyOperation().filter(
    ({ node, operation }) =>
      ['Projects', 'Catalog'].includes(node) &&
      !/^(?:get|check|diagnose|export|plan|validate|wait$)/.test(operation),
  );
}

function triesOf({ node, resource, operation }: Described): [OperationTry, ...OperationTry[]] {
  const [first, ...others] = TRIES.filter(
    (one) => one.node === node && one.operation === `${resource}/${operation}`,
  );
  if (!first) throw new Error(`In test/operations: ${resource}.${operation} has no call`);
  return [first, ...others];
}
