import {
  describedOperations,
  type Described,
} from '../../support/descriptions/describedOperations';
import { TRIES } from '.';
import type { OperationTry } from './operationTry';

/** An operation with calls of it that work on a seeded sandbox. */
export interface DescribedOperation extends Described {
  tries: readonly [OperationTry, ...OperationTry[]];
}

/**
 * Every operation of every node, as the packed package describes them; of triggers, none.
 * @throws Error for an operation without a call in test/nodes/tries, and for a call of none
 */
export function everyOperation(): DescribedOperation[] {
  const described = describedOperations();
  const known = new Set(described.map(keyOf));
  const stray = TRIES.filter(({ node, operation }) => !known.has(`${node} ${operation}`));
  const untried = described.filter((one) => triesOf(one).length === 0);
  if (stray.length + untried.length > 0) {
    const words = [
      ...untried.map(({ name }) => `"${name}" has no call`),
      ...stray.map(({ row }) => `"${row}" calls an operation that no description has`),
    ];
    throw new Error(`In test/nodes/tries: ${words.join(', ')}`);
  }
  return described.map((one) => ({
    ...one,
    tries: triesOf(one) as [OperationTry, ...OperationTry[]],
  }));
}

const keyOf = ({ node, resource, operation }: Described) => `${node} ${resource}/${operation}`;

function triesOf(described: Described): OperationTry[] {
  return TRIES.filter(({ node, operation }) => `${node} ${operation}` === keyOf(described));
}
