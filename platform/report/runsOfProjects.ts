import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { unknownEntityError } from '../graphql/call/callRootField';
import { findErrorCode } from '../common/errors/errorCodes';
import { listProjects } from '../resources/project';
import type { RunKind } from '../runs/kinds';
import { readRuns } from '../runs/read/readRuns';
import type { Run } from '../runs/read/run';
import { matchesFilter, type RunFilter } from '../runs/read/listRuns';
import { readPastRuns, type PastRun } from '../runs/read/pastRuns';
import { listReportSubjects } from './subjects';

interface WantedRunsOfProjects {
  /** All projects if undefined. */
  projectId: string | undefined;
  filter: RunFilter;
  limit: number;
}

/**
 * Lists the runs of all jobs or pipelines of a project, or of all projects, newest first, with the names of their jobs. After the
 * requests for the lists of jobs, it sends one or more for each 100 jobs, then one for each 100 runs.
 * @returns runs, and `isCut`, which is true if older runs may be missing because there are too many to read
 * @throws PlatformError if the platform does not know the project
 */
export async function listRunsOfProjects(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  { projectId, filter, limit }: WantedRunsOfProjects,
  options: CallOptions = {},
): Promise<{ runs: Run[]; isCut: boolean }> {
  const projects =
    projectId === undefined ? await listProjects(endpoint, options) : [{ id: projectId }];
  const { subjects, unknownIds } = await listReportSubjects(endpoint, kind, projects, options);
  if (projectId !== undefined && unknownIds.length > 0)
    throw unknownEntityError('project', projectId);
  const parents = new Map(subjects.map((subject) => [subject.id, subject]));
  const selectNewest = (runs: readonly PastRun[]) =>
    runs.filter(({ outcome, beginMs }) => matchesFilter(filter, outcome, beginMs)).slice(0, limit);
  let isCut = false;
  const results = await readPastRuns(
    endpoint,
    {
      kind,
      ids: [...parents.keys()],
      sinceMs: filter.sinceMs ?? -Infinity,
      isEnough: (runs) => selectNewest(runs).length >= limit,
    },
    (parentId, past) => {
      isCut ||= past.isCut;
      return selectNewest(past.runs).map(({ id, beginMs }) => ({ id, beginMs, parentId }));
    },
    options,
  );
  const newest = [...results.values()]
    .flat()
    .sort((a, b) => b.beginMs - a.beginMs)
    .slice(0, limit);
  if (newest.length === 0) return { runs: [], isCut };
  const ids = newest.map(({ id }) => id);
  const reads = await readRuns(endpoint, kind, ids, options);
  const runs = newest.flatMap(({ id, parentId }): Run[] => {
    const read = reads.get(id);
    if (!read) return [];
    if ('failure' in read) {
      // The run was deleted after it was listed.
      if (findErrorCode(read.failure) === 'NOT_FOUND') return [];
      throw read.failure;
    }
    const { name, projectId, projectName } = parents.get(parentId) ?? {};
    const names = { [kind.parentIdField]: parentId, [kind.parentNameField]: name, projectId };
    return [{ ...read.run, ...names, ...(projectName && { projectName }) }];
  });
  return { runs, isCut };
}
