import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../http/body';
import { hashedId } from '../ids';
import {
  type Context,
  type Repository,
  type Source,
  type Synchronization,
  type Technology,
  TECHNOLOGY_KINDS,
  type TechnologyReport,
  TRUST_LEVELS,
} from '../store/catalog/technology';
import type { CatalogStore } from '../store/catalog/store';

/** A technology of a repository's file; what it leaves out stays as it was, or is empty. */
type TechnologyInFile = Omit<Technology, 'id' | 'repositoryId' | 'lastUpdate'>;

/**
 * The technologies of a repository's file: `{ "technologies": [{ "technologyId", "label", "kind", "contexts", … }] }`.
 * Throws an Error that says what is wrong.
 */
function technologiesIn(text: string): TechnologyInFile[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error('The file is not JSON');
  }
  if (!isObject(content) || !Array.isArray(content.technologies)) {
    throw new Error('The file must hold an object with a list technologies');
  }
  const technologies = content.technologies.map(technologyFrom);
  const names = technologies.map(({ technologyId }) => technologyId);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`The technology ${twice} is there twice`);
  return technologies;
}

function technologyFrom(value: unknown, index: number): TechnologyInFile {
  const where = `Technology ${index + 1}`;
  if (!isObject(value)) throw new Error(`${where} is not an object`);
  const technologyId = text(value.technologyId, `${where}: technologyId`);
  const contexts = Array.isArray(value.contexts) ? value.contexts : [];
  return {
    kind: oneOf(TECHNOLOGY_KINDS, value.kind ?? 'JobTechnology', `${where}: kind`),
    technologyId,
    label: text(value.label ?? technologyId, `${where}: label`),
    description: optional(value.description),
    available: value.available !== false,
    facets: Array.isArray(value.facets) ? value.facets.map(String) : [],
    contexts: contexts.map((context, number) =>
      contextFrom(context, `${where}, context ${number + 1}`),
    ),
  };
}

function contextFrom(value: unknown, where: string): Context {
  if (!isObject(value)) throw new Error(`${where} is not an object`);
  const id = text(value.id, `${where}: id`);
  return {
    id,
    label: text(value.label ?? id, `${where}: label`),
    available: value.available !== false,
    description: optional(value.description),
    recommended: value.recommended === true,
    trustLevel: oneOf(TRUST_LEVELS, value.trustLevel ?? 'Stable', `${where}: trustLevel`),
    dockerImage: optional(value.dockerImage),
    sparkVersion: optional(value.sparkVersion),
    ports: Array.isArray(value.ports) ? value.ports.map(Number).filter(Number.isInteger) : [],
  };
}

function text(value: unknown, where: string): string {
  if (typeof value !== 'string' || value.trim() === '') throw new Error(`${where} must be a text`);
  return value;
}

function optional(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function oneOf<T extends string>(values: readonly T[], value: unknown, where: string): T {
  const known = values.find((candidate) => candidate === value);
  if (known === undefined) throw new Error(`${where} must be one of ${values.join(', ')}`);
  return known;
}

/** What an uploaded file makes of a repository. Throws an Error where it cannot be read. */
export async function contentOf(
  file: File,
  repositoryId: string,
  before: Technology[],
  now: number,
): Promise<{ source: Source; technologies: Technology[] }> {
  const text = await file.text();
  const technologies = technologiesIn(text).map((technology) =>
    merged(technology, repositoryId, before, now),
  );
  return { source: fileSource(file.name, text), technologies };
}

/** Only what a file is called, how long it is and its hash are kept. */
export function fileSource(name: string, text: string): Source {
  const content = Buffer.from(text);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { kind: 'FileSource', name, size: content.length, sha256 };
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
  const id = same?.id ?? hashedId(`${repositoryId}/${technology.technologyId}`);
  const next = { ...technology, id, repositoryId, lastUpdate: now };
  return same && isDeepStrictEqual({ ...next, lastUpdate: same.lastUpdate }, same) ? same : next;
}

function reportsOf(before: Technology[], after: Technology[]): TechnologyReport[] {
  const statusOf = ({ technologyId, lastUpdate }: Technology): TechnologyReport['status'] => {
    const previous = before.find((one) => one.technologyId === technologyId);
    if (!previous) return 'CREATED';
    return previous.lastUpdate === lastUpdate ? 'UNCHANGED' : 'UPDATED';
  };
  const report = ({ technologyId, label }: Technology, status: TechnologyReport['status']) => ({
    technologyId,
    technologyLabel: label,
    status,
  });
  const names = after.map(({ technologyId }) => technologyId);
  const gone = before.filter(({ technologyId }) => !names.includes(technologyId));
  return [
    ...after.map((technology) => report(technology, statusOf(technology))),
    ...gone.map((technology) => report(technology, 'DELETED')),
  ];
}
