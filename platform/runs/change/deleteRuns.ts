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
import { UNTRACKED_STATUS, outcomeOf, type RunOutcome } from '../read/outcome';
import { timeMs } from '../read/times';

/** The ended runs of a job or pipeline that fulfill all conditions. */
export interface RunsToDelete {
  /** By the end, or by the start if there is no end time. */
  olderThanDays: number;
  outcomes: readonly RunOutcome[];
  /** This many of the newest runs stay, whatever their outcome. */
  keepLast: number;
}

interface DeletedRuns {
  matched: number;
  /** May be fewer: the platform keeps runs that it still needs. */
  deleted: number;
}

const DELETED_FIELDS = writtenFields('id success');
const DAY_MS = 24 * 60 * 60 * 1000;
const RUNS_A_REQUEST = 100;

const DELETIONS = {
  job: { name: 'deleteJobInstances', list: 'jobInstanceIds' },
  pipeline: { name: 'deletePipelineInstances', list: 'pipelineInstanceIds' },
} as const;

/**
 * Prepares to delete ended runs. Job runs that belong to a pipeline's run stay until that is deleted. A deletion is sent again
 * if its response was lost: a run is deleted only once.
 * @param isRehearsal whether runs are only counted
 */
export async function prepareDeleteRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentId: string,
  which: RunsToDelete,
  isRehearsal: boolean,
  options?: CallOptions,
): Promise<() => Promise<DeletedRuns>> {
  const wanted = check(which);
  const { name } = DELETIONS[kind.noun];
  await withSchema(endpoint, (schema) => requireRootField(schema, 'mutation', name), options);
  const list = async () => await listRuns(endpoint, kind, parentId, MAX_RUNS, options);
  return async () => {
    const ids = findMatching(await list(), wanted, clock.now()).map(({ id }) => id);
    if (isRehearsal || ids.length === 0) return { matched: ids.length, deleted: 0 };
    const left = new Set<string>();
    for (let start = 0; start < ids.length; start += RUNS_A_REQUEST) {
      const batch = ids.slice(start, start + RUNS_A_REQUEST);
      const confirmed = await deleteBatch(endpoint, kind, parentId, batch, options);
      for (const id of batch) if (!confirmed.has(id)) left.add(id);
    }
    // A run that was not confirmed may have been deleted by an attempt whose response was lost.
    const listed = left.size > 0 ? await list() : [];
    const kept = listed.filter(({ id }) => left.has(id)).length;
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
  const { name, list } = DELETIONS[noun];
  const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => ({
    arguments: { ...buildIdArgument(root, noun, parentId), [list]: ids },
    selection: { mode: 'supported', text: DELETED_FIELDS },
    idempotent: true,
  });
  const send = await prepareRootField(endpoint, 'mutation', name, call, options);
  const response = await makeRepeatableChange(send, () => false);
  if (!Array.isArray(response)) return new Set();
  const items = response as Array<{ id?: string; success?: boolean } | null>;
  return new Set(items.flatMap((item) => (item?.success === true && item.id ? [item.id] : [])));
}

function findMatching(
  /** Newest first. */
  runs: Run[],
  { olderThanDays, outcomes, keepLast }: RunsToDelete,
  now: number,
): Run[] {
  const before = now - olderThanDays * DAY_MS;
  return runs.slice(keepLast).filter((run) => {
    // Platforms also offer untracked runs for deletion.
    const canBeDeleted = outcomeOf(run) !== undefined || run.status === UNTRACKED_STATUS;
    if (!canBeDeleted || run.pipelineInstanceId) return false;
    // An unknown status may mean success, so no outcome is derived from it.
    const known = outcomeOf({ status: run.status });
    if (outcomes.length > 0 && (!known || !outcomes.includes(known))) return false;
    if (olderThanDays === 0) return true;
    const ended = timeMs(run.endTime ?? run.startTime);
    return ended !== undefined && ended < before;
  });
}

function check({ olderThanDays, outcomes, keepLast }: RunsToDelete): RunsToDelete {
  if (!(olderThanDays >= 0) || !(keepLast >= 0)) {
    throw new InvalidInputError(
      '"Older Than (Days)" and "Keep Last" must be 0 or more',
      'Set both. With 0, all finished runs match. Nothing was deleted.',
    );
  }
  return { olderThanDays, outcomes, keepLast: Math.floor(keepLast) };
}
