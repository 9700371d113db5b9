import { randomUUID } from 'node:crypto';
import { badInput, conflict } from '../graphql/refusals';
import { type ById, resolveFields, type Resolvers } from '../graphql/resolvers';
import type { Repository, Source, SynchroMode, Synchronization } from '../store/catalog/technology';
import type { CatalogStore } from '../store/catalog/store';

interface RepositoryInput {
  name: string;
  url?: string | null;
}

interface Addition {
  repositoryInput: RepositoryInput;
  upload?: File | null;
}

interface RepositoryEditionInput extends Partial<RepositoryInput> {
  id: string;
  triggerSynchronization: boolean;
}

const dates = {
  creationDate: ({ createdAt }: Repository) => createdAt,
  modificationDate: ({ modifiedAt }: Repository) => modifiedAt,
};

export const repository: Resolvers = {
  Query: {
    repositories: (_args, { store }) => store.catalog.list(),
    repository: ({ id }: ById, { store }) => store.catalog.get(id),
  },
  Mutation: {
    addRepository: async ({ repositoryInput, upload }: Addition, { store: { catalog }, user }) => {
      const { name, url } = repositoryInput;
      const added = {
        name: checkFreeRepositoryName(catalog, name),
        readOnly: false,
        creator: user,
        editor: user,
        synchroMode: { kind: 'Manual' as const },
        source: await readNewSource(url, upload),
        // The sandbox does not read technologies from the file.
        technologies: [],
      };
      return { count: 1, objects: [catalog.add(added)] };
    },
    editRepository: (
      { repositoryInput: input }: { repositoryInput: RepositoryEditionInput },
      { store: { catalog }, user },
    ) => {
      const repository = getChangeableRepository(catalog, input.id);
      const edited = catalog.replace({
        ...repository,
        editor: user,
        name: checkFreeRepositoryName(catalog, input.name ?? repository.name, repository.id),
        ...(typeof input.url === 'string' && { source: toUrlSource(input.url) }),
      });
      if (input.url && input.triggerSynchronization) {
        synchronize(catalog, edited, user, 'URL_UPDATE');
      }
      return { count: 1, objects: [catalog.find(edited.id)] };
    },
    removeRepository: ({ id }: ById, { store: { catalog } }) => {
      const repository = getChangeableRepository(catalog, id);
      catalog.delete(repository.id);
      return { ...repository, scripts: [] };
    },
    synchronizeRepository: async (
      { id, upload }: ById & { upload?: File | null },
      { store: { catalog }, user },
    ) => {
      const repository = catalog.get(id);
      const source = upload ? toFileSource(upload.name, await upload.text()) : repository.source;
      const report = synchronize(catalog, { ...repository, source }, user, 'MANUAL', repository);
      return buildSynchroResult(catalog, repository, report);
    },
    revertLastSynchronization: (
      args: { repositoryId: string; synchronizationReportId: string },
      { store: { catalog }, user },
    ) => {
      const repository = catalog.get(args.repositoryId);
      const last = catalog.lastReversible(repository.id);
      if (last?.report.id !== args.synchronizationReportId) {
        throw conflict(`Synchronization ${args.synchronizationReportId} cannot be reverted`);
      }
      catalog.replace({ ...repository, ...last.previous });
      const report = { ...last.report, revert: { author: user, date: catalog.clock() } };
      catalog.setReverted(report);
      return buildSynchroResult(catalog, repository, report);
    },
  },
  Source: { __resolveType: ({ kind }: Source) => kind },
  SynchroMode: { __resolveType: ({ kind }: SynchroMode) => kind },
  SynchronizationReport: { __resolveType: () => 'SuccessfulSynchronization' },
  SuccessfulSynchronization: resolveFields<Synchronization>({
    trigger: ({ author, trigger: type }) => ({ author, type }),
    numberOfChanges: ({ technologyReports }) => technologyReports.length,
    issues: () => [],
  }),
  Repository: resolveFields<Repository>({
    ...dates,
    synchronizationReports: ({ id }, { store: { catalog } }) => {
      const list = catalog.synchronizations(id);
      const lastReversibleId = catalog.lastReversible(id)?.report.id;
      return { count: list.length, list, lastReversibleId };
    },
  }),
  EditedRepository: dates,
  DeletedRepository: dates,
};

/** Reports every technology as updated: the sandbox never loads a repository's address. */
function synchronize(
  catalog: CatalogStore,
  repository: Repository,
  author: string,
  trigger: Synchronization['trigger'],
  revertTo = repository,
): Synchronization {
  const now = catalog.clock();
  const { id: repositoryId, source, technologies } = repository;
  catalog.replace({
    ...repository,
    technologies: technologies.map((technology) => ({ ...technology, lastUpdate: now })),
  });
  const report: Synchronization = {
    id: randomUUID(),
    repositoryId,
    startedAt: now,
    endedAt: now,
    author,
    trigger,
    source,
    revert: null,
    technologyReports: technologies.map(({ technologyId, label: technologyLabel }) => ({
      technologyId,
      technologyLabel,
      status: 'UPDATED',
    })),
  };
  catalog.addSynchronization(report, revertTo);
  return report;
}

function buildSynchroResult(
  catalog: CatalogStore,
  { id, name }: Repository,
  report: Synchronization,
) {
  const count = catalog.find(id)?.technologies.length ?? 0;
  return { count, report, repositoryId: id, repositoryName: name };
}

async function readNewSource(url?: string | null, file?: File | null): Promise<Source> {
  if (url && !file) return toUrlSource(url);
  if (!url && file) return toFileSource(file.name, await file.text());
  throw badInput('Send either a url or a file');
}

/** Keeps the name and the size of a file, not its content. */
export function toFileSource(name: string, text: string): Source {
  return { kind: 'FileSource', name, size: Buffer.byteLength(text) };
}

function toUrlSource(url: string): Source {
  if (!URL.canParse(url) || !/^https?:/i.test(url)) throw badInput(`${url} is not a web address`);
  return { kind: 'UrlSource', url };
}

function getChangeableRepository(catalog: CatalogStore, id: string): Repository {
  const repository = catalog.get(id);
  if (repository.readOnly) throw conflict(`Repository ${repository.name} is read-only`);
  return repository;
}

function checkFreeRepositoryName(catalog: CatalogStore, text: string, ownId?: string): string {
  const name = text.trim();
  if (name === '') throw badInput('The name must not be empty');
  if (catalog.list().some((other) => other.name === name && other.id !== ownId)) {
    throw conflict(`There is already a repository ${name}`);
  }
  return name;
}
