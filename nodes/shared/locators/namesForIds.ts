import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { isUuid } from '../../../platform/input/identifiers';
import { mapConcurrently } from '../../../platform/time/concurrency';
import { InvalidInputError, PlatformError } from '../../../platform/errors/errors';
import { NamedEntities, namedKindListedBy } from './namedEntities';
import type { OperationCall } from '../operation/operation';
import { identifyingFields } from '../parameters/itemIdentity';
import type { ItemParameters } from '../parameters/nodeParameters';

type Call = OperationCall<PlatformClient>;

const CONCURRENT_ITEMS = 128;

/**
 * Looks up the IDs of what an agent called by its name, for all items of a call: each list is asked for once. What is
 * surely an ID is not looked up.
 */
export async function namesForIds(call: Call, fields: readonly INodeProperties[]): Promise<void> {
  const locators = fields.filter(({ type }) => type === 'resourceLocator');
  const identifying = new Set(identifyingFields(fields).values());
  const named = locators.flatMap((field) => {
    // The project of the others comes before them.
    const isProject = field.name === 'projectId';
    const kind = isProject ? undefined : namedKindListedBy(searchListMethodOf(field));
    if (!kind) return [];
    return [{ name: field.name, isSent: identifying.has(field.name) || 'list' in kind, kind }];
  });
  const inProjects = named.filter(({ kind }) => 'lists' in kind);
  const takesRun = locators.some(({ name }) => name === 'runId');
  const entities = new NamedEntities(call);
  await mapConcurrently(call.execution.getInputData(), CONCURRENT_ITEMS, async (_, itemIndex) => {
    const parameters = call.parametersOf(itemIndex);
    const given = (name: string) => givenIn(parameters, name);
    const run = takesRun ? readRunNumber(given('runId')) : undefined;
    const project = given('projectId');
    const wanted = named.flatMap(({ name, isSent, kind }) => {
      const text = given(name);
      return isSent && isName(text) ? [{ name, text, kind }] : [];
    });
    const isOfProject = inProjects.every(({ name }) => given(name) === undefined);
    let projectId: string | undefined;
    if (project !== undefined && (wanted.length > 0 || isOfProject)) {
      const found = await lookUpId(project, async () => await entities.projectId(project));
      parameters.keepId('projectId', found);
      if ('failure' in found) {
        for (const { name } of wanted) parameters.keepId(name, found);
        return;
      }
      projectId = found.id;
    }
    for (const { name, kind, text } of wanted) {
      const found = await lookUpId(text, async () => await entities.id(kind, text, projectId));
      parameters.keepId(name, found);
    }
    const [parent] = inProjects;
    const parentName = parent && (run?.parent ?? given(parent.name));
    if (run && parent && parentName !== undefined) {
      const found = await lookUpId(`${run.number}`, async () => {
        const parentId = isName(parentName)
          ? await entities.id(parent.kind, parentName, undefined)
          : parentName;
        return await runIdOf(call, parent.kind.noun, parentId, run.number);
      });
      parameters.keepId('runId', found);
    }
  });
}

function searchListMethodOf({ modes }: INodeProperties): string | undefined {
  return modes?.find(({ name }) => name === 'list')?.typeOptions?.searchListMethod;
}

/** What stands in a parameter; undefined for nothing, and for what the operation itself will complain of. */
function givenIn(parameters: ItemParameters, name: string): string | undefined {
  try {
    const value = parameters.locator(name);
    return (typeof value === 'string' && value.trim()) || undefined;
  } catch {
    return undefined;
  }
}

function isName(given: string | undefined): given is string {
  return given !== undefined && !isUuid(given);
}

/** If a platform has no such list, what is given is taken for an ID. */
async function lookUpId(given: string, lookUp: () => Promise<string>) {
  if (!isName(given)) return { id: given };
  try {
    return { id: await lookUp() };
  } catch (failure) {
    const cannotList = failure instanceof PlatformError && failure.code === 'NOT_SUPPORTED';
    return cannotList ? { id: given } : { failure };
  }
}

/** A run as people speak of it: its number, and whose run it is where that is said, too. */
interface RunNumber {
  number: number;
  parent?: string;
}

/** Older runs are given by their IDs. */
const LATEST_RUNS = 1000;

const RUN_NUMBER_TEXT =
  /^(?:(?:job |pipeline )?run )?#?(\d{1,9})(?: of (?:the )?(?:(?:job|pipeline) )?(.+))?$/i;

/** Reads `17`, `run 17` or `run 17 of job Import weather`; undefined for anything else, as an ID. */
export function readRunNumber(given: string | undefined): RunNumber | undefined {
  const [, number, parent] = RUN_NUMBER_TEXT.exec(given ?? '') ?? [];
  if (number === undefined) return undefined;
  return { number: Number(number), parent: parent?.replace(/^"(.*)"$/, '$1') };
}

/** @throws InvalidInputError if no such run is among the latest ones */
async function runIdOf(
  { client, options }: OperationCall<PlatformClient>,
  noun: string,
  parentId: string,
  number: number,
): Promise<string> {
  const { list } = noun === 'pipeline' ? client.pipelineRuns : client.jobRuns;
  const runs = await list(parentId, LATEST_RUNS, options);
  const found = runs.find((run) => run.number === number);
  if (found) return found.id;
  throw new InvalidInputError(
    `The ${noun} has no run ${number}`,
    `None of its latest ${LATEST_RUNS} runs has this number. For an older run, use its ID.`,
  );
}
