import type { GraphQLSchema } from 'graphql';
import { idArgument } from '../graphql/call/commonArguments';
import { field } from '../graphql/document/document';
import { readList, undefinedIfNotFound } from '../graphql/read/result';
import { queryBatched } from '../graphql/read/queryBatched';
import { requestBySchema } from '../graphql/schema/bySchema';
import { requireFieldOf, requireRootField } from '../graphql/schema/rootFields';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { supportedSelection, writtenFields } from '../graphql/selection/supported';
import { listPath } from '../resources/entities';
import { CONCURRENT_PROJECTS } from '../resources/job/list';
import type { RunKind } from '../runs/kinds';
import { timeMs } from '../runs/read/times';
import type { WrittenSchedule } from '../schedules/scheduleReader';
import { fieldsOf, textOf } from '../text/values';
import { mapConcurrently } from '../time/concurrency';

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
  const list = `${kind.noun}s`;
  const write = (schema: GraphQLSchema) => {
    // The documented list of jobs; pipelines from the place that this platform lists them in.
    const path = kind.noun === 'job' ? [list] : listPath(schema, list);
    const root = requireRootField(schema, 'query', path[0] ?? list);
    const inProject = path.length > 1 ? requireFieldOf(root, list) : undefined;
    const select = supportedSelection(schema, (inProject ?? root.field).type, FIELDS);
    return { root, inProject, select };
  };
  const send = async ({ root, inProject, select }: ReturnType<typeof write>) =>
    await mapConcurrently(projects, CONCURRENT_PROJECTS, async (project) => {
      const asked = field(root.name, {
        arguments: inProject ? idArgument(root, 'project', project.id) : { projectId: project.id },
        select: inProject ? [field(list, { select })] : select,
      });
      const response = await queryBatched(endpoint, asked, options).catch(undefinedIfNotFound);
      if (response === null || response === undefined) return { project, entries: undefined };
      const data = inProject ? fieldsOf(response) : { [list]: response };
      return { project, entries: readList<unknown>(data, list) };
    });
  const lists = await requestBySchema(endpoint, write, send, options);
  return {
    subjects: lists.flatMap(({ project, entries = [] }) =>
      entries.flatMap((entry) => readReportSubject(kind, project, entry)),
    ),
    unknown: lists.flatMap(({ project, entries }) => (entries ? [] : [project])),
  };
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
