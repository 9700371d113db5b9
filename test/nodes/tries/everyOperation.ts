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
