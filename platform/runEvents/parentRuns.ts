import { getNamedType, isObjectType } from 'graphql';
import { PlatformError } from '../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { requireFieldOf } from '../graphql/schema/rootFields';
import { presentSelection, writtenFields } from '../graphql/selection/supported';
import { incompletePoll } from '../resources/entities';
import { listProjects } from '../resources/project';
import type { RunKind } from '../runs/kinds';
import { readParentNames } from '../runs/read/parentNames';
import { isRun, readRun, type Run } from '../runs/read/run';
import { pagesOfRuns, readParents, type WhichParents } from '../runs/read/parents';
import { selectShortRun, type Select } from '../runs/read/selection';
import { fieldsOf, textOf } from '../text/values';
import type { WrittenSchedule } from '../schedules/scheduleReader';
import type { EventParent } from './event';
import type { Watch } from './watchState';

/** A run that can be distinguished from older and newer ones. */
export type NumberedRun = Run & { number: number };

/** A job or pipeline with its newest runs. */
export interface ParentRuns extends EventParent {
  /** Newest first. */
  runs: NumberedRun[];
  /** Whether there may be older ones. */
  hasMore: boolean;
  /** If it was asked for, and is on. */
  schedule?: WrittenSchedule;
}

interface ParentRunsRead {
  parents: ParentRuns[];
  /** What was asked for by its ID and is not there. */
  missing: string[];
}

const PARENT_FIELDS = 'id name projectId project { id name }';
const SCHEDULE_FIELDS = 'isScheduled cronScheduling scheduleTimezone';
/** More than these are read by the project's list, which costs one request whatever their number. */
const MAX_READ_BY_ID = 100;

/** The newest runs of everything that is watched, in one request, or one for each 100 projects. */
export async function readNewestRuns(
  endpoint: GraphqlEndpoint,
  { kind, projectId, ids }: Watch,
  limit: number,
  withSchedule = false,
  options: CallOptions = {},
): Promise<ParentRunsRead> {
  const isById = ids.length > 0 && ids.length <= MAX_READ_BY_ID;
  const selection = { ...selectionOf(kind, withSchedule), newest: limit };
  const read = async (which: WhichParents) =>
    await readParents(endpoint, kind, which, selection, options);
  let responses: unknown[];
  if (isById) {
    responses = [...(await read({ ids })).values()];
  } else {
    const projectIds = await projectsOf(endpoint, projectId, options);
    const lists = await read({ projectIds });
    responses = projectIds.flatMap((id) => entriesIn(lists.get(id)));
  }
  const all = responses.map((response) => parentRunsOf(kind, response, limit));
  if (ids.length === 0) return { parents: all, missing: [] };
  const [chosen, there] = [new Set(ids), new Set(all.map(({ id }) => id))];
  return {
    parents: all.filter(({ id }) => chosen.has(id)),
    missing: [...chosen].filter((id) => !there.has(id)),
  };
}

async function projectsOf(
  endpoint: GraphqlEndpoint,
  projectId: string | undefined,
  options: CallOptions,
): Promise<string[]> {
  if (projectId !== undefined) return [projectId];
  return (await listProjects(endpoint, options)).map(({ id }) => id);
}

function entriesIn(list: unknown): unknown[] {
  if (Array.isArray(list)) return list;
  throw incompletePoll('runs');
}

interface ReadBackOptions extends Pick<CallOptions, 'signal'> {
  /** When it fires, no further page is read. */
  noPageAfter?: AbortSignal;
  maxPages?: number;
}

/**
 * Reads on, page by page, the runs of those that need older ones.
 * @returns all of them, and the IDs of those that there was no time for, or that are not there any more
 */
export async function readBack(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  newest: readonly ParentRuns[],
  needsOlder: (parent: ParentRuns) => boolean,
  { noPageAfter, signal, maxPages = Infinity }: ReadBackOptions,
): Promise<{ parents: ParentRuns[]; unfinished: string[] }> {
  const unfinished: string[] = [];
  const selection = selectionOf(kind, false);
  const readOn = async (parent: ParentRuns): Promise<ParentRuns> => {
    if (!parent.hasMore || !needsOlder(parent)) return parent;
    let longer = parent;
    let [pages, isGone] = [0, false];
    const paging = {
      limit: Infinity,
      skip: parent.runs.length,
      sizeAfter: () => OLDER_RUNS_A_PAGE,
    };
    const older = pagesOfRuns(endpoint, kind, parent.id, selection, paging, { signal });
    while (!noPageAfter?.aborted && pages++ < maxPages) {
      const { value, done: isEnd } = await older.next();
      isGone = !isEnd && 'gone' in value;
      longer =
        isEnd || 'gone' in value
          ? { ...longer, hasMore: false }
          : withOlderRuns(longer, value.instances);
      if (isEnd || isGone || !needsOlder(longer)) break;
    }
    if (isGone || (longer.hasMore && needsOlder(longer))) unfinished.push(parent.id);
    return longer;
  };
  return { parents: await Promise.all(newest.map(readOn)), unfinished };
}

const OLDER_RUNS_A_PAGE = 100;

/** Runs that began between two requests shift the pages, so some come twice. */
function withOlderRuns(newer: ParentRuns, instances: readonly unknown[]): ParentRuns {
  const known = new Set(newer.runs.map(({ id }) => id));
  const added = instances.flatMap(numberedRun).filter(({ id }) => !known.has(id));
  return { ...newer, runs: [...newer.runs, ...added], hasMore: added.length > 0 };
}

/** What is read of jobs or pipelines. Each platform is asked for what it has. */
function selectionOf({ noun }: RunKind, withSchedule: boolean) {
  const wanted = writtenFields(`${PARENT_FIELDS} ${withSchedule ? SCHEDULE_FIELDS : ''}`);
  const ofRun: Select = (schema, type) => {
    const run = getNamedType(type);
    if (!isObjectType(run) || !run.getFields().number) throw notDistinguishable(noun);
    return selectShortRun(schema, type);
  };
  const ofParent: Select = (schema, type) => {
    if (withSchedule) requireFieldOf({ field: { type } }, 'cronScheduling');
    return presentSelection(schema, type, wanted);
  };
  return { ofRun, ofParent };
}

function notDistinguishable(noun: string): PlatformError {
  return new PlatformError(
    `This platform cannot distinguish new runs of ${noun}s from old ones: the field "number" is missing`,
    {
      hint: 'The trigger finds new runs by their number. The platform may have an older version.',
    },
  );
}

function parentRunsOf(kind: RunKind, response: unknown, limit: number): ParentRuns {
  const { id, instances } = fieldsOf(response);
  if (typeof id !== 'string' || !Array.isArray(instances)) throw incompletePoll('runs');
  const { [kind.parentName]: name = id, projectId, projectName } = readParentNames(kind, response);
  return {
    id,
    name,
    projectId,
    projectName,
    runs: instances.flatMap(numberedRun),
    hasMore: instances.length === limit,
    ...scheduleOf(response),
  };
}

/** One that is paused keeps its cron. */
function scheduleOf(response: unknown): { schedule?: WrittenSchedule } {
  const { isScheduled, cronScheduling, scheduleTimezone } = fieldsOf(response);
  const cron = textOf(cronScheduling);
  if (cron === undefined || isScheduled === false) return {};
  return { schedule: { cron, timezone: textOf(scheduleTimezone) ?? null } };
}

/** A run without a number cannot be told from those that were reported already: it is left out. */
function numberedRun(response: unknown): NumberedRun[] {
  if (!isRun(response)) return [];
  const run = readRun(response, 'instances');
  const { number } = run;
  if (!Number.isSafeInteger(number)) return [];
  const { recordAt } = fieldsOf(fieldsOf(fieldsOf(response).history).currentStatus);
  const recorded = recordAt === undefined || recordAt === null ? {} : { recordedAt: recordAt };
  return [{ ...run, ...recorded, number: number as number }];
}
