import type { INodeProperties } from 'n8n-workflow';
import { mapConcurrently } from '../../platform/concurrency';
import { keepIdOfName } from '../shared/idsOfNames';
import { readLocator } from '../shared/locators';
import type { OperationCall } from '../shared/operation';
import { isError } from '../shared/platformErrors';
import type { PlatformClient } from '../shared/platformClient';
import { NamedThings, type What } from './namedThings';

type Call = OperationCall<PlatformClient>;

const CONCURRENT_ITEMS = 128;

/** What can be named, by the parameter that takes its ID; it is looked for in its project, where one is given. */
const IN_A_PROJECT: ReadonlyMap<string, What> = new Map([
  ['jobId', 'job'],
  ['pipelineId', 'pipeline'],
  ['appId', 'app'],
  ['volumeId', 'volume'],
]);

/**
 * Looks up the IDs of what an agent called by its name, for all items of a call: each list is asked for once. What is
 * surely an ID is not looked up.
 */
export async function namesForIds(call: Call, fields: readonly INodeProperties[]): Promise<void> {
  const locators = fields.filter(({ type }) => type === 'resourceLocator');
  const named = [...IN_A_PROJECT].filter(([name]) => locators.some((it) => it.name === name));
  // A locator that only gives the list of another one is not sent.
  const sent = named.filter(([name]) => locators.some((it) => it.name === name && it.required));
  const hasProject = locators.some(({ name }) => name === 'projectId');
  const things = new NamedThings(call);
  await mapConcurrently(call.execution.getInputData(), CONCURRENT_ITEMS, async (_, itemIndex) => {
    const given = (name: string) => givenIn(call, name, itemIndex);
    const project = hasProject ? given('projectId') : undefined;
    const wanted = sent.flatMap(([name, what]) => {
      const text = given(name);
      return isName(call, text) ? [{ name, what, text }] : [];
    });
    const isOfProject = named.every(([name]) => given(name) === undefined);
    let projectId: string | undefined;
    if (project !== undefined && (wanted.length > 0 || isOfProject)) {
      const found = await looked(call, project, async () => await things.projectId(project));
      keepIdOfName(call.execution, 'projectId', itemIndex, found);
      if ('failure' in found) {
        for (const { name } of wanted) keepIdOfName(call.execution, name, itemIndex, found);
        return;
      }
      projectId = found.id;
    }
    for (const { name, what, text } of wanted) {
      const found = await looked(call, text, async () => await things.id(what, text, projectId));
      keepIdOfName(call.execution, name, itemIndex, found);
    }
  });
}

/** What stands in a parameter; undefined for nothing, and for what the operation itself will complain of. */
function givenIn({ execution }: Call, name: string, itemIndex: number): string | undefined {
  try {
    const value = readLocator(execution, name, itemIndex);
    return (typeof value === 'string' && value.trim()) || undefined;
  } catch {
    return undefined;
  }
}

function isName({ client: { api } }: Call, given: string | undefined): given is string {
  return given !== undefined && !api.isSurelyId(given);
}

/** Where a platform has no such list, what is given is taken for an ID. */
async function looked(call: Call, given: string, lookUp: () => Promise<string>) {
  if (!isName(call, given)) return { id: given };
  try {
    return { id: await lookUp() };
  } catch (failure) {
    const cannotList = isError(failure, 'UnsupportedError', 'IntrospectionRefusedError');
    return cannotList ? { id: given } : { failure };
  }
}
