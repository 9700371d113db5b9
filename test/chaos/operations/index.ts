import { KNOWN_OPERATIONS } from '../../operations';
import type { ChaosOperation, NodeName } from './operation';

/** The models of all operations; several for one where its options make it another. */
export const OPERATIONS: readonly ChaosOperation[] = KNOWN_OPERATIONS.flatMap(
  ({ node, resource, operation, models }) =>
    models.map((model) => ({
      name: `${resource}.${operation}`,
      node: node as NodeName,
      ...model,
    })),
);
