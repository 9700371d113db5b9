import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { InvalidInputError, PlatformError } from '../../../platform/common/errors/errors';
import { isUuid } from '../../../platform/common/input/identifiers';
import type { PageIds } from '../../../platform/connection/pages';
import { toObject, toText } from '../../../platform/common/text/values';
import { mapConcurrently } from '../../../platform/common/time/concurrency';
import { EarlierTries } from '../items/earlierTries';
import { MAX_CONCURRENT_ITEMS } from '../items/items';
import type { OperationCall } from '../operation/operation';
import type { ItemParameters } from '../parameters/nodeParameters';
import { isTool } from '../tools/toolOutput';
import { findKindByMethod, type NamedKind } from './locators';

/** A trigger has no `execution`, because n8n does not retry a poll. */
type Call = Pick<OperationCall<PlatformClient>, 'client' | 'options' | 'parametersOf'> &
  Partial<Pick<OperationCall<PlatformClient>, 'execution'>>;

/**
 * Finds the IDs for locators that contain the address of a page, a name, an alias or, from an agent, any text that is not a UUID.
 * Each list of entities is requested once for all items. A failure is kept, and thrown when the operation reads the locator.
 */
export async function resolveLocators(call: Call, itemCount: number): Promise<void> {
  const resolver = new Resolver(call);
  const locators = itemCount > 0 ? resolver.listLocatorsToResolve(call.parametersOf(0)) : [];
  if (locators.length === 0) return;
  await mapConcurrently(
    Array.from({ length: itemCount }),
    MAX_CONCURRENT_ITEMS,
    async (_, itemIndex) => {
      const parameters = call.parametersOf(itemIndex);
      // One after the other, because a job is searched in its project, and a run among the runs of its job.
      for (const locator of locators) {
        try {
          const id = await resolver.findId(locator, parameters);
          if (id !== undefined) parameters.keepId(locator.name, { id });
        } catch (failure) {
          parameters.keepId(locator.name, { failure });
        }
      }
    },
  );
}

/** IDs that earlier tries of Retry On Fail have found. Those tries may then have deleted, renamed or moved the entities. */
const idsOfTries = new EarlierTries<Map<string, string>>();

class Resolver {
  private readonly isForAgent: boolean;
  private readonly requested = new Map<string, Promise<unknown>>();
  private foundIds?: Map<string, string>;

  constructor(private readonly call: Call) {
    this.isForAgent = call.execution !== undefined && isTool(call.execution);
  }

  /** Returns the first locator of each name, because several locators with one name differ only in when they are shown. */
  listLocatorsToResolve(parameters: ItemParameters): INodeProperties[] {
    const locators = new Map<string, INodeProperties>();
    for (const field of parameters.fields) {
      if (field.type === 'resourceLocator' && !locators.has(field.name)) {
        locators.set(field.name, field);
      }
    }
    return [...locators.values()].filter(({ name }) => {
      const mode = readMode(parameters.readSaved(name));
      return this.isForAgent || mode === 'url' || mode === 'name' || mode === 'alias';
    });
  }

  /** @returns undefined if there is no ID to find, for example because the locator is empty, which the operation itself reports */
  async findId(locator: INodeProperties, parameters: ItemParameters): Promise<string | undefined> {
    const { name } = locator;
    const mode = readMode(parameters.readSaved(name));
    if (mode === 'url') return this.findIdByUrl(locator, parameters);
    const text = toText(parameters.locator(name))?.trim();
    if (!text) return undefined;
    if (mode === 'alias') return await this.findIdByAlias(name, text, parameters);
    const kind = findKind(locator);
    if (mode === 'name') return kind && (await this.findIdByName(kind, text, parameters));
    if (isUuid(text)) return undefined;
    if (name !== 'runId' && (!kind || isUnusedFilter(locator, parameters))) return undefined;
    const found = kind
      ? this.findIdByName(kind, text, parameters)
      : this.findRunId(text, parameters);
    return await found.catch((error: unknown) => {
      // If the platform does not support the list, an agent's text is treated as an ID.
      if (error instanceof PlatformError && error.code === 'NOT_SUPPORTED') return text;
      throw error;
    });
  }

  private findIdByUrl(
    { name, displayName }: INodeProperties,
    parameters: ItemParameters,
  ): string | undefined {
    const address = toText(parameters.readAddress(name))?.trim();
    if (!address) return undefined;
    const pageId = (name === 'targetProjectId' ? 'projectId' : name) as keyof PageIds;
    return this.call.client.pages.requireId(address, pageId, displayName.toLowerCase());
  }

  private async findIdByAlias(locator: string, alias: string, parameters: ItemParameters) {
    const { client, options } = this.call;
    const noun = locator === 'jobId' ? 'job' : 'pipeline';
    const projectId = parameters.locator('projectId');
    const readAliases = async () =>
      await this.requestOnce(`aliases of ${noun} ${String(projectId)}`, async () =>
        client.listAliases(noun, String(projectId), options),
      );
    return await this.findIdOnce(
      `${noun} ${JSON.stringify([projectId, alias])}`,
      async () => await client.findIdByAlias(noun, projectId, alias, options, readAliases),
    );
  }

  private async findIdByName(kind: NamedKind, text: string, parameters: ItemParameters) {
    const { client, options } = this.call;
    const isFiltered =
      kind.isInProject && parameters.fields.some(({ name }) => name === 'projectId');
    const projectId = isFiltered ? toText(parameters.locator('projectId'))?.trim() : undefined;
    const listKey = `${kind.noun} ${projectId ?? ''}`;
    return await this.findIdOnce(`${listKey} ${JSON.stringify(text)}`, async () => {
      const list = async () => await kind.list(client, projectId || undefined, options);
      return client.findIdByName(kind.noun, await this.requestOnce(listKey, list), text);
    });
  }

  /** @returns undefined if the text is not the number of a run, or if the job or pipeline is unknown */
  private async findRunId(text: string, parameters: ItemParameters): Promise<string | undefined> {
    const run = readRunNumber(text);
    const parent = parameters.fields.find(({ name }) => name === 'jobId' || name === 'pipelineId');
    const kind = parent && findKind(parent);
    const parentName = run?.parent ?? (parent && toText(parameters.locator(parent.name))?.trim());
    if (!run || !kind || !parentName) return undefined;
    const { client, options } = this.call;
    const parentId = isUuid(parentName)
      ? parentName
      : await this.findIdByName(kind, parentName, parameters);
    const runs = kind.noun === 'pipeline' ? client.pipelineRuns : client.jobRuns;
    const latest = await runs.list(parentId, MAX_SEARCHED_RUNS, options);
    const found = latest.find(({ number }) => number === run.number);
    if (found) return found.id;
    throw new InvalidInputError(
      `The ${kind.noun} has no run ${run.number}`,
      `None of its latest ${MAX_SEARCHED_RUNS} runs has this number. For an older run, use its ID.`,
    );
  }

  private async findIdOnce(key: string, find: () => Promise<string>): Promise<string> {
    this.foundIds ??= recallIds(this.call);
    const id = this.foundIds.get(key) ?? (await this.requestOnce(`ID of ${key}`, find));
    this.foundIds.set(key, id);
    return id;
  }

  private async requestOnce<Answer>(key: string, request: () => Promise<Answer>): Promise<Answer> {
    const answer = (this.requested.get(key) as Promise<Answer> | undefined) ?? request();
    this.requested.set(key, answer);
    return await answer;
  }
}

function recallIds({ execution }: Call): Map<string, string> {
  if (!execution) return new Map();
  const item = { execution, itemIndex: 0 };
  const ids = idsOfTries.recall(item) ?? new Map<string, string>();
  idsOfTries.keep(item, ids);
  return ids;
}

/** Returns true if the locator only filters the lists of other locators, and all of those that are filled in contain IDs. */
function isUnusedFilter({ name, required }: INodeProperties, parameters: ItemParameters): boolean {
  if (required) return false;
  const filtered = parameters.fields.filter(({ typeOptions }) =>
    typeOptions?.loadOptionsDependsOn?.includes(`${name}.value`),
  );
  const enteredTexts = filtered.flatMap(
    (field) => toText(parameters.locator(field.name))?.trim() || [],
  );
  return enteredTexts.length > 0 && enteredTexts.every(isUuid);
}

function findKind({ modes }: INodeProperties): NamedKind | undefined {
  return findKindByMethod(
    modes?.find(({ name }) => name === 'list')?.typeOptions?.searchListMethod,
  );
}

function readMode(saved: unknown): unknown {
  return toObject(saved).mode;
}

interface RunNumber {
  number: number;
  /** Name or ID of the job or pipeline. */
  parent?: string;
}

const MAX_SEARCHED_RUNS = 1000;

const RUN_NUMBER_TEXT =
  /^(?:(?:job |pipeline )?run )?#?(\d{1,9})(?: of (?:the )?(?:(?:job|pipeline) )?(.+))?$/i;

/** Reads `17`, `run 17` or `run 17 of job Import weather`. Returns undefined for any other text, such as an ID. */
export function readRunNumber(text: string): RunNumber | undefined {
  const [, number, parent] = RUN_NUMBER_TEXT.exec(text) ?? [];
  if (number === undefined) return undefined;
  return { number: Number(number), parent: parent?.replace(/^"(.*)"$/, '$1') };
}
