import { randomUUID } from 'node:crypto';
import { badInput, conflict } from '../graphql/refusals';
import { type ById, fieldsOf, part, type Subject } from '../graphql/resolvers';
import type { Repository, Source, SynchroMode, Synchronization } from '../store/catalog/technology';
import type { CatalogStore } from '../store/catalog/store';
import { contentOf, synchronize } from './synchronize';

interface RepositoryInput {
  name: string;
  url?: string | null;
}

interface RepositoryEditionInput extends Partial<RepositoryInput> {
  id: string;
  triggerSynchronization: boolean;
}

interface Reports {
  limit?: number | null;
  skip?: number | null;
  lastSynchronization?: boolean | null;
  withReverted?: boolean | null;
}

const dates = {
  creationDate: ({ createdAt }: Repository) => createdAt,
  modificationDate: ({ modifiedAt }: Repository) => modifiedAt,
};

export const repository: Subject = {
  Query: {
    repositories: (_args, { store }) => store.catalog.list(),
    repository: ({ id }: ById, { store }) => store.catalog.get(id),
  },
  Mutation: {
    addRepository: async (
      {
        repositoryInput: { name, url },
        upload,
      }: { repositoryInput: RepositoryInput; upload?: File | null },
      { store: { catalog }, user },
    ) => {
      const id = randomUUID();
      const added = {
        id,
        name: freeName(catalog, name),
        readOnly: false,
        creator: user,
        editor: user,
        synchroMode: { kind: 'Manual' as const },
        ...(await firstContent(catalog, id, url, upload)),
      };
      return { count: 1, objects: [catalog.add(added)] };
    },
    editRepository: async (
      { repositoryInput: input }: { repositoryInput: RepositoryEditionInput },
      { store: { catalog }, user },
    ) => {
      const repository = changeable(catalog, input.id);
      const edited = catalog.replace({
        ...repository,
        editor: user,
        ...(typeof input.name === 'string' && {
          name: freeName(catalog, input.name, repository.id),
        }),
        ...(typeof input.url === 'string' && { source: urlSource(input.url) }),
      });
      if (input.url && input.triggerSynchronization) {
        await synchronize(catalog, edited, undefined, user, 'URL_UPDATE');
      }
      return { count: 1, objects: [catalog.find(edited.id)] };
    },
    removeRepository: ({ id }: ById, { store: { catalog } }) => {
      const repository = changeable(catalog, id);
      catalog.delete(repository.id);
      return { ...repository, scripts: [] };
    },
    synchronizeRepository: async (
      { id, upload }: { id: string; upload?: File | null },
      { store: { catalog }, user },
    ) => {
      const repository = catalog.get(id);
      if (upload && repository.source.kind === 'UrlSource') {
        throw badInput(`Repository ${repository.name} comes from an address, not from a file`);
      }
      if (!upload && repository.source.kind === 'FileSource') {
        throw badInput(`Repository ${repository.name} comes from a file: send one`);
      }
      const report = await synchronize(catalog, repository, upload ?? undefined, user);
      return synchronized(catalog, repository, report);
    },
    revertLastSynchronization: (
      args: { repositoryId: string; synchronizationReportId: string },
      { store: { catalog }, user },
    ) => {
      const repository = catalog.get(args.repositoryId);
      const last = catalog.lastReversible(repository.id);
      if (last?.report.id !== args.synchronizationReportId) {
        throw conflict(`Synchronization ${args.synchronizationReportId} cannot be turned back`);
      }
      catalog.replace({ ...repository, ...last.previous });
      const report = { ...last.report, revert: { author: user, date: catalog.clock() } };
      catalog.setReverted(report);
      return synchronized(catalog, repository, report);
    },
  },
  Source: { __resolveType: ({ kind }: Source) => kind },
  SynchroMode: { __resolveType: ({ kind }: SynchroMode) => kind },
  SynchronizationReport: {
    __resolveType: ({ failure }: Synchronization) =>
      failure === null ? 'SuccessfulSynchronization' : 'FailedSynchronization',
  },
  SuccessfulSynchronization: fieldsOf<Synchronization>({
    trigger,
    numberOfChanges: ({ technologyReports }) =>
      technologyReports.filter(({ status }) => status !== 'UNCHANGED').length,
    issues: () => [],
  }),
  FailedSynchronization: { trigger },
  TechnologySynchronizationReport: { contextsReports: () => [] },
  Repository: fieldsOf<Repository>({
    ...dates,
    synchronizationReports: (
      { id },
      { store: { catalog } },
      { limit, skip, lastSynchronization, withReverted }: Reports,
    ) => {
      const reports = catalog
        .synchronizations(id)
        .filter(({ revert }) => withReverted !== false || !revert);
      return {
        count: reports.length,
        list: part(reports, lastSynchronization ? 1 : limit, skip),
        lastReversibleId: catalog.lastReversible(id)?.report.id,
      };
    },
  }),
  EditedRepository: dates,
  DeletedRepository: dates,
};

function trigger({ author, trigger: type }: Synchronization) {
  return { author, type };
}

function synchronized(catalog: CatalogStore, { id, name }: Repository, report: Synchronization) {
  const count = catalog.find(id)?.technologies.length ?? 0;
  return { count, report, repositoryId: id, repositoryName: name };
}

async function firstContent(
  catalog: CatalogStore,
  id: string,
  url: string | null | undefined,
  file: File | null | undefined,
): Promise<Pick<Repository, 'source' | 'technologies'>> {
  if (Boolean(url) === Boolean(file)) throw badInput('Give either a url or a file');
  if (url) return { source: urlSource(url), technologies: [] };
  try {
    return await contentOf(file as File, id, [], catalog.clock());
  } catch (error) {
    throw badInput((error as Error).message);
  }
}

function urlSource(url: string): Source {
  if (!URL.canParse(url) || !/^https?:/i.test(url)) throw badInput(`${url} is not a web address`);
  return { kind: 'UrlSource', url };
}

function changeable(catalog: CatalogStore, id: string): Repository {
  const repository = catalog.get(id);
  if (repository.readOnly) throw conflict(`Repository ${repository.name} is read-only`);
  return repository;
}

function freeName(catalog: CatalogStore, asked: string, ownId?: string): string {
  const name = asked.trim();
  if (name === '') throw badInput('The name must not be empty');
  if (catalog.list().some((other) => other.name === name && other.id !== ownId)) {
    throw conflict(`There is already a repository ${name}`);
  }
  return name;
}
