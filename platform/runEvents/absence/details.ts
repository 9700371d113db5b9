import { PlatformError } from '../../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { presentSelection } from '../../graphql/selection/supported';
import { withCurrentVersion } from '../../resources/entities';
import { JOB_FIELDS } from '../../resources/job/job';
import {
  FIELDS_OF_ANY_PLATFORM,
  inOneForm,
  type Pipeline,
} from '../../resources/pipeline/pipeline';
import type { RunKind } from '../../runs/kinds';
import { lastRunIn, type LastRun } from '../../runs/read/lastRuns';
import { isRun, readRun } from '../../runs/read/run';
import { readNewestOfEach, type RunsSelection } from '../../runs/read/runsQuery';
import { lastRunSelection } from '../../runs/read/selection';
import { entriesOf, fieldsOf } from '../../text/values';
import type { AbsenceEvent } from './absenceEvent';

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
  if (ids.length === 0) return new Map();
  const wanted = kind.noun === 'job' ? JOB_FIELDS : FIELDS_OF_ANY_PLATFORM;
  const selection: RunsSelection = {
    ofRun: lastRunSelection,
    ofParent: (schema, type) => presentSelection(schema, type, wanted),
  };
  try {
    const read = await readNewestOfEach(endpoint, kind, ids, RUNS_READ, selection, { signal });
    return new Map([...read].map(([id, response]) => [id, detailsFrom(kind, response)]));
  } catch (error) {
    if (!(error instanceof PlatformError) || (error.mayPass && !signal?.aborted)) throw error;
    return new Map();
  }
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
