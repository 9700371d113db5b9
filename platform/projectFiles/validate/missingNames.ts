import { textOf } from '../../runs/values';
import { excerpt } from '../../text';
import { valueAt } from '../files/fields';
import type { Graph } from '../files/graph';
import type { ProjectEntity } from '../files/model';
import type { ParsedFiles } from '../files/parseFiles';
import type { FilesProblem } from './problem';

/** Names of jobs and volumes that files use and none of them has; of parts that are left out, the target may have them. */
export function missingNames(
  { model: { include, entities } }: ParsedFiles,
  paths: ReadonlyMap<ProjectEntity, string>,
): FilesProblem[] {
  const problem = (entity: ProjectEntity, field: string, message: string): FilesProblem => ({
    path: paths.get(entity) ?? '',
    field,
    message: `${message} Add its file, or take the name out.`,
  });
  const has = (kind: 'job' | 'volume', key: string) =>
    !include.includes(kind === 'job' ? 'jobs' : 'volumes') ||
    entities[kind].some((entity) => entity.key === key);
  return [
    ...entities.pipeline.flatMap((entity) =>
      jobsOf(entity)
        .filter((job) => !has('job', job))
        .map((job) =>
          problem(entity, 'version.graph', `No file has the job "${excerpt(job)}" of the graph.`),
        ),
    ),
    ...entities.app.flatMap((entity) =>
      volumesOf(entity)
        .filter((volume) => !has('volume', volume))
        .map((volume) =>
          problem(entity, 'version.volumes', `No file has the volume "${excerpt(volume)}".`),
        ),
    ),
  ];
}

function jobsOf({ file }: ProjectEntity): string[] {
  const { jobs = [] } = (valueAt(file, 'version.graph') ?? {}) as Partial<Graph>;
  return [...new Set(jobs.map(({ job }) => job))];
}

function volumesOf({ file }: ProjectEntity): string[] {
  const volumes = (valueAt(file, 'version.volumes') ?? []) as Array<{ volume?: unknown }>;
  return [...new Set(volumes.flatMap(({ volume }) => textOf(volume) ?? []))];
}
