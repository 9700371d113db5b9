import { PlatformError } from '../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { RunKind } from '../runs/kinds';
import { type Run, isRun, readRun } from '../runs/read/run';
import type { RunEvent } from './event';
import { presentSelection } from '../graphql/selection/supported';
import { withCurrentVersion } from '../resources/entities';
import { JOB_FIELDS } from '../resources/job/job';
import { FIELDS_OF_ANY_PLATFORM, inOneForm, type Pipeline } from '../resources/pipeline/pipeline';
import { lastRunIn, type LastRun } from '../runs/read/lastRuns';
import { readParents } from '../runs/read/parents';
import { readRuns } from '../runs/read/readRuns';
import { selectShortRun, type Select } from '../runs/read/selection';
import { entriesOf, fieldsOf } from '../text/values';
import type { AbsenceEvent } from './absence/rules';

/**
 * The runs of events as "Get" returns them; a poll itself reads less of each. What was seen of a run when its event was
 * found stays, and has to do if the platform does not return the run any more.
 * @param signal when it fires, events are reported with what is known so far
 * @throws PlatformError that passes: the next poll finds the same events
 */
export async function readWholeRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  events: ReadonlyArray<Pick<RunEvent, 'run' | 'parent'>>,
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<Run[]> {
  const ids = [...new Set(events.map(({ run }) => run.id))];
  const reads = await readIfPossible(ids, signal, () => readRuns(endpoint, kind, ids, { signal }));
  return events.map((event) => {
    const found = reads.get(event.run.id);
    return runOf(kind, event, found && 'run' in found ? found.run : undefined);
  });
}

/** @returns nothing for a failure that lasts, or once the time for it is up */
async function readIfPossible<Read>(
  ids: readonly string[],
  signal: AbortSignal | undefined,
  read: () => Promise<ReadonlyMap<string, Read>>,
): Promise<ReadonlyMap<string, Read>> {
  if (ids.length === 0) return new Map();
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof PlatformError) || (error.isTemporary && !signal?.aborted)) throw error;
    return new Map();
  }
}

function runOf(
  { parentId, parentName }: RunKind,
  { run, parent }: Pick<RunEvent, 'run' | 'parent'>,
  whole: Run | undefined,
): Run {
  const seen = { ...run };
  delete seen.recordedAt;
  return {
    ...whole,
    ...seen,
    [parentId]: parent.id,
    [parentName]: parent.name,
    ...(parent.projectId !== undefined && { projectId: parent.projectId }),
    ...(parent.projectName !== undefined && { projectName: parent.projectName }),
  };
}

/** The latest success is looked for among so many runs. */
const RUNS_READ = 100;

/** A job or pipeline as "Get" tells it, with its latest run and its latest success. */
export interface AbsenceEventDetails {
  entity: object;
  lastRun: LastRun | null;
  /** Null where the runs that were read have none. */
  lastSuccess: LastRun | null;
}

/**
 * What "Get" tells of the jobs or pipelines of some events, 100 in a request; those that cannot be read are missing.
 * @param signal when it fires, events are reported with what is known so far
 * @throws PlatformError that passes: the next poll finds the same events
 */
export async function readAbsenceDetails(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  events: readonly AbsenceEvent[],
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<Map<string, AbsenceEventDetails>> {
  const ids = [...new Set(events.map(({ parent }) => parent.id))];
  const wanted = kind.noun === 'job' ? JOB_FIELDS : FIELDS_OF_ANY_PLATFORM;
  const ofParent: Select = (schema, type) => presentSelection(schema, type, wanted);
  const selection = { ofParent, ofRun: selectShortRun, newest: RUNS_READ };
  const read = await readIfPossible(ids, signal, () =>
    readParents(endpoint, kind, { ids }, selection, { signal }),
  );
  return new Map([...read].map(([id, response]) => [id, detailsFrom(kind, response)]));
}

function detailsFrom({ noun }: RunKind, response: unknown): AbsenceEventDetails {
  const { instances, ...entity } = fieldsOf(response);
  const runs = entriesOf(instances).filter(isRun);
  const success = runs.find((run) => readRun(run, 'instances').succeeded === true);
  return {
    entity: noun === 'job' ? withCurrentVersion(entity) : inOneForm(entity as unknown as Pipeline),
    lastRun: lastRunIn(runs),
    lastSuccess: lastRunIn(success === undefined ? [] : [success]),
  };
}
