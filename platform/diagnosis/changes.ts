import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { Run } from '../runs/read/run';
import { excerpt } from '../common/text/text';
import type { Cause } from './causes';
import { readDetails, readVariables, type History } from './read';
import type { Change } from './words';

export interface Changes {
  list: Change[];
  /** The change with which the failures began, if known. */
  cause?: Extract<Cause, 'newVersion' | 'changedVariable'>;
}

const VALUE_CHARACTERS = 300;
const MAX_CHANGES = 50;
const NOTHING: ReadonlyMap<string, string> = new Map();

/**
 * Compares the failed run of a job with its last successful run, in at most four requests. Returns only the names of variables,
 * and none whose value also differs between two successful runs.
 * @returns undefined if no run has succeeded
 */
export async function readChanges(
  endpoint: GraphqlEndpoint,
  failedRun: Run,
  { failed, succeeded }: History,
  options: CallOptions,
): Promise<Changes | undefined> {
  const [last, oneBefore] = succeeded;
  if (!last) return undefined;
  const firstId = failed.at(-1)?.id ?? failedRun.id;
  const [then, begun, now] = await Promise.all(
    [last.id, firstId, failedRun.id].map(async (id) => await readDetails(endpoint, id, options)),
  );
  // Some platforms do not have the stream of variables.
  const [valuesBefore, valuesThen, valuesNow] = await Promise.all(
    [oneBefore?.id, last.id, failedRun.id].map(
      async (id) => await (id === undefined ? undefined : readVariables(endpoint, id, options)),
    ),
  );
  const usual = new Set(compareDetails(valuesBefore, valuesThen).map(({ field }) => field));
  const variables =
    valuesThen && valuesNow
      ? compareDetails(valuesThen, valuesNow).filter(({ field }) => !usual.has(field))
      : [];
  const list: Change[] = [
    ...compareDetails(then, now),
    ...variables.map(({ field, change }) => ({
      field: `variable ${field}`,
      change,
      from: null,
      to: null,
    })),
  ].slice(0, MAX_CHANGES);
  const number = 'version.number';
  if (then?.get(number) !== begun?.get(number)) return { list, cause: 'newVersion' };
  const isFirst = firstId === failedRun.id;
  const isVariable = isFirst && valuesBefore !== undefined && variables.length > 0;
  return { list, ...(isVariable && { cause: 'changedVariable' }) };
}

function compareDetails(then = NOTHING, now = NOTHING): Change[] {
  return [...new Set([...then.keys(), ...now.keys()])].flatMap((field) => {
    const [from, to] = [then.get(field), now.get(field)];
    if (from === to) return [];
    const change = from === undefined ? 'added' : to === undefined ? 'removed' : 'changed';
    return [{ field, change, from: shortened(from), to: shortened(to) }];
  });
}

function shortened(value: string | undefined): string | null {
  return value === undefined ? null : excerpt(value, [], VALUE_CHARACTERS);
}
