import { KNOWN_OPERATIONS } from '../../../operations';
import { triesOf } from '../../../nodes/tries/everyOperation';
import type { OperationTry } from '../../../nodes/tries/operationTry';

/** How the examples of a node are called. */
export const callsOf = (node: string): OperationTry[] =>
  KNOWN_OPERATIONS.filter((one) => one.node === node).flatMap((known) => {
    const { example } = known;
    const [tried] = triesOf(known);
    if (!example || !tried) return [];
    if (example === true) return [tried];
    return [{ ...tried, parameters: typeof example === 'function' ? example : () => example }];
  });
