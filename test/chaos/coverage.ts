import { describedOperations } from '../support/descriptions/describedOperations';
import { OPERATIONS } from './operations';

/** The operations of the nodes' descriptions that no model knows, as `Projects job.get`. */
export function operationsWithoutModel(
  described: readonly string[] = describedOperations().map(({ name }) => name),
): string[] {
  const known = new Set(OPERATIONS.map(({ node, name }) => `${node} ${name}`));
  return described.filter((name) => !known.has(name));
}

/** The models of operations that no description has. */
export function modelsOfNothing(
  described: readonly string[] = describedOperations().map(({ name }) => name),
): string[] {
  const known = new Set(described);
  const names = OPERATIONS.map(({ node, name }) => `${node} ${name}`);
  return [...new Set(names)].filter((name) => !known.has(name));
}
