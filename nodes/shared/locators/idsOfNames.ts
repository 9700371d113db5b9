import type { ILoadOptionsFunctions } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { textOf, fieldsOf } from '../../../platform/text/values';
import { mapConcurrently } from '../../../platform/time/concurrency';
import type { OperationCall } from '../operation/operation';
import { currentChoice, currentValue } from '../parameters/parameterSource';
import { NamedEntities } from './namedEntities';
import type { LookUp } from './locators';

type Call = Pick<OperationCall<PlatformClient>, 'client' | 'options' | 'parametersOf'> &
  Partial<Pick<OperationCall<PlatformClient>, 'execution'>>;

const CONCURRENT_ITEMS = 128;

/** Those that are in a project come after it. */
const LOOKED_UP: ReadonlyArray<{ locator: string; by: LookUp; what?: 'job' | 'pipeline' }> = [
  { locator: 'projectId', by: 'name' },
  { locator: 'targetProjectId', by: 'name' },
  { locator: 'jobId', by: 'alias', what: 'job' },
  { locator: 'pipelineId', by: 'alias', what: 'pipeline' },
];

/** Looks up the IDs of what was written by its name or alias, for all items of a call: each is asked for once. */
export async function idsOfNames(call: Call, items: number): Promise<void> {
  const [first] = items > 0 ? [call.parametersOf(0)] : [];
  const named = LOOKED_UP.filter(({ locator, by }) => modeOf(first?.written(locator)) === by);
  if (named.length === 0) return;
  const entities = new NamedEntities(call);
  await mapConcurrently(Array.from({ length: items }), CONCURRENT_ITEMS, async (_, itemIndex) => {
    const parameters = call.parametersOf(itemIndex);
    for (const { locator, what } of named) {
      try {
        const given = textOf(parameters.locator(locator))?.trim() ?? '';
        // What is empty is refused by the operation, in the words of its field.
        if (given === '') continue;
        const id = what
          ? await entities.idByAlias(what, given, parameters.locator('projectId'))
          : await entities.projectId(given);
        parameters.keepId(locator, { id });
      } catch (failure) {
        parameters.keepId(locator, { failure });
      }
    }
  });
}

/** What a locator of the form holds, as an ID, whichever way it was chosen. */
export async function chosenId(
  context: ILoadOptionsFunctions,
  client: PlatformClient,
  locator: string,
): Promise<unknown> {
  const chosen = currentChoice(context, locator);
  const given = textOf(chosen)?.trim() ?? '';
  const lookedUp = LOOKED_UP.find((each) => each.locator === locator);
  const isName = lookedUp && modeOf(currentValue(context, locator)) === lookedUp.by;
  if (!isName || given === '') return chosen;
  if (!lookedUp.what) return client.findIdByName('project', await client.projects.list(), given);
  const projectId = await chosenId(context, client, 'projectId');
  return await client.findIdByAlias(lookedUp.what, projectId, given);
}

function modeOf(written: unknown): unknown {
  return fieldsOf(written).mode;
}
