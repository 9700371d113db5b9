import { randomUUID } from 'node:crypto';
import { badInput, conflict, found } from '../graphql/errors';
import type { SchemaPart } from '../graphql/part';
import type { Repository, Source, SynchroMode, Synchronization } from './repository';
import type { CatalogStore } from './store';
import { contentOf, synchronize } from './synchronize';

interface SynchroModeInput {
  cronScheduling?: string | null;
}

interface RepositoryInput {
  name: string;
  url?: string | null;
  synchroMode?: SynchroModeInput | null;
}

interface RepositoryEditionInput extends Partial<RepositoryInput> {
  id: string;
}

const REPORT_FIELDS = `
  id: UUID!
  startedAt: DateTime!
  endedAt: DateTime!
  trigger: SynchronizationTrigger!
`;

export const repositoryPart: SchemaPart = {
  typeDefs: /* GraphQL */ `
    type FileSource {
      name: String!
      "Bytes"
      size: Int!
      sha256: String!
    }

    type UrlSource {
      url: String!
    }

    union Source = FileSource | UrlSource

    type ManualSynchroMode {
      lastSynchronization: DateTime
    }

    type ScheduledSynchroMode {
      cronScheduling: Cron!
    }

    union SynchroMode = ManualSynchroMode | ScheduledSynchroMode

    enum TechnologyReportStatus {
      CREATED
      UPDATED
      UNCHANGED
      DELETED
    }

    type TechnologyReport {
      technologyId: String!
      status: TechnologyReportStatus!
    }

    enum SynchronizationTriggerType {
      FILE_UPDATE
      URL_UPDATE
    }

    type SynchronizationTrigger {
      author: String!
      type: SynchronizationTriggerType!
    }

    interface SynchronizationReport {
      ${REPORT_FIELDS}
    }

    type SuccessfulSynchronization implements SynchronizationReport {
      ${REPORT_FIELDS}
      technologyReports: [TechnologyReport!]!
    }

    type FailedSynchronization implements SynchronizationReport {
      ${REPORT_FIELDS}
      failure: String!
    }

    type SynchronizationReports {
      count: Int!
      "Newest first"
      list: [SynchronizationReport!]!
      "Null where nothing can be turned back"
      lastReversibleId: UUID
    }

    type Repository {
      id: UUID!
      name: String!
      readOnly: Boolean!
      creator: String!
      creationDate: DateTime!
      modificationDate: DateTime!
      source: Source!
      synchroMode: SynchroMode!
      technologies: [Technology!]!
      synchronizationReports(limit: Int): SynchronizationReports!
    }

    input SynchroModeInput {
      "Left out or null: by hand"
      cronScheduling: Cron
    }

    "A url here or a file beside it"
    input RepositoryInput {
      name: String!
      url: String
      synchroMode: SynchroModeInput
    }

    input RepositoryEditionInput {
      id: UUID!
      name: String
      url: String
      synchroMode: SynchroModeInput
    }

    type RepositoriesChanged {
      count: Int!
      objects: [Repository!]!
    }

    type RepositorySynchronized {
      "Of the technologies that it holds now"
      count: Int!
      report: SynchronizationReport!
      repositoryId: UUID!
      repositoryName: String!
    }

    type Query {
      repositories: [Repository!]!
      repository(id: UUID!): Repository
    }

    type Mutation {
      addRepository(repositoryInput: RepositoryInput!, upload: Upload): RepositoriesChanged!
      editRepository(repositoryInput: RepositoryEditionInput!): RepositoriesChanged!
      removeRepository(id: UUID!): Repository!
      synchronizeRepository(id: UUID!, upload: Upload): RepositorySynchronized!
      revertLastSynchronization(repositoryId: UUID!, synchronizationReportId: UUID!): RepositorySynchronized!
    }
  `,
  resolvers: {
    Query: {
      repositories: (_root, _args, { store }) => store.catalog.repositories(),
      repository: (_root, { id }: { id: string }, { store }) =>
        found(store.catalog.repository(id), 'Repository', id),
    },
    Mutation: {
      addRepository: async (
        _root,
        { repositoryInput, upload }: { repositoryInput: RepositoryInput; upload?: File | null },
        { store: { catalog }, user },
      ) => {
        const { name, url, synchroMode } = repositoryInput;
        const id = randomUUID();
        checkName(catalog, name);
        const added = catalog.add({
          id,
          name: name.trim(),
          readOnly: false,
          creator: user,
          synchroMode: modeOf(synchroMode),
          ...(await firstContent(catalog, id, url, upload)),
        });
        return { count: 1, objects: [added] };
      },
      editRepository: (
        _root,
        { repositoryInput: input }: { repositoryInput: RepositoryEditionInput },
        { store: { catalog } },
      ) => {
        const repository = changeable(catalog, input.id);
        if (typeof input.name === 'string') checkName(catalog, input.name, repository.id);
        const edited = catalog.replace({
          ...repository,
          ...(typeof input.name === 'string' && { name: input.name.trim() }),
          ...(typeof input.url === 'string' && { source: urlSource(input.url) }),
          ...(input.synchroMode && { synchroMode: modeOf(input.synchroMode) }),
        });
        return { count: 1, objects: [edited] };
      },
      removeRepository: (_root, { id }: { id: string }, { store: { catalog } }) => {
        const repository = changeable(catalog, id);
        catalog.delete(repository.id);
        return repository;
      },
      synchronizeRepository: async (
        _root,
        { id, upload }: { id: string; upload?: File | null },
        { store: { catalog }, user },
      ) => {
        const repository = found(catalog.repository(id), 'Repository', id);
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
        _root,
        args: { repositoryId: string; synchronizationReportId: string },
        { store: { catalog } },
      ) => {
        const repository = found(
          catalog.repository(args.repositoryId),
          'Repository',
          args.repositoryId,
        );
        const last = catalog.lastReversible(repository.id);
        if (last?.report.id !== args.synchronizationReportId) {
          throw conflict(`Synchronization ${args.synchronizationReportId} cannot be turned back`);
        }
        catalog.replace({ ...repository, ...last.previous });
        catalog.forgetPrevious(last.report.id);
        return synchronized(catalog, repository, last.report);
      },
    },
    Source: { __resolveType: ({ kind }: Source) => kind },
    SynchroMode: { __resolveType: ({ kind }: SynchroMode) => kind },
    SynchronizationReport: {
      __resolveType: ({ failure }: Synchronization) =>
        failure === null ? 'SuccessfulSynchronization' : 'FailedSynchronization',
    },
    SuccessfulSynchronization: { trigger },
    FailedSynchronization: { trigger },
    Repository: {
      creationDate: ({ createdAt }: Repository) => createdAt,
      modificationDate: ({ modifiedAt }: Repository) => modifiedAt,
      synchronizationReports: (
        { id }: Repository,
        { limit }: { limit?: number | null },
        { store: { catalog } },
      ) => {
        const reports = catalog.synchronizations(id);
        return {
          count: reports.length,
          list: reports.slice(0, limit ?? undefined),
          lastReversibleId: catalog.lastReversible(id)?.report.id ?? null,
        };
      },
    },
  },
};

function trigger({ author, trigger: type }: Synchronization) {
  return { author, type };
}

function synchronized(catalog: CatalogStore, { id, name }: Repository, report: Synchronization) {
  const count = catalog.repository(id)?.technologies.length ?? 0;
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

function modeOf(input: SynchroModeInput | null | undefined): SynchroMode {
  return input?.cronScheduling
    ? { kind: 'ScheduledSynchroMode', cronScheduling: input.cronScheduling }
    : { kind: 'ManualSynchroMode', lastSynchronization: null };
}

function urlSource(url: string): Source {
  if (!URL.canParse(url) || !/^https?:/i.test(url)) throw badInput(`${url} is not a web address`);
  return { kind: 'UrlSource', url };
}

function changeable(catalog: CatalogStore, id: string): Repository {
  const repository = found(catalog.repository(id), 'Repository', id);
  if (repository.readOnly) throw conflict(`Repository ${repository.name} is read-only`);
  return repository;
}

function checkName(catalog: CatalogStore, asked: string, ownId?: string): void {
  const name = asked.trim();
  if (name === '') throw badInput('The name must not be empty');
  if (catalog.repositories().some((other) => other.name === name && other.id !== ownId)) {
    throw conflict(`There is already a repository ${name}`);
  }
}
