import {
  RIGHTS,
  USUAL_RIGHTS,
  type Need,
  type RightName,
} from '../../../nodes/shared/operation/rights';
import type { Operation } from '../../../nodes/shared/operation/operation';
import { RESOURCES } from '../../../nodes/outputs';

type Right = (typeof RIGHTS)[RightName];

/** An operation as its node's code has it; of a trigger, none. */
interface OperationWithRights {
  /** The folder below nodes/. */
  node: string;
  /** As `job/get`; of a trigger, ''. */
  key: string;
  operation?: Operation<never>;
  rights: Array<Right & { name: RightName; when?: string }>;
}

/** Every operation of every node and both triggers, with their rights. Without rights, nothing is asked of the platform. */
export const WITH_RIGHTS: readonly OperationWithRights[] = [
  ...Object.entries(RESOURCES).flatMap(([node, resources]) =>
    resources.flatMap(({ value, operations }) =>
      operations.map((operation) => ({
        node,
        key: `${value}/${operation.value}`,
        operation,
        rights: (operation.rights ?? usualRights(node, operation)).map(described),
      })),
    ),
  ),
  ...['Projects', 'ConfFiles'].map((node) => ({
    node: `${node}Trigger`,
    key: '',
    rights: usual(node).read.map(described),
  })),
];

export function rightsOf(node: string, key: string): OperationWithRights['rights'] {
  const found = WITH_RIGHTS.find((one) => one.node === node && one.key === key);
  if (!found) throw new Error(`There is no operation ${node} ${key}`);
  return found.rights;
}

function usualRights(node: string, operation: Operation<never>): Need[] {
  if (operation.needsNoCredential) return [];
  const { read, change } = usual(node);
  if ('runTogether' in operation) return [...read, ...change];
  return 'change' in operation ? change : read;
}

function usual(node: string) {
  const rights = USUAL_RIGHTS[node];
  if (!rights) throw new Error(`No rights are usual in ${node}`);
  return rights;
}

function described(need: Need) {
  const { right, when } = typeof need === 'string' ? { right: need, when: undefined } : need;
  return { ...RIGHTS[right], name: right, ...(when !== undefined && { when }) };
}
