import type { GraphQLSchema } from 'graphql';
import type { FileContent } from '../../common/content/fileContent';
import { InvalidInputError, PlatformError } from '../../common/errors/errors';
import {
  callRootField,
  prepareRootField,
  type RootFieldCall,
} from '../../graphql/call/callRootField';
import { buildInputObject } from '../../graphql/call/inputObject';
import { requireFileArgument, requireInputArgument } from '../../graphql/call/commonArguments';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { RootField } from '../../graphql/schema/rootFields';
import { writtenFields } from '../../graphql/selection/supported';
import { makeRepeatableChange } from '../../http/retry';
import { readIdentifier } from '../../common/input/identifiers';
import { prepareDeletion, type Deleted, requireChanges, requireName } from '../changes';
import { objectsIn, type PreparedChange } from '../entities';
import { excerpt } from '../../common/text/text';
import { toObject, isObject, toText, valueAt } from '../../common/text/values';
import { requireEntry, type CatalogEntry } from './technologies';

/** The platform reads technologies from the URL. A repository from a file has no URL. */
interface RepositorySettings {
  name?: string;
  url?: string;
}

const REPORTS = writtenFields('id name synchronizationReports { lastReversibleId }');

async function findLastReversibleId(
  catalog: GraphqlEndpoint,
  id: string,
  options?: CallOptions,
): Promise<string> {
  const call = {
    arguments: { id },
    selection: { mode: 'supported', text: REPORTS },
  } as const;
  const repository = await callRootField(catalog, 'query', 'repository', call, options);
  const last = toText(valueAt(repository, 'synchronizationReports.lastReversibleId'));
  if (last !== undefined) return last;
  throw new PlatformError(`The repository ${id} has no synchronization to revert`, {
    hint: 'The last synchronization was already reverted, or it was the first one. Nothing was changed.',
    code: 'NOT_FOUND',
  });
}

const SOURCE = writtenFields('id name source { name url }');

/**
 * Checks that a repository is from a file, which is synchronized with a new file, or from a URL, which is read again.
 * @throws InvalidInputError if the platform reports another source
 */
async function requireSource(
  catalog: GraphqlEndpoint,
  id: string,
  requiredSource: 'FileSource' | 'UrlSource',
  options?: CallOptions,
): Promise<void> {
  const call = { arguments: { id }, selection: { mode: 'supported', text: SOURCE } } as const;
  const repository = toObject(await callRootField(catalog, 'query', 'repository', call, options));
  const { name, url } = toObject(repository.source);
  const isFile = toText(name) !== undefined && toText(url) === undefined;
  const isUrl = toText(url) !== undefined;
  if (requiredSource === 'FileSource' ? !isUrl : !isFile) return;
  const shownName = excerpt(toText(repository.name) ?? id);
  throw isFile
    ? new InvalidInputError(
        `The repository "${shownName}" was created from a file, so it has no URL to read again`,
        'Set "From" to "File" and send the new file. Nothing was changed.',
      )
    : new InvalidInputError(
        `The repository "${shownName}" is read from a URL, so it does not accept a file`,
        'Set "From" to "URL". Nothing was changed.',
      );
}

/** @param fallback result if the platform's list of changed repositories is empty */
function readChangedRepository(result: unknown, fallback: CatalogEntry): CatalogEntry {
  return objectsIn<CatalogEntry>(toObject(result).objects)[0] ?? fallback;
}

/** @param fallback result if the platform returns no repository */
async function prepareRepositoryChange(
  catalog: GraphqlEndpoint,
  name: string,
  call: Parameters<typeof prepareRootField>[3],
  fallback: CatalogEntry,
  options?: CallOptions,
): Promise<PreparedChange<CatalogEntry>> {
  const send = await prepareRootField(catalog, 'mutation', name, call, options);
  return async () => {
    const result = await send();
    return isObject(result) ? result : fallback;
  };
}

export class Repositories {
  constructor(private readonly catalog: GraphqlEndpoint) {}

  /** Lists the repositories without their technologies. */
  async list(options?: CallOptions): Promise<CatalogEntry[]> {
    return objectsIn(await callRootField(this.catalog, 'query', 'repositories', {}, options));
  }

  async get(repositoryId: unknown, options?: CallOptions): Promise<CatalogEntry> {
    const id = readIdentifier(repositoryId, 'repository');
    const call = { arguments: { id } };
    return requireEntry(
      await callRootField(this.catalog, 'query', 'repository', call, options),
      id,
    );
  }

  /** Needs either a URL or a file. Never creates a second repository if the response is lost. */
  async prepareCreate(
    settings: RepositorySettings,
    file: FileContent | undefined,
    options?: CallOptions,
  ): Promise<PreparedChange<CatalogEntry>> {
    const name = requireName(settings.name);
    const url = settings.url?.trim();
    if (Boolean(url) === Boolean(file)) {
      throw new InvalidInputError(
        'A repository needs either a URL or a file',
        'Fill in one of them. Nothing was sent.',
      );
    }
    const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
      const argument = requireInputArgument(root, 'repositoryInput');
      return {
        arguments: {
          [argument.name]: buildInputObject(argument.type, {
            values: { name, url: url || undefined },
          }),
          ...(file && { [requireFileArgument(root)]: 'repository' }),
        },
        ...(file && { openFile: async () => file }),
        ifLost: `Before you try again, check whether the repository "${name}" exists`,
        returnsResult: true,
      };
    };
    const send = await prepareRootField(this.catalog, 'mutation', 'addRepository', call, options);
    return async () => readChangedRepository(await send(), { name });
  }

  /** @param triggerSynchronization whether the platform then reads the technologies from the URL */
  async prepareUpdate(
    repositoryId: unknown,
    settings: RepositorySettings,
    triggerSynchronization: boolean,
    options?: CallOptions,
  ): Promise<PreparedChange<CatalogEntry>> {
    const id = readIdentifier(repositoryId, 'repository');
    const changes = {
      name: settings.name?.trim() || undefined,
      url: settings.url?.trim() || undefined,
    };
    requireChanges({ values: changes });
    const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
      const argument = requireInputArgument(root, 'repositoryInput');
      const input = { values: { id, ...changes, triggerSynchronization } };
      return {
        arguments: { [argument.name]: buildInputObject(argument.type, input) },
        // A second request would start a second synchronization.
        idempotent: !triggerSynchronization,
        ifLost: 'Get the repository, and check whether it was changed',
      };
    };
    const send = await prepareRootField(this.catalog, 'mutation', 'editRepository', call, options);
    return async (mayHaveBeenMade) => {
      const result = triggerSynchronization
        ? await send()
        : await makeRepeatableChange(send, () => false, mayHaveBeenMade);
      return readChangedRepository(result, { id });
    };
  }

  /** The platform also deletes the technologies of the repository. */
  async prepareDelete(
    repositoryId: unknown,
    options?: CallOptions,
  ): Promise<PreparedChange<Deleted>> {
    return await prepareDeletion(
      this.catalog,
      'removeRepository',
      'repository',
      repositoryId,
      options,
    );
  }

  /**
   * Makes the catalog read the source again. Never does so twice if the response is lost.
   * @param file new content for a repository that was created from a file
   */
  async prepareSynchronize(
    repositoryId: unknown,
    file?: FileContent,
    options?: CallOptions,
  ): Promise<PreparedChange<CatalogEntry>> {
    const id = readIdentifier(repositoryId, 'repository');
    await requireSource(this.catalog, id, file ? 'FileSource' : 'UrlSource', options);
    const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => ({
      arguments: { id, ...(file && { [requireFileArgument(root)]: 'repository' }) },
      ...(file && { openFile: async () => file }),
      ifLost: 'Get the repository, and check whether its technologies were updated',
    });
    return await prepareRepositoryChange(
      this.catalog,
      'synchronizeRepository',
      call,
      { id },
      options,
    );
  }

  /** Restores the state before the last synchronization. Never reverts two synchronizations if the response is lost. */
  async prepareRevertSynchronization(
    repositoryId: unknown,
    options?: CallOptions,
  ): Promise<PreparedChange<CatalogEntry>> {
    const id = readIdentifier(repositoryId, 'repository');
    const synchronizationReportId = await findLastReversibleId(this.catalog, id, options);
    const call = {
      arguments: { repositoryId: id, synchronizationReportId },
      ifLost:
        'Get the repository, and check in its reports whether the last synchronization was reverted',
    };
    const fallback = { repositoryId: id };
    return await prepareRepositoryChange(
      this.catalog,
      'revertLastSynchronization',
      call,
      fallback,
      options,
    );
  }
}
