import { KNOWN_OPERATIONS } from '../../../operations';
import { TRIES } from '../../../nodes/tries';
import type { OperationTry } from '../../../nodes/tries/operationTry';

/** How the examples of a node are called. */
export function callsOf(node: string): OperationTry[] {
  return KNOWN_OPERATIONS.filter((one) => one.node === node).flatMap(
    ({ resource, operation, example }) => {
      const key = `${resource}/${operation}`;
      const tried = TRIES.find((one) => one.node === node && one.operation === key);
      if (!example || !tried) return [];
      if (example === true) return [tried];
      return [{ ...tried, parameters: typeof example === 'function' ? example : () => example }];
    },
  );
}
