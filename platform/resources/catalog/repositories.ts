import type { GraphQLSchema } from 'graphql';
import type { FileContent } from '../../common/content/fileContent';
import { InvalidInputError, PlatformError } from '../../common/errors/errors';
import {
  callRootField,
  prepareRootField,
  type RootFieldCall,
} from '../../graphql/call/callRootField';
import { buildInputObject } from '../../graphql/call/inputObject';
import { findFileArgument, findInputArgument } from '../../graphql/call/commonArguments';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { RootField } from '../../graphql/schema/rootFields';
import { writtenFields } from '../../graphql/selection/supported';
import { makeRepeatableChange } from '../../http/retry';
import { readIdentifier } from '../../common/input/identifiers';
import { prepareDeletion, type Deleted, requireChanges, requireName } from '../changes';
import { objectsIn, type PreparedChange } from '../entities';
import { excerpt } from '../../common/text/text';
import { toObject, isObject, toText, valueAt } from '../../common/text/values';
import { asEntry, type CatalogEntry } from './technologies';

/** The source of the technologies is a URL or a file. */
interface RepositorySettings {
  name?: string;
  url?: string;
}

const REPORTS = writtenFields('id name synchronizationReports { lastReversibleId }');

async function lastReversible(
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
    hint: 'The last one was already reverted, or it was the first. Nothing was changed.',
    code: 'NOT_FOUND',
  });
}

const SOURCE = writtenFields('id name source { name url }');

/**
 * A repository that was created from a file needs a file, and no other accepts one.
 * @throws InvalidInputError if the platform reports another source
 */
async function requireSource(
  catalog: GraphqlEndpoint,
  id: string,
  needed: 'FileSource' | 'UrlSource',
  options?: CallOptions,
): Promise<void> {
  const call = { arguments: { id }, selection: { mode: 'supported', text: SOURCE } } as const;
  const repository = toObject(await callRootField(catalog, 'query', 'repository', call, options));
  const { name, url } = toObject(repository.source);
  const isFile = toText(name) !== undefined && toText(url) === undefined;
  const isUrl = toText(url) !== undefined;
  if (needed === 'FileSource' ? !isUrl : !isFile) return;
  const shown = excerpt(toText(repository.name) ?? id);
  throw isFile
    ? new InvalidInputError(
        `The repository "${shown}" was created from a file, so it has no URL to read again`,
        'Set "From" to "File" and send the new file. Nothing was changed.',
      )
    : new InvalidInputError(
        `The repository "${shown}" is read from a URL, so it takes no file`,
        'Set "From" to "URL". Nothing was changed.',
      );
}

/** The platform returns the list of changed repositories, which may be empty. */
function changedRepository(result: unknown, known: CatalogEntry): CatalogEntry {
  return objectsIn<CatalogEntry>(toObject(result).objects)[0] ?? known;
}

/** @param known result if the platform returns none */
async function prepareAct(
  catalog: GraphqlEndpoint,
  name: string,
  call: Parameters<typeof prepareRootField>[3],
  known: CatalogEntry,
  options?: CallOptions,
): Promise<PreparedChange<CatalogEntry>> {
  const send = await prepareRootField(catalog, 'mutation', name, call, options);
  return async () => {
    const result = await send();
    return isObject(result) ? result : known;
  };
}

export class Repositories {
  constructor(private readonly catalog: GraphqlEndpoint) {}

  /** Leaves out the technologies. */
  async list(options?: CallOptions): Promise<CatalogEntry[]> {
    return objectsIn(await callRootField(this.catalog, 'query', 'repositories', {}, options));
  }

  async get(repositoryId: unknown, options?: CallOptions): Promise<CatalogEntry> {
    const id = readIdentifier(repositoryId, 'repository');
    const call = { arguments: { id } };
    return asEntry(await callRootField(this.catalog, 'query', 'repository', call, options), id);
  }

  /** Never creates a second repository if the response is lost. Exactly one of `url` and `file` is given. */
  async prepareCreate(
    given: RepositorySettings,
    file: FileContent | undefined,
    options?: CallOptions,
  ): Promise<PreparedChange<CatalogEntry>> {
    const name = requireName(given.name);
    const url = given.url?.trim();
    if (Boolean(url) === Boolean(file)) {
      throw new InvalidInputError(
        'A repository needs either a URL or a file',
        'Fill in one of them. Nothing was sent.',
      );
    }
    const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
      const argument = findInputArgument(root, 'repositoryInput');
      return {
        arguments: {
          [argument.name]: buildInputObject(argument.type, {
            values: { name, url: url || undefined },
          }),
          ...(file && { [findFileArgument(root)]: 'repository' }),
        },
        ...(file && { openFile: async () => file }),
        ifLost: `Before you try again, check whether the repository "${name}" exists`,
        returnsResult: true,
      };
    };
    const send = await prepareRootField(this.catalog, 'mutation', 'addRepository', call, options);
    return async () => changedRepository(await send(), { name });
  }

  /** A new URL can be synchronized at once. */
  async prepareUpdate(
    repositoryId: unknown,
    given: RepositorySettings,
    triggerSynchronization: boolean,
    options?: CallOptions,
  ): Promise<PreparedChange<CatalogEntry>> {
    const id = readIdentifier(repositoryId, 'repository');
    const set = { name: given.name?.trim() || undefined, url: given.url?.trim() || undefined };
    requireChanges({ values: set });
    const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
      const argument = findInputArgument(root, 'repositoryInput');
      const input = { values: { id, ...set, triggerSynchronization } };
      return {
        arguments: { [argument.name]: buildInputObject(argument.type, input) },
        // Another request would synchronize again.
        idempotent: !triggerSynchronization,
        ifLost: 'Get the repository, and check whether it was changed',
      };
    };
    const send = await prepareRootField(this.catalog, 'mutation', 'editRepository', call, options);
    return async (mayHaveBeenMade) => {
      const change = triggerSynchronization
        ? await send()
        : await makeRepeatableChange(send, () => false, mayHaveBeenMade);
      return changedRepository(change, { id });
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
   * Makes the catalog read the source again, never twice if the response is lost.
   * @param file replaces the repository's file
   */
  async prepareSynchronize(
    repositoryId: unknown,
    file?: FileContent,
    options?: CallOptions,
  ): Promise<PreparedChange<CatalogEntry>> {
    const id = readIdentifier(repositoryId, 'repository');
    await requireSource(this.catalog, id, file ? 'FileSource' : 'UrlSource', options);
    const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => ({
      arguments: { id, ...(file && { [findFileArgument(root)]: 'repository' }) },
      ...(file && { openFile: async () => file }),
      ifLost: 'Get the repository, and check whether its technologies were updated',
    });
    return await prepareAct(this.catalog, 'synchronizeRepository', call, { id }, options);
  }

  /** Restores the state before the last synchronization, never twice if the response is lost. */
  async prepareRevertSynchronization(
    repositoryId: unknown,
    options?: CallOptions,
  ): Promise<PreparedChange<CatalogEntry>> {
    const id = readIdentifier(repositoryId, 'repository');
    const synchronizationReportId = await lastReversible(this.catalog, id, options);
    const call = {
      arguments: { repositoryId: id, synchronizationReportId },
      ifLost:
        'Get the repository, and check in its reports whether the last synchronization was reverted',
    };
    const known = { repositoryId: id };
    return await prepareAct(this.catalog, 'revertLastSynchronization', call, known, options);
  }
}
