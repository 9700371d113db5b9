import { readdirSync } from 'node:fs';
import { RESOURCES } from '../../nodes/outputs';
import type { Calls, KnownOperation, Operations, OperationsByResource, Try } from './entry';

/** The files of this folder, by what they export. */
const ENTRIES = readdirSync(__dirname)
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- a new file needs no line here
  .map((name) => require(`./${name}`) as { operations?: OperationsByResource })
  .flatMap(({ operations = {} }) => Object.entries(operations));

/** Entries of one resource may be in several files. */
function entriesOf(wanted: string): Operations {
  const found = ENTRIES.filter(([resource]) => resource === wanted);
  return Object.assign({}, ...found.map(([, operations]) => operations)) as Operations;
}

/** By node and resource, in the order of the menus. */
export const KNOWN_OPERATIONS: readonly KnownOperation[] = Object.entries(RESOURCES).flatMap(
  ([node, resources]) =>
    resources.flatMap(({ value: resource }) =>
      Object.entries(entriesOf(`${node} ${resource}`)).map(
        ([operation, { tried, chaos, ...known }]) => ({
          name: `${node} ${resource}.${operation}`,
          node,
          resource,
          operation,
          tries: callsOf(tried),
          chaos: chaos && callsOf(chaos),
          ...known,
        }),
      ),
    ),
);

function callsOf(calls: Calls): Try[] {
  return [calls].flat().map((one) => ('parameters' in one ? (one as Try) : { parameters: one }));
}
