import {
  getNamedType,
  isObjectType,
  type FieldNode,
  type GraphQLSchema,
  type SelectionNode,
} from 'graphql';
import { mapConcurrently } from '../time/concurrency';
import { PlatformError } from '../errors/errors';
import { field, printSelections, type LiteralValue } from '../graphql/document/document';
import { idArgument } from '../graphql/call/commonArguments';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { queryBatched } from '../graphql/read/queryBatched';
import { requireFieldOf, requireRootField } from '../graphql/schema/rootFields';
import { undefinedIfNotFound } from '../graphql/read/result';
import { withSchema } from '../graphql/schema/bySchema';
import {
  customSelection,
  writtenFields,
  presentSelection,
  supportedSelection,
} from '../graphql/selection/supported';
import { clock } from '../time/clock';
import { formMark, requestByForm } from './runsForm';
import type { KeptForm, RunsForm } from './keptForm';
import { CONCURRENT_PROJECTS } from '../resources/job/list';
import { listProjects } from '../resources/project';
import type { RunKind } from '../runs/kinds';
import { readParentNames } from '../runs/read/parentNames';
import { isRun, readRun, type Run } from '../runs/read/run';
import { timeMs } from '../runs/read/times';
import { fieldsOf, textOf } from '../text/values';
import type { WrittenSchedule } from '../schedules/scheduleReader';
import type { EventParent } from './event';
import type { Watch } from './watch';

/** A run that can be told from older and newer ones. */
export type NumberedRun = Run & { number: number };

/** A job or pipeline with its newest runs. */
export interface ParentRuns extends EventParent {
  /** Newest first. */
  runs: NumberedRun[];
  /** Whether there may be older ones. */
  hasMore: boolean;
  /** If it was asked for, and is on. */
  schedule?: WrittenSchedule;
  /** If it was asked for with the schedule, and the platform has it; epoch milliseconds. */
  createdMs?: number;
}

interface ParentRunsRead {
  parents: ParentRuns[];
  /** What was asked for by its ID and is not there. */
  missing: string[];
}

const RUN_FIELDS = writtenFields(
  'id number status history { currentStatus { status details reason recordAt } } statusDetails startTime endTime runTrigger { triggerType author }',
);
const PROJECT_FIELDS = writtenFields('projectId project { id name }');
const SCHEDULE_FIELDS = writtenFields('isScheduled cronScheduling scheduleTimezone');
const CREATION_FIELDS = writtenFields('creationDate');
/** More than these are read by the project's list, which costs one request whatever their number. */
const MAX_READ_BY_ID = 100;
const OLDER_RUNS_A_PAGE = 100;
/** Stands in a form for the number of runs. */
const LIMIT = '$limit';
const ANY_UUID = '00000000-0000-4000-8000-000000000000';
/** One request reads a page of older runs of so many jobs. */
const PARENTS_A_REQUEST = 50;

interface NewestRuns extends ParentRunsRead {
  /** For the next poll. */
  form: KeptForm;
}

interface NewestOptions extends Pick<Page, 'withSchedule' | 'withCreation'> {
  /** What the last poll kept: the schema is not read then. */
  kept?: KeptForm;
}

/** The newest runs of everything that is watched, in one request, or one for each 100 projects. */
export async function readNewestRuns(
  endpoint: GraphqlEndpoint,
  watch: Watch,
  limit: number,
  options: CallOptions = {},
  { kept, ...more }: NewestOptions = {},
): Promise<NewestRuns> {
  const { kind, ids } = watch;
  const isById = ids.length > 0 && ids.length <= MAX_READ_BY_ID;
  const mark = formMark(endpoint, [kind.noun, isById, more], clock.now());
  const known = kept?.mark === mark ? kept : undefined;
  const page = { limit, skip: 0, ...more };
  const read = isById
    ? await readEachById(endpoint, kind, ids, page, options, known)
    : await readProjects(endpoint, watch, page, options, known);
  return { ...read, form: { mark, ...read.form } };
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
  const byId = new Map(newest.map((parent) => [parent.id, parent]));
  const gone = new Set<string>();
  const incomplete = () =>
    [...byId.values()].filter(
      (parent) => parent.hasMore && !gone.has(parent.id) && needsOlder(parent),
    );
  for (let pages = 0; pages < maxPages; pages++) {
    const wanted = incomplete();
    if (wanted.length === 0) break;
    const skip = Math.min(...wanted.map(({ runs }) => runs.length));
    for (
      let start = 0;
      start < wanted.length && !noPageAfter?.aborted;
      start += PARENTS_A_REQUEST
    ) {
      const some = wanted.slice(start, start + PARENTS_A_REQUEST);
      const ids = some.map(({ id }) => id);
      const page = { limit: OLDER_RUNS_A_PAGE, skip };
      const read = await readEachById(endpoint, kind, ids, page, { signal });
      for (const id of read.missing) gone.add(id);
      for (const older of read.parents) {
        const newer = byId.get(older.id);
        if (newer) byId.set(older.id, withOlderRuns(newer, older));
      }
    }
    if (noPageAfter?.aborted) break;
  }
  const unfinished = [...incomplete().map(({ id }) => id), ...gone];
  return { parents: [...byId.values()], unfinished };
}

/**
 * Runs that began between two requests shift the pages, so some come twice. A page that brings nothing new is the last:
 * a platform that does not skip would give the same one for ever.
 */
function withOlderRuns(newer: ParentRuns, older: ParentRuns): ParentRuns {
  const known = new Set(newer.runs.map(({ id }) => id));
  const added = older.runs.filter(({ id }) => !known.has(id));
  return {
    ...newer,
    runs: [...newer.runs, ...added],
    hasMore: older.hasMore && added.length > 0,
  };
}

/** One by one by their identifiers, many in a request. What was deleted is missing, and leaves the others alone. */
async function readEachById(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  ids: readonly string[],
  page: Page,
  options: CallOptions,
  kept?: RunsForm,
): Promise<ParentRunsRead & { form: RunsForm }> {
  const write = (schema: GraphQLSchema) => {
    const root = requireRootField(schema, 'query', kind.parentQuery);
    const [argument = 'id'] = ids.flatMap((id) => Object.keys(idArgument(root, kind.noun, id)));
    return formOf(root.name, argument, parentSelection(schema, kind, page));
  };
  const send = async (form: RunsForm) => {
    const parentOf = fieldBy(form, page);
    const missing: string[] = [];
    const read = async (id: string): Promise<ParentRuns[]> => {
      const asked = queryBatched(endpoint, parentOf(id), options);
      const response = await asked.catch(undefinedIfNotFound);
      if (response !== null && response !== undefined)
        return [parentRunsOf(kind, response, page.limit)];
      missing.push(id);
      return [];
    };
    const parents = await Promise.all(ids.map(read));
    return { parents: parents.flat(), missing, form };
  };
  return await requestByForm(endpoint, kept, write, send, options);
}

/** Everything in the project, or in all projects, less what was not chosen; one request carries many projects. */
async function readProjects(
  endpoint: GraphqlEndpoint,
  { kind, projectId, ids }: Watch,
  page: Page,
  options: CallOptions,
  kept?: RunsForm,
): Promise<ParentRunsRead & { form: RunsForm }> {
  const write = (schema: GraphQLSchema) => writeList(schema, kind, page);
  // What this platform cannot tell is said also if there is no project.
  let form = kept ?? (await withSchema(endpoint, write, options));
  const projects =
    projectId === undefined
      ? (await listProjects(endpoint, options)).map(({ id }) => id)
      : [projectId];
  const lists = await mapConcurrently(projects, CONCURRENT_PROJECTS, async (id) => {
    const send = async (used: RunsForm) => {
      const response = await queryBatched(endpoint, fieldBy(used, page)(id), options);
      form = used;
      return kind.noun === 'job' ? response : fieldsOf(response).pipelines;
    };
    const entries = await requestByForm(endpoint, kept, write, send, options);
    if (!Array.isArray(entries)) throw incomplete();
    return entries.map((entry) => parentRunsOf(kind, entry, page.limit));
  });
  const parents = lists.flat();
  if (ids.length === 0) return { parents, missing: [], form };
  const [chosen, there] = [new Set(ids), new Set(parents.map(({ id }) => id))];
  return {
    parents: parents.filter(({ id }) => chosen.has(id)),
    missing: [...chosen].filter((id) => !there.has(id)),
    form,
  };
}

/** The documented list of jobs, or the project's field "pipelines". */
function writeList(schema: GraphQLSchema, kind: RunKind, page: Page): RunsForm {
  const select = parentSelection(schema, kind, page);
  const isJob = kind.noun === 'job';
  const root = requireRootField(schema, 'query', isJob ? 'jobs' : 'project');
  if (isJob) return formOf(root.name, 'projectId', select);
  requireFieldOf(root, 'pipelines');
  const [argument = 'id'] = Object.keys(idArgument(root, 'project', ANY_UUID));
  return formOf(root.name, argument, [field('pipelines', { select })]);
}

function formOf(root: string, argument: string, select: readonly SelectionNode[]): RunsForm {
  const text = printSelections(select).replace(/\(limit: \d+/, `(limit: ${LIMIT}`);
  return { root, argument, select: text };
}

/** What asks for the newest runs of one of many. */
function fieldBy({ root, argument, select }: RunsForm, { limit }: Page): (id: string) => FieldNode {
  const selection = customSelection(select.replace(LIMIT, String(limit)));
  return (id) => field(root, { arguments: { [argument]: id }, select: selection });
}

interface Page {
  limit: number;
  skip: number;
  /** Whether the schedule is read, too. */
  withSchedule?: boolean;
  withCreation?: boolean;
}

/** @throws PlatformError where the platform cannot tell runs apart */
function parentSelection(
  schema: GraphQLSchema,
  kind: RunKind,
  { limit, skip, withSchedule, withCreation }: Page,
): readonly SelectionNode[] {
  const root = requireRootField(schema, 'query', kind.parentQuery);
  const instances = requireFieldOf(root, 'instances');
  const runType = getNamedType(instances.type);
  if (!isObjectType(runType) || !runType.getFields().number) {
    throw new PlatformError(
      `This platform cannot distinguish new runs of ${kind.noun}s from old ones: the field "number" is missing`,
      {
        hint: 'The trigger finds new runs by their number. The platform may have an older version.',
        reach: 'never',
      },
    );
  }
  const page: Record<string, LiteralValue> = Object.fromEntries(
    Object.entries({ limit, skip }).filter(([name]) =>
      instances.args.some((argument) => argument.name === name),
    ),
  );
  const select = supportedSelection(schema, instances.type, RUN_FIELDS);
  const project = presentSelection(schema, root.field.type, PROJECT_FIELDS);
  const runs = field('instances', { arguments: page, select });
  if (withSchedule) requireFieldOf(root, 'cronScheduling');
  const schedule = withSchedule ? presentSelection(schema, root.field.type, SCHEDULE_FIELDS) : [];
  const creation = withCreation ? presentSelection(schema, root.field.type, CREATION_FIELDS) : [];
  return [field('id'), field('name'), ...project, ...schedule, ...creation, runs];
}

function parentRunsOf(kind: RunKind, response: unknown, limit: number): ParentRuns {
  const { id, instances, creationDate } = fieldsOf(response);
  const createdMs = timeMs(creationDate);
  if (typeof id !== 'string' || !Array.isArray(instances)) throw incomplete();
  const { [kind.parentName]: name = id, projectId, projectName } = readParentNames(kind, response);
  return {
    id,
    name,
    projectId,
    projectName,
    runs: instances.flatMap(numberedRun),
    hasMore: instances.length === limit,
    ...scheduleOf(response),
    ...(createdMs !== undefined && { createdMs }),
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
  return [
    { ...run, ...recordedAt(Object(response) as { history?: History }), number: number as number },
  ];
}

interface History {
  currentStatus?: { recordAt?: unknown } | null;
}

function recordedAt({ history }: { history?: History | null }) {
  const at = history?.currentStatus?.recordAt;
  return at === undefined || at === null ? {} : { recordedAt: at };
}

function incomplete(): PlatformError {
  return new PlatformError('The platform returned only some of the runs', {
    hint: 'No event was created. The next poll tries again.',
    reach: 'answered',
    transient: true,
  });
}
