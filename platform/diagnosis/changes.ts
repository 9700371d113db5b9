import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { Run } from '../runs/read/run';
import { excerpt } from '../common/text/text';
import type { Cause } from './causes';
import { readDetails, readLoggedVariables, type History } from './read';
import type { Change } from './words';

export interface Changes {
  list: Change[];
  /** The kind of change after which the failures began; undefined if unknown. */
  cause?: Extract<Cause, 'newVersion' | 'changedVariable'>;
}

const VALUE_CHARACTERS = 300;
const MAX_CHANGES = 50;
const NO_DETAILS: ReadonlyMap<string, string> = new Map();

/**
 * Compares a failed run of a job with the job's last successful run, in at most four requests. Variables are returned without
 * values. A variable whose value also differs between the last two successful runs is left out.
 * @returns undefined if no run has succeeded
 */
export async function readChanges(
  endpoint: GraphqlEndpoint,
  failedRun: Run,
  { failed, succeeded }: History,
  options: CallOptions,
): Promise<Changes | undefined> {
  const [lastSuccess, earlierSuccess] = succeeded;
  if (!lastSuccess) return undefined;
  const firstFailedId = failed.at(-1)?.id ?? failedRun.id;
  const [detailsOfSuccess, detailsOfFirstFailure, detailsOfFailure] = await Promise.all(
    [lastSuccess.id, firstFailedId, failedRun.id].map(
      async (id) => await readDetails(endpoint, id, options),
    ),
  );
  // Some platforms do not log the variables.
  const [variablesOfEarlierSuccess, variablesOfSuccess, variablesOfFailure] = await Promise.all(
    [earlierSuccess?.id, lastSuccess.id, failedRun.id].map(
      async (id) =>
        await (id === undefined ? undefined : readLoggedVariables(endpoint, id, options)),
    ),
  );
  // If only one run has succeeded, all its variables count as volatile, because each may differ from run to run.
  const volatileNames = new Set(
    compareDetails(variablesOfEarlierSuccess, variablesOfSuccess).map(({ field }) => field),
  );
  const changedVariables =
    variablesOfSuccess && variablesOfFailure
      ? compareDetails(variablesOfSuccess, variablesOfFailure).filter(
          ({ field }) => !volatileNames.has(field),
        )
      : [];
  const list: Change[] = [
    ...compareDetails(detailsOfSuccess, detailsOfFailure),
    ...changedVariables.map(({ field, change }) => ({
      field: `variable ${field}`,
      change,
      from: null,
      to: null,
    })),
  ].slice(0, MAX_CHANGES);
  const versionOfSuccess = detailsOfSuccess?.get('version.number');
  const versionOfFirstFailure = detailsOfFirstFailure?.get('version.number');
  if (versionOfSuccess !== versionOfFirstFailure) return { list, cause: 'newVersion' };
  const isFirstFailure = firstFailedId === failedRun.id;
  const isVariableCause =
    isFirstFailure && variablesOfEarlierSuccess !== undefined && changedVariables.length > 0;
  return { list, ...(isVariableCause && { cause: 'changedVariable' }) };
}

function compareDetails(before = NO_DETAILS, after = NO_DETAILS): Change[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field) => {
    const [from, to] = [before.get(field), after.get(field)];
    if (from === to) return [];
    const change = from === undefined ? 'added' : to === undefined ? 'removed' : 'changed';
    return [{ field, change, from: shortenValue(from), to: shortenValue(to) }];
  });
}

function shortenValue(value: string | undefined): string | null {
  return value === undefined ? null : excerpt(value, [], VALUE_CHARACTERS);
}
