import { readList } from '../graphql/read/result';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { supportedSelection, writtenFields } from '../graphql/selection/supported';
import type { RunKind } from '../runs/kinds';
import { readParents } from '../runs/read/parents';
import type { Select } from '../runs/read/selection';
import { timeMs } from '../runs/read/times';
import type { WrittenSchedule } from '../schedules/scheduleReader';
import { fieldsOf, textOf } from '../text/values';

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
  const projectIds = projects.map(({ id }) => id);
  const ofParent: Select = (schema, type) => supportedSelection(schema, type, FIELDS);
  const read = await readParents(endpoint, kind, { projectIds }, { ofParent }, options);
  const lists = projects.map((project) => ({
    project,
    entries: read.has(project.id)
      ? readList<unknown>({ [list]: read.get(project.id) }, list)
      : undefined,
  }));
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
