import { getNamedType, isObjectType } from 'graphql';
import { PlatformError } from '../../common/errors/errors';
import { requireResultField } from '../../graphql/schema/rootFields';
import { selectPresent, writtenFields } from '../../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { incompletePollError } from '../../resources/entities';
import type { RunKind } from '../../runs/kinds';
import { readParentNames } from '../../runs/read/parentNames';
import { isRun, readRun, type Run } from '../../runs/read/run';
import { selectShortRun, type Select } from '../../runs/read/selection';
import { readActiveSchedule, type WrittenSchedule } from '../../runs/schedules/scheduleReader';
import { toObject, readWholeNumber } from '../../common/text/values';
import { readWatched } from '../readWatched';
import type { Watch } from '../watch';
import type { EventParent } from './runEvents';
import type { ParentState } from './runsState';

export interface RunWatch extends Watch {
  kind: RunKind;
}

export type NumberedRun = Run & { number: number };

export interface ParentWithRuns extends EventParent {
  /** Newest first, without runs that have ended and were reported. */
  runs: NumberedRun[];
  /** Number of `runs` that come from the list of all jobs; they are the first. Later requests add the others. */
  listed: number;
  /** The number of the oldest run that was read, even if `runs` lacks it; 0 if no run has a number. */
  oldestNumber: number;
  /** True if there may be older runs. */
  hasMore: boolean;
  /** Undefined if no schedule was requested, or if none is active. */
  schedule?: WrittenSchedule;
  /** True if `runs` lacks the newest runs. The next poll reads them. */
  isPartial?: boolean;
}

interface WantedNewestRuns {
  limit: number;
  withSchedule?: boolean;
  /** Returns the state of a job or pipeline. Runs that have ended and were reported according to it are left out. */
  findState?: (id: string) => ParentState | undefined;
}

/** Reads the newest runs of all watched jobs or pipelines, up to 100 IDs or projects in a request. */
export async function readNewestRuns(
  endpoint: GraphqlEndpoint,
  watch: RunWatch,
  { limit, withSchedule = false, findState }: WantedNewestRuns,
  options: CallOptions = {},
): Promise<{ found: ParentWithRuns[]; missing: string[] }> {
  const { kind } = watch;
  const selection = { ...selectNewestRuns(kind, withSchedule), newest: limit };
  const readItem = (response: unknown): ParentWithRuns => {
    const { id, instances } = toObject(response);
    if (typeof id !== 'string' || !Array.isArray(instances)) throw incompletePollError('runs');
    const names = readParentNames(kind, response);
    const runs = removeReportedRuns(instances, findState?.(id)).flatMap(readNumberedRun);
    return {
      id,
      name: names[kind.parentNameField] ?? id,
      projectId: names.projectId,
      projectName: names.projectName,
      runs,
      listed: runs.length,
      oldestNumber: instances.map(readNumber).findLast((number) => number !== undefined) ?? 0,
      hasMore: instances.length === limit,
      schedule: readActiveSchedule(response),
    };
  };
  return await readWatched(endpoint, kind, watch, selection, readItem, options);
}

export function selectNewestRuns({ noun }: RunKind, withSchedule: boolean) {
  const schedule = withSchedule ? 'isScheduled cronScheduling scheduleTimezone' : '';
  const wanted = writtenFields(`id name projectId project { id name } ${schedule}`);
  const ofRun: Select = (schema, type) => {
    const run = getNamedType(type);
    if (!isObjectType(run) || !run.getFields().number) throw missingNumberError(noun);
    return selectShortRun(schema, type);
  };
  const ofParent: Select = (schema, type) => {
    if (withSchedule) requireResultField({ field: { type } }, 'cronScheduling');
    return selectPresent(schema, type, wanted);
  };
  return { ofRun, ofParent };
}

function missingNumberError(noun: string): PlatformError {
  return new PlatformError(
    `This platform cannot distinguish new runs of ${noun}s from old ones: the field "number" is missing`,
    {
      hint: 'The trigger finds new runs by their number. The platform may have an older version.',
    },
  );
}

function removeReportedRuns(instances: readonly unknown[], known: ParentState | undefined) {
  if (!known) return instances;
  const { lastNumber, open = [] } = known;
  const isOpen = (instance: unknown) => open.some(({ id }) => id === toObject(instance).id);
  return instances.filter(
    (instance) => (readNumber(instance) ?? 0) > lastNumber || isOpen(instance),
  );
}

function readNumber(instance: unknown): number | undefined {
  return readWholeNumber(toObject(instance).number);
}

/** Leaves out a run without a number, which cannot be distinguished from reported ones. */
export function readNumberedRun(response: unknown): NumberedRun[] {
  if (!isRun(response)) return [];
  const run = readRun(response, 'instances');
  const { number } = run;
  if (number === undefined) return [];
  const { recordAt } = toObject(toObject(toObject(response).history).currentStatus);
  return [{ ...run, recordedAt: recordAt, number }];
}
