import {
  listDescribedOperations,
  type Described,
} from '../../support/descriptions/describedOperations';
import { KNOWN_OPERATIONS } from '../../operations';
import type { KnownOperation } from '../../operations/entry';
import type { OperationTry } from './operationTry';

export interface DescribedOperation extends Described {
  tries: readonly [OperationTry, ...OperationTry[]];
}

export function triesOf({ node, resource, operation, tries }: KnownOperation): OperationTry[] {
  const name = `${node === 'Projects' ? '' : `${node}: `}${resource}.${operation}`;
  return tries.map(({ of, before, parameters, ...tried }) => ({
    row: of === undefined ? name : `${name} ${of}`,
    node,
    operation: `${resource}/${operation}`,
    parameters(sandbox) {
      before?.(sandbox);
      return typeof parameters === 'function' ? parameters(sandbox) : parameters;
    },
    ...tried,
  }));
}

/** Calls of every operation, in the order of the pages. */
export const TRIES = KNOWN_OPERATIONS.flatMap(triesOf);

/** Every operation of every node, as the packed package describes them; of triggers, none. test/operations has the same. */
export function everyOperation(): DescribedOperation[] {
  const described = listDescribedOperations();
  const known = new Map(KNOWN_OPERATIONS.map((one) => [one.name, triesOf(one)]));
  expect([...known.keys()].sort()).toEqual(described.map(({ name }) => name).sort());
  return described.map((one) => {
    const [first, ...others] = known.get(one.name) ?? [];
    if (!first) throw new Error(`In test/operations: ${one.name} has no call`);
    return { ...one, tries: [first, ...others] };
  });
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

/** Those of them that change nothing more when they are sent twice. */
export function repeatableMutations(): Set<string> {
  const changes = CHANGING.flatMap(({ changes = {} }) => Object.entries(changes));
  return new Set(changes.filter(([, repeated]) => repeated === 'repeatable').map(([name]) => name));
}

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
  .map(({ name }) => name)
  .filter((name) => !REPEATABLE_IN_PARTS.includes(name));

/** Those of projects and of the catalog that change something; what reads is named so. */
export function changingOperations(): DescribedOperation[] {
  return everyOperation().filter(
    ({ node, operation }) =>
      ['Projects', 'Catalog'].includes(node) &&
      !/^(?:get|check|diagnose|export|plan|validate|wait$)/.test(operation),
  );
}
