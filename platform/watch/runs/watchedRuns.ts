import { getNamedType, isObjectType, type FieldNode, type GraphQLSchema } from 'graphql';
import { PlatformError } from '../../errors/errors';
import { idArgument } from '../../graphql/call/commonArguments';
import { field } from '../../graphql/document/document';
import { queryBatched } from '../../graphql/read/queryBatched';
import { undefinedIfNotFound } from '../../graphql/read/result';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { requireFieldOf, requireRootField } from '../../graphql/schema/rootFields';
import {
  presentSelection,
  supportedSelection,
  writtenFields,
} from '../../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { incompletePoll } from '../../resources/entities';
import { CONCURRENT_PROJECTS } from '../../resources/job/list';
import type { RunKind } from '../../runs/kinds';
import { readParentNames } from '../../runs/read/parentNames';
import { isRun, readRun, type Run } from '../../runs/read/run';
import { pagesOfRuns, parentWithRuns, type RunsSelection } from '../../runs/read/runsQuery';
import type { WrittenSchedule } from '../../schedules/scheduleReader';
import { fieldsOf, textOf, wholeNumberOf } from '../../text/values';
import { mapConcurrently } from '../../time/concurrency';
import { readWatched, type Where } from '../readWatched';
import type { Watch } from '../watch';
import type { EventParent } from './runEvents';
import type { ParentState } from './runsState';

/** What a trigger of runs watches. */
export interface RunWatch extends Watch {
  kind: RunKind;
}

/** A run that can be distinguished from older and newer ones. */
export type NumberedRun = Run & { number: number };

/** A job or pipeline with its newest runs. */
export interface ParentRuns extends EventParent {
  /** Newest first, without settled ones. */
  runs: NumberedRun[];
  /** How many of the newest runs were read, settled ones included. */
  received: number;
  /** The number of the last of these; 0 if none has a number. */
  oldestNumber: number;
  /** Whether there may be older ones. */
  hasMore: boolean;
  /** If it was requested, and is not paused. */
  schedule?: WrittenSchedule;
}

const RUN_FIELDS = writtenFields(
  'id number status history { currentStatus { status details reason recordAt } } statusDetails startTime endTime runTrigger { triggerType author }',
);
const PARENT_FIELDS = 'id name projectId project { id name }';
const SCHEDULE_FIELDS = 'isScheduled cronScheduling scheduleTimezone';

/** What is read of each job or pipeline. */
interface NewestRuns {
  limit: number;
  withSchedule?: boolean;
  /** Returns what is known of a job or pipeline: settled runs, which ended before, are left out, as most are. */
  knownOf?(id: string): ParentState | undefined;
}

/** Reads the newest runs of everything that is watched in one request, or one for each 100 projects. */
export async function readNewestRuns(
  endpoint: GraphqlEndpoint,
  watch: RunWatch,
  { limit, withSchedule = false, knownOf }: NewestRuns,
  options: CallOptions = {},
): Promise<{ found: ParentRuns[]; missing: string[] }> {
  const { kind } = watch;
  const selection = selectionOf(kind, withSchedule);
  const read = async (where: Where) => {
    const isById = 'ids' in where;
    const write = (schema: GraphQLSchema) =>
      (isById ? writeParent : writeList)(schema, kind, selection, limit);
    const send = async (fieldFor: ReturnType<typeof write>) => {
      const ask = async (id: string) =>
        await queryBatched(endpoint, fieldFor(id), options).catch(undefinedIfNotFound);
      if (!isById) {
        const lists = await mapConcurrently(where.projectIds, CONCURRENT_PROJECTS, ask);
        return lists.flatMap((list) => entriesIn(kind, list));
      }
      const parents = await Promise.all(where.ids.map(ask));
      return parents.filter((parent) => parent !== null && parent !== undefined);
    };
    const responses = await requestBySchema(endpoint, write, send, options);
    return responses.map((response) => parentRunsOf(kind, response, limit, knownOf));
  };
  return await readWatched(endpoint, watch, read, options);
}

function entriesIn({ noun }: RunKind, response: unknown): unknown[] {
  const list = noun === 'job' ? response : fieldsOf(response).pipelines;
  if (Array.isArray(list)) return list;
  throw incompletePoll('runs');
}

type WriteQuery = (
  schema: GraphQLSchema,
  kind: RunKind,
  selection: RunsSelection,
  limit: number,
) => (id: string) => FieldNode;

const writeParent: WriteQuery = (schema, kind, selection, limit) => {
  const root = requireRootField(schema, 'query', kind.parentQuery);
  const select = parentWithRuns(schema, root.field.type, selection).select({ limit });
  return (id) => field(root.name, { arguments: idArgument(root, kind.noun, id), select });
};

/** The documented list of jobs, or the project's field "pipelines". */
const writeList: WriteQuery = (schema, kind, selection, limit) => {
  const isJob = kind.noun === 'job';
  const root = requireRootField(schema, 'query', isJob ? 'jobs' : 'project');
  const { type } = isJob ? root.field : requireFieldOf(root, 'pipelines');
  const select = parentWithRuns(schema, type, selection).select({ limit });
  return (id) =>
    isJob
      ? field(root.name, { arguments: { projectId: id }, select })
      : field(root.name, {
          arguments: idArgument(root, 'project', id),
          select: [field('pipelines', { select })],
        });
};

interface ReadBackOptions extends Pick<CallOptions, 'signal'> {
  /** When it fires, no further page is read. */
  noPageAfter?: AbortSignal;
  maxPages?: number;
}

const OLDER_RUNS_A_PAGE = 100;

/**
 * Reads on, page by page, the runs of those that need older ones.
 * @returns all of them, and the IDs of those that there was no time for, or that are gone
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
    const ask = async (query: FieldNode) => {
      const response = await queryBatched(endpoint, query, { signal }).catch(undefinedIfNotFound);
      isGone = response === null || response === undefined;
      return response;
    };
    const paging = {
      limit: Infinity,
      skip: parent.received,
      sizeAfter: () => OLDER_RUNS_A_PAGE,
    };
    const older = pagesOfRuns(endpoint, kind, parent.id, paging, selection, ask, { signal });
    while (!noPageAfter?.aborted && pages++ < maxPages) {
      const { value, done: isEnd } = await older.next();
      longer = isEnd ? { ...longer, hasMore: false } : withOlderRuns(longer, value.instances);
      if (isEnd || !needsOlder(longer)) break;
    }
    if (isGone || (longer.hasMore && needsOlder(longer))) unfinished.push(parent.id);
    return longer;
  };
  return { parents: await Promise.all(newest.map(readOn)), unfinished };
}

/** Runs that began between two requests shift the pages, so some come twice. */
function withOlderRuns(newer: ParentRuns, instances: readonly unknown[]): ParentRuns {
  const known = new Set(newer.runs.map(({ id }) => id));
  const added = instances.flatMap(numberedRun).filter(({ id }) => !known.has(id));
  return {
    ...newer,
    runs: [...newer.runs, ...added],
    received: newer.received + instances.length,
    oldestNumber: added.at(-1)?.number ?? newer.oldestNumber,
    hasMore: added.length > 0,
  };
}

/** Selects the fields that the platform has. */
function selectionOf({ noun }: RunKind, withSchedule: boolean): RunsSelection {
  const wanted = writtenFields(`${PARENT_FIELDS} ${withSchedule ? SCHEDULE_FIELDS : ''}`);
  return {
    ofRun(schema, type) {
      const run = getNamedType(type);
      if (!isObjectType(run) || !run.getFields().number) throw notDistinguishable(noun);
      return supportedSelection(schema, type, RUN_FIELDS);
    },
    ofParent(schema, type) {
      if (withSchedule) requireFieldOf({ field: { type } }, 'cronScheduling');
      return presentSelection(schema, type, wanted);
    },
  };
}

function notDistinguishable(noun: string): PlatformError {
  return new PlatformError(
    `This platform cannot distinguish new runs of ${noun}s from old ones: the field "number" is missing`,
    {
      hint: 'The trigger finds new runs by their number. The platform may have an older version.',
      reach: 'never',
    },
  );
}

function parentRunsOf(
  kind: RunKind,
  response: unknown,
  limit: number,
  knownOf: NewestRuns['knownOf'],
): ParentRuns {
  const { id, instances } = fieldsOf(response);
  if (typeof id !== 'string' || !Array.isArray(instances)) throw incompletePoll('runs');
  const { [kind.parentName]: name = id, projectId, projectName } = readParentNames(kind, response);
  return {
    id,
    name,
    projectId,
    projectName,
    runs: withoutSettled(instances, knownOf?.(id)).flatMap(numberedRun),
    received: instances.length,
    oldestNumber: oldestNumberIn(instances),
    hasMore: instances.length === limit,
    ...scheduleOf(response),
  };
}

function withoutSettled(instances: readonly unknown[], known: ParentState | undefined) {
  if (!known) return instances;
  const { lastNumber, open = [] } = known;
  return instances.filter((instance) => {
    const { id, number } = fieldsOf(instance);
    return (wholeNumberOf(number) ?? 0) > lastNumber || open.some((run) => run.id === id);
  });
}

function oldestNumberIn(instances: readonly unknown[]): number {
  const numberOf = (instance: unknown) => wholeNumberOf(fieldsOf(instance).number);
  return numberOf(instances.findLast((instance) => numberOf(instance) !== undefined)) ?? 0;
}

/** A paused schedule keeps its cron. */
function scheduleOf(response: unknown): { schedule?: WrittenSchedule } {
  const { isScheduled, cronScheduling, scheduleTimezone } = fieldsOf(response);
  const cron = textOf(cronScheduling);
  if (cron === undefined || isScheduled === false) return {};
  return { schedule: { cron, timezone: textOf(scheduleTimezone) ?? null } };
}

/** A run without a number cannot be distinguished from those already reported, so it is left out. */
function numberedRun(response: unknown): NumberedRun[] {
  if (!isRun(response)) return [];
  const run = readRun(response, 'instances');
  const { number } = run;
  if (!Number.isSafeInteger(number)) return [];
  const { recordAt } = fieldsOf(fieldsOf(fieldsOf(response).history).currentStatus);
  const recorded = recordAt === undefined || recordAt === null ? {} : { recordedAt: recordAt };
  return [{ ...run, ...recorded, number: number as number }];
}
