import { randomUUID } from 'node:crypto';
import { uploaded } from '../graphql/upload';
import { idOf, technologiesIn, type TechnologyInFile } from './file';
import type {
  FileSource,
  Repository,
  Synchronization,
  TechnologyReport,
} from '../store/catalog/repository';
import type { CatalogStore } from '../store/catalog/store';
import type { Technology } from '../store/catalog/technology';

/** What an uploaded file makes of a repository. Throws an Error where it cannot be read. */
export async function contentOf(
  file: File,
  repositoryId: string,
  before: Technology[],
  now: number,
): Promise<{ source: FileSource; technologies: Technology[] }> {
  const technologies = technologiesIn(await file.text()).map((technology) =>
    merged(technology, repositoryId, before, now),
  );
  return { source: { kind: 'FileSource', ...(await uploaded(file)) }, technologies };
}

/**
 * Synchronizes a repository with a file, or with its address: the sandbox asks nothing of the internet, so
 * everything at an address counts as updated. A file that cannot be read gives a failed synchronization.
 */
export async function synchronize(
  store: CatalogStore,
  repository: Repository,
  file: File | undefined,
  author: string,
  trigger: Synchronization['trigger'] = 'MANUAL',
): Promise<Synchronization> {
  const now = store.clock();
  const report: Synchronization = {
    id: randomUUID(),
    repositoryId: repository.id,
    startedAt: now,
    endedAt: now,
    author,
    trigger,
    source: repository.source,
    revert: null,
    failure: null,
    technologyReports: [],
  };
  try {
    const { technologies: before } = repository;
    const content = file
      ? await contentOf(file, repository.id, before, now)
      : { technologies: before.map((technology) => ({ ...technology, lastUpdate: now })) };
    store.replace({ ...repository, ...content });
    report.technologyReports = reportsOf(before, content.technologies);
    store.addSynchronization(report, repository);
  } catch (error) {
    report.failure = (error as Error).message;
    store.addSynchronization(report, null);
  }
  return report;
}

function merged(
  technology: TechnologyInFile,
  repositoryId: string,
  before: Technology[],
  now: number,
): Technology {
  const same = before.find(({ technologyId }) => technologyId === technology.technologyId);
  const id = same?.id ?? idOf(repositoryId, technology.technologyId);
  const next = { ...technology, id, repositoryId, lastUpdate: now };
  const isUnchanged =
    same && contentText({ ...next, lastUpdate: same.lastUpdate }) === contentText(same);
  return isUnchanged ? same : next;
}

function reportsOf(before: Technology[], after: Technology[]): TechnologyReport[] {
  const old = new Map(before.map((technology) => [technology.technologyId, technology]));
  const kept = after.map(({ technologyId, label, lastUpdate }): TechnologyReport => {
    const previous = old.get(technologyId);
    const technology = { technologyId, technologyLabel: label };
    if (!previous) return { ...technology, status: 'CREATED' };
    return { ...technology, status: previous.lastUpdate === lastUpdate ? 'UNCHANGED' : 'UPDATED' };
  });
  const names = new Set(after.map(({ technologyId }) => technologyId));
  const gone = before
    .filter(({ technologyId }) => !names.has(technologyId))
    .map(({ technologyId, label }): TechnologyReport => ({
      technologyId,
      technologyLabel: label,
      status: 'DELETED',
    }));
  return [...kept, ...gone];
}

/** The same text for the same content, in whatever order its fields are. */
function contentText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
