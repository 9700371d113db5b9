import { getNamedType, isInterfaceType, isObjectType } from 'graphql';
import type { GraphQLOutputType, GraphQLSchema, FieldNode } from 'graphql';
import { mapConcurrently } from '../time/concurrency';
import { UnexpectedResponseError } from '../errors/errors';
import { idArgument } from '../graphql/call/commonArguments';
import { field } from '../graphql/document/document';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { undefinedIfNotFound } from '../graphql/read/result';
import { queryBatched } from '../graphql/read/queryBatched';
import { requestBySchema } from '../graphql/schema/bySchema';
import { requireFieldOf, requireRootField } from '../graphql/schema/rootFields';
import { presentSelection, writtenFields } from '../graphql/selection/supported';
import { ownValue } from '../text/names';
import { CONCURRENT_PROJECTS } from '../resources/job/list';
import { listPath } from '../resources/entities';
import type { RunKind } from '../runs/kinds';
import { timeMs } from '../runs/read/times';
import { fieldsOf, textOf } from '../text/values';
import type { WrittenSchedule } from '../schedules/scheduleReader';

/** A job or pipeline that a report is about. */
export interface ReportSubject {
  noun: RunKind['noun'];
  id: string;
  name: string;
  projectId: string;
  projectName: string | null;
  /** Null if it is not scheduled, or its schedule is paused. */
  schedule: WrittenSchedule | null;
  /** Epoch milliseconds; undefined if the platform does not return it. */
  createdMs: number | undefined;
}

/** A project that is asked for; its name, if it is known already. */
export interface RequestedProject {
  id: string;
  name?: string;
}

const FIELDS = writtenFields(
  'id name isScheduled cronScheduling scheduleTimezone creationDate project { name }',
);

/**
 * The jobs or pipelines of projects, up to 100 projects in a request.
 * @returns also the projects that the platform does not know
 */
export async function listReportSubjects(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  projects: readonly RequestedProject[],
  options: CallOptions = {},
): Promise<{ subjects: ReportSubject[]; unknown: RequestedProject[] }> {
  const unknown: RequestedProject[] = [];
  const write = (schema: GraphQLSchema) => writeList(schema, kind);
  const lists = await mapConcurrently(projects, CONCURRENT_PROJECTS, async (project) => {
    const read = async ({ ask, entriesIn }: WrittenList) => {
      const asked = queryBatched(endpoint, ask(project.id), options);
      const response = await asked.catch(undefinedIfNotFound);
      return response === null || response === undefined ? undefined : entriesIn(response);
    };
    const entries = await requestBySchema(endpoint, write, read, options);
    if (entries === undefined) unknown.push(project);
    return (entries ?? []).flatMap((entry) => readReportSubject(kind, project, entry));
  });
  return { subjects: lists.flat(), unknown };
}

interface WrittenList {
  ask(projectId: string): FieldNode;
  /** @param response null or undefined if there is no such project */
  entriesIn(response: unknown): unknown[];
}

/** The documented list of jobs; pipelines from the place that this platform lists them in. */
function writeList(schema: GraphQLSchema, kind: RunKind): WrittenList {
  const list = `${kind.noun}s`;
  const path = kind.noun === 'job' ? [list] : listPath(schema, list);
  const root = requireRootField(schema, 'query', path[0] ?? list);
  const inProject = path.length > 1 ? requireFieldOf(root, list) : undefined;
  const select = selectionOf(schema, (inProject ?? root.field).type);
  return {
    ask: (projectId) =>
      field(root.name, {
        arguments: inProject ? idArgument(root, 'project', projectId) : { projectId },
        select: inProject ? [field('name'), field(list, { select })] : select,
      }),
    entriesIn: (response) =>
      listIn(inProject ? ownValue(fieldsOf(response), list) : response, list),
  };
}

function selectionOf(schema: GraphQLSchema, type: GraphQLOutputType) {
  const named = getNamedType(type);
  const isKnown = isObjectType(named) || isInterfaceType(named);
  const present = isKnown ? presentSelection(schema, type, FIELDS) : [];
  return present.length > 0 ? present : [field('id'), field('name')];
}

function listIn(value: unknown, list: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw new UnexpectedResponseError(`The platform returned "${list}" without a list`, {
    hint: 'The platform may have another version.',
    reach: 'answered',
  });
}

function readReportSubject(
  kind: RunKind,
  project: RequestedProject,
  entry: unknown,
): ReportSubject[] {
  const { id, name, isScheduled, cronScheduling, scheduleTimezone, creationDate, ...others } =
    fieldsOf(entry);
  const known = textOf(id);
  if (known === undefined) return [];
  const cron = isScheduled === true ? textOf(cronScheduling) : undefined;
  return [
    {
      noun: kind.noun,
      id: known,
      name: textOf(name) ?? known,
      projectId: project.id,
      projectName: project.name ?? textOf(fieldsOf(others.project).name) ?? null,
      schedule: cron === undefined ? null : { cron, timezone: textOf(scheduleTimezone) ?? null },
      createdMs: timeMs(creationDate),
    },
  ];
}
