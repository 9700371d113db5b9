import { readList } from '../graphql/read/result';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { selectSupported, writtenFields } from '../graphql/selection/supported';
import type { RunKind } from '../runs/kinds';
import { readParents } from '../runs/read/parents';
import type { Select } from '../runs/read/selection';
import { parseTimeMs } from '../runs/read/times';
import { readActiveSchedule, type WrittenSchedule } from '../runs/schedules/scheduleReader';
import { toObject, toText } from '../common/text/values';

/** A job or pipeline in a report. */
export interface ReportSubject {
  noun: RunKind['noun'];
  id: string;
  name: string;
  projectId: string;
  projectName: string | null;
  /** Null if no schedule exists, or if it is paused. */
  schedule: WrittenSchedule | null;
  /** Undefined if the platform does not return it. */
  createdMs: number | undefined;
}

export interface RequestedProject {
  id: string;
  name?: string;
}

const FIELDS = writtenFields(
  'id name isScheduled cronScheduling scheduleTimezone creationDate project { name }',
);
const ofParent: Select = (schema, type) => selectSupported(schema, type, FIELDS);

/**
 * Lists the jobs or pipelines of projects, up to 100 projects in a request.
 * @returns jobs or pipelines, and IDs of projects that the platform does not have
 */
export async function listReportSubjects(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  projects: readonly RequestedProject[],
  options: CallOptions = {},
): Promise<{ subjects: ReportSubject[]; unknownIds: string[] }> {
  const projectIds = projects.map(({ id }) => id);
  const lists = await readParents(endpoint, kind, { projectIds }, { ofParent }, options);
  const listName = `${kind.noun}s`;
  return {
    subjects: projects.flatMap((project) =>
      lists.has(project.id)
        ? readList<unknown>({ [listName]: lists.get(project.id) }, listName).flatMap(
            (entry) => readSubject(kind, project, entry) ?? [],
          )
        : [],
    ),
    unknownIds: projectIds.filter((id) => !lists.has(id)),
  };
}

function readSubject(
  { noun }: RunKind,
  { id: projectId, name: projectName }: RequestedProject,
  entry: unknown,
): ReportSubject | undefined {
  const { id, name, project, creationDate } = toObject(entry);
  const subjectId = toText(id);
  if (subjectId === undefined) return undefined;
  return {
    noun,
    id: subjectId,
    name: toText(name) ?? subjectId,
    projectId,
    projectName: projectName ?? toText(toObject(project).name) ?? null,
    schedule: readActiveSchedule(entry) ?? null,
    createdMs: parseTimeMs(creationDate),
  };
}
