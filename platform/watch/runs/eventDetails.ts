import { PlatformError } from '../../common/errors/errors';
import { selectPresent } from '../../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { keepOnlyCurrentVersion } from '../../resources/entities';
import { JOB_FIELDS } from '../../resources/job/job';
import {
  PIPELINE_READ_FIELDS,
  normalizePipeline,
  type Pipeline,
} from '../../resources/pipeline/pipeline';
import type { RunKind } from '../../runs/kinds';
import { readLastRun, type LastRun } from '../../runs/read/lastRuns';
import { readParents } from '../../runs/read/parents';
import { readRuns } from '../../runs/read/readRuns';
import { type Run, isRun, readRun } from '../../runs/read/run';
import { selectShortRun, type Select } from '../../runs/read/selection';
import { without } from '../../common/text/names';
import { toList, toObject } from '../../common/text/values';
import type { DeadlineEvent } from '../deadlines/rules';
import type { RunEvent } from './runEvents';

/**
 * Returns the runs of events as "Get" returns them. Fields that the poll has read override the others. If a run cannot be read,
 * only these fields are returned.
 * @param signal when it fires, the runs are returned as the poll read them
 * @throws PlatformError if the failure is temporary: the next poll finds the same events
 */
export async function readWholeRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  events: ReadonlyArray<Pick<RunEvent, 'run' | 'parent'>>,
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<Run[]> {
  const ids = [...new Set(events.map(({ run }) => run.id))];
  const reads = await readIfPossible(ids, () => readRuns(endpoint, kind, ids, { signal }));
  return events.map(({ run, parent }) => {
    const read = reads.get(run.id);
    const whole = read && 'run' in read ? read.run : undefined;
    return {
      ...whole,
      ...without(run, 'recordedAt'),
      [kind.parentIdField]: parent.id,
      [kind.parentNameField]: parent.name,
      ...(parent.projectId !== undefined && { projectId: parent.projectId }),
      ...(parent.projectName !== undefined && { projectName: parent.projectName }),
    } as Run;
  });
}

/** Returns an empty map after a permanent failure, or if the signal has fired. */
async function readIfPossible<Read>(
  ids: readonly string[],
  read: () => Promise<ReadonlyMap<string, Read>>,
): Promise<ReadonlyMap<string, Read>> {
  if (ids.length === 0) return new Map();
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof PlatformError) || error.isTemporary) throw error;
    return new Map();
  }
}

const MAX_RUNS_SEARCHED = 100;

interface ParentDetails {
  /** The job or pipeline as "Get" returns it. */
  entity: object;
  lastRun: LastRun | null;
  /** Null if none of the `MAX_RUNS_SEARCHED` newest runs succeeded. */
  lastSuccess: LastRun | null;
}

/**
 * Reads the jobs or pipelines of events, up to 100 in a request, without those that no longer exist.
 * @param signal when it fires, an empty map is returned
 * @throws PlatformError if the failure is temporary: the next poll finds the same events
 */
export async function readParentDetails(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  events: readonly DeadlineEvent[],
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<Map<string, ParentDetails>> {
  const ids = [...new Set(events.map(({ parent }) => parent.id))];
  const fields = kind.noun === 'job' ? JOB_FIELDS : PIPELINE_READ_FIELDS;
  const ofParent: Select = (schema, type) => selectPresent(schema, type, fields);
  const selection = { ofParent, ofRun: selectShortRun, newest: MAX_RUNS_SEARCHED };
  const read = await readIfPossible(ids, () =>
    readParents(endpoint, kind, { ids }, selection, { signal }),
  );
  return new Map([...read].map(([id, response]) => [id, toDetails(kind, response)]));
}

function toDetails({ noun }: RunKind, response: unknown): ParentDetails {
  const { instances, ...entity } = toObject(response);
  const runs = toList(instances).filter(isRun);
  const success = runs.find((run) => readRun(run, 'instances').succeeded === true);
  return {
    entity:
      noun === 'job'
        ? keepOnlyCurrentVersion(entity)
        : normalizePipeline(entity as unknown as Pipeline),
    lastRun: readLastRun(runs),
    lastSuccess: readLastRun(success === undefined ? [] : [success]),
  };
}
