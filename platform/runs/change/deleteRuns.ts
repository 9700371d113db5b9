import { clock } from '../../common/time/clock';
import type { GraphQLSchema } from 'graphql';
import { InvalidInputError } from '../../common/errors/errors';
import { prepareRootField, type RootFieldCall } from '../../graphql/call/callRootField';
import { buildIdArgument } from '../../graphql/call/commonArguments';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { requireRootField, type RootField } from '../../graphql/schema/rootFields';
import { withSchema } from '../../graphql/schema/bySchema';
import { writtenFields } from '../../graphql/selection/supported';
import { makeRepeatableChange } from '../../http/retry';
import type { RunKind } from '../kinds';
import { listRuns, MAX_RUNS } from '../read/listRuns';
import type { Run } from '../read/run';
import { UNTRACKED_STATUS, findOutcome, type RunOutcome } from '../read/outcome';
import { parseTimeMs } from '../read/times';

/** Only runs that fulfill all conditions are deleted. */
export interface DeletionConditions {
  /** Minimum days since the end of a run, or since its start if it has no end time. 0 includes every run. */
  olderThanDays: number;
  /** Every outcome if empty. */
  outcomes: readonly RunOutcome[];
  /** Number of the newest runs to keep, whatever their outcome. */
  keepLast: number;
}

interface DeletionCounts {
  matched: number;
  /** May be less than `matched`, because the platform keeps runs that it still needs. */
  deleted: number;
}

const DELETED_FIELDS = writtenFields('id success');
const DAY_MS = 24 * 60 * 60 * 1000;
const RUNS_A_REQUEST = 100;

const MUTATIONS = {
  job: { name: 'deleteJobInstances', idsArgument: 'jobInstanceIds' },
  pipeline: { name: 'deletePipelineInstances', idsArgument: 'pipelineInstanceIds' },
} as const;

/**
 * Returns a function that deletes the ended and untracked runs that fulfill the conditions. It keeps job runs that belong to a
 * pipeline's run. A deletion is sent again if its response was lost, because deleting a run again has no effect.
 * @param dryRun true to only count the runs
 */
export async function prepareDeleteRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentId: string,
  conditions: DeletionConditions,
  dryRun: boolean,
  options?: CallOptions,
): Promise<() => Promise<DeletionCounts>> {
  const checked = readConditions(conditions);
  const { name } = MUTATIONS[kind.noun];
  await withSchema(endpoint, (schema) => requireRootField(schema, 'mutation', name), options);
  const listAll = async () => await listRuns(endpoint, kind, parentId, MAX_RUNS, options);
  return async () => {
    const ids = findMatchingRuns(await listAll(), checked, clock.now()).map(({ id }) => id);
    if (dryRun || ids.length === 0) return { matched: ids.length, deleted: 0 };
    const unconfirmed = new Set<string>();
    for (let start = 0; start < ids.length; start += RUNS_A_REQUEST) {
      const batch = ids.slice(start, start + RUNS_A_REQUEST);
      const confirmed = await deleteBatch(endpoint, kind, parentId, batch, options);
      for (const id of batch) if (!confirmed.has(id)) unconfirmed.add(id);
    }
    // A run that was not confirmed may have been deleted by an attempt whose response was lost.
    const listed = unconfirmed.size > 0 ? await listAll() : [];
    const kept = listed.filter(({ id }) => unconfirmed.has(id)).length;
    return { matched: ids.length, deleted: ids.length - kept };
  };
}

/** @returns IDs of the runs that the platform reports as deleted */
async function deleteBatch(
  endpoint: GraphqlEndpoint,
  { noun }: RunKind,
  parentId: string,
  ids: string[],
  options?: CallOptions,
): Promise<Set<string>> {
  const { name, idsArgument } = MUTATIONS[noun];
  const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => ({
    arguments: { ...buildIdArgument(root, noun, parentId), [idsArgument]: ids },
    selection: { mode: 'supported', text: DELETED_FIELDS },
    idempotent: true,
  });
  const send = await prepareRootField(endpoint, 'mutation', name, call, options);
  const response = await makeRepeatableChange(send, () => false);
  if (!Array.isArray(response)) return new Set();
  const items = response as Array<{ id?: string; success?: boolean } | null>;
  return new Set(items.flatMap((item) => (item?.success === true && item.id ? [item.id] : [])));
}

function findMatchingRuns(
  newestFirst: Run[],
  { olderThanDays, outcomes, keepLast }: DeletionConditions,
  now: number,
): Run[] {
  const cutoffMs = now - olderThanDays * DAY_MS;
  return newestFirst.slice(keepLast).filter((run) => {
    // Platforms allow the deletion of untracked runs, although these may not have ended.
    const mayHaveEnded = findOutcome(run) !== undefined || run.status === UNTRACKED_STATUS;
    if (!mayHaveEnded || run.pipelineInstanceId) return false;
    // An unknown status may mean success, so no outcome is derived from it.
    const outcome = findOutcome({ status: run.status });
    if (outcomes.length > 0 && (!outcome || !outcomes.includes(outcome))) return false;
    if (olderThanDays === 0) return true;
    const endMs = parseTimeMs(run.endTime ?? run.startTime);
    return endMs !== undefined && endMs < cutoffMs;
  });
}

function readConditions({
  olderThanDays,
  outcomes,
  keepLast,
}: DeletionConditions): DeletionConditions {
  if (!(olderThanDays >= 0) || !(keepLast >= 0)) {
    throw new InvalidInputError(
      '"Older Than (Days)" and "Keep Last" must be 0 or more',
      'Set both to 0 or more. Nothing was deleted.',
    );
  }
  return { olderThanDays, outcomes, keepLast: Math.floor(keepLast) };
}
