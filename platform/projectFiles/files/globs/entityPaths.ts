import { textOf, valueAt } from '../../../text/values';
import type { Graph } from '../graph';
import { PART_OF, type EntityFile, type EntityKind } from '../model';

/** By what globs name the description of the project. */
export const PROJECT_PATH = 'project';

/** By what globs name a variable of the project. */
export function variablePath(name: string): string {
  return `variables/${name}`;
}

/** By what globs name a job, pipeline or app (by its alias), or a volume (by its name). */
export function entityPath(kind: EntityKind, key: string): string {
  return `${PART_OF[kind]}/${key}`;
}

/** A thing that another one refers to. */
export interface Reference {
  kind: 'job' | 'volume';
  key: string;
}

/** What a pipeline or app refers to, each once. */
export function referencesOf(kind: EntityKind, file: EntityFile | undefined): Reference[] {
  if (kind === 'pipeline') {
    const { jobs = [] } = (valueAt(file, 'version.graph') ?? {}) as Partial<Graph>;
    return [...new Set(jobs.map(({ job }) => job))].map((key) => ({ kind: 'job', key }));
  }
  if (kind !== 'app') return [];
  const volumes = (valueAt(file, 'version.volumes') ?? []) as Array<{ volume?: unknown }>;
  const keys = new Set(volumes.flatMap(({ volume }) => textOf(volume) ?? []));
  return [...keys].map((key) => ({ kind: 'volume', key }));
}
