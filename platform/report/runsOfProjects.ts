import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { errorCodeOf } from '../errors/errorCodes';
import { unknownEntity } from '../resources/entities';
import { listProjects } from '../resources/project';
import type { RunKind } from '../runs/kinds';
import { readRuns, type RunRead } from '../runs/read/readRuns';
import type { Run } from '../runs/read/run';
import { isWanted, type RunFilter } from '../runs/read/listRuns';
import type { PastRun } from './pastRun';
import { readPastRuns } from './readRuns';
import { listReportSubjects } from './subjects';

interface WantedRuns {
  /** Undefined for all projects. */
  projectId: string | undefined;
  filter: RunFilter;
  limit: number;
}

/**
 * Runs of all jobs or pipelines of a project, or of all projects, newest first, with the names of what they are runs of.
 * Requests: the lists, then 100 jobs in each, then 100 of the runs that are wanted in each.
 * @returns also whether older ones may be left out, because there are too many to read
 * @throws PlatformError for a project that the platform does not know
 */
export async function listRunsOfProjects(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  { projectId, filter, limit }: WantedRuns,
  options: CallOptions = {},
): Promise<{ runs: Run[]; isCut: boolean }> {
  const projects =
    projectId === undefined ? await listProjects(endpoint, options) : [{ id: projectId }];
  const { subjects, unknown } = await listReportSubjects(endpoint, kind, projects, options);
  if (projectId !== undefined && unknown.length > 0) throw unknownEntity('project', projectId);
  const parents = new Map(subjects.map((subject) => [subject.id, subject]));
  const wantedOf = (runs: readonly PastRun[]) =>
    runs.filter(({ outcome, beginMs }) => isWanted(filter, outcome, beginMs)).slice(0, limit);
  let isCut = false;
  const past = await readPastRuns(
    endpoint,
    {
      kind,
      ids: [...parents.keys()],
      sinceMs: filter.sinceMs ?? Number.NEGATIVE_INFINITY,
      nowMs: Date.now(),
      isEnough: (runs) => wantedOf(runs).length >= limit,
    },
    (parentId, read) => {
      isCut ||= read.isCut;
      return wantedOf(read.runs).map(({ id, beginMs }) => ({ id, beginMs, parentId }));
    },
    options,
  );
  const newest = [...past.values()]
    .flat()
    .sort((a, b) => b.beginMs - a.beginMs)
    .slice(0, limit);
  const ids = newest.map(({ id }) => id);
  const whole =
    ids.length === 0 ? new Map<string, RunRead>() : await readRuns(endpoint, kind, ids, options);
  const runs = newest.flatMap(({ id, parentId }): Run[] => {
    const read = whole.get(id);
    if (!read) return [];
    if ('failure' in read) {
      // Deleted since it was listed.
      if (errorCodeOf(read.failure) === 'NOT_FOUND') return [];
      throw read.failure;
    }
    const { name, projectId, projectName } = parents.get(parentId) ?? {};
    const names = { [kind.parentId]: parentId, [kind.parentName]: name, projectId };
    return [{ ...read.run, ...names, ...(projectName && { projectName }) }];
  });
  return { runs, isCut };
}
