import type { IExecuteFunctions } from 'n8n-workflow';
import { wordsOfMissing } from '../../../platform/errors/errorCodes';
import { GraphqlResponseError, PlatformError } from '../../../platform/errors/errors';
import { excerpt } from '../../../platform/text/text';
import { nodeError, type NodeFailure } from '../errors/errors';
import { explainUnexpected, type SendProgress } from '../errors/unexpected';
import { identifyingFields, pickedName, readIdentity } from '../parameters/itemIdentity';
import type { ItemParameters } from '../parameters/nodeParameters';

/** What an item's error is made of. */
interface FailedCall {
  execution: IExecuteFunctions;
  itemIndex: number;
  sendProgress: SendProgress;
  parameters: ItemParameters;
}

/** The error of an item. */
export function itemFailure(
  { execution, itemIndex, sendProgress, parameters }: FailedCall,
  error: unknown,
): NodeFailure {
  const explained = explainUnexpected(error, sendProgress);
  const missing = missingThing(explained, parameters);
  return nodeError(execution.getNode(), missing ?? explained, itemIndex);
}

/** Kinds of things, as platforms write them, by our locators; the last ones have none. The first one that is named counts. */
const KINDS: ReadonlyArray<[words: string, locator?: string]> = [
  ['(?:(?:job|pipeline) )?(?:instance|run)', 'runId'],
  ['docker credentials?', 'dockerCredentialId'],
  ['project', 'projectId'],
  ['technology', 'technologyId'],
  ['repository', 'repositoryId'],
  ['volume', 'volumeId'],
  ['pipeline(?! version)', 'pipelineId'],
  ['job(?! version)', 'jobId'],
  ['app(?:lication)?(?! version)', 'appId'],
  ['versions?|variable|image|package|file|artifact|user|category|label|condition'],
];
const KIND = new RegExp(`\\b(?:${KINDS.map(([words]) => `(${words})`).join('|')})\\b`);

/** What the platform does not have, by the name that the person knows, in place of what the platform calls it. */
function missingThing(error: unknown, parameters: ItemParameters): PlatformError | undefined {
  const words = wordsOfMissing(error);
  const locator = words === undefined ? undefined : missingLocator(words, parameters);
  if (locator === undefined) return undefined;
  const title = parameters.displayName(locator);
  const noun = title.toLowerCase().replace('docker', 'Docker');
  const name = pickedName(locator, parameters);
  const id = String(parameters.locator(locator)).trim();
  const failure = error as PlatformError;
  // Beside a platform's own words stand only names of GraphQL.
  const more = failure instanceof GraphqlResponseError ? '' : ` ${failure.hint}`;
  return new PlatformError(
    name === undefined
      ? `The ${noun} ${excerpt(id)} does not exist`
      : `The ${noun} "${excerpt(name)}" does not exist any more`,
    {
      hint: `Choose another one in "${title}".\n${failure.message}.${more}`,
      reach: failure.reach,
      code: 'NOT_FOUND',
      cause: failure,
    },
  );
}

/** The field that holds the ID of what is missing; undefined if that is not certain. */
function missingLocator(words: string, parameters: ItemParameters): string | undefined {
  const ids = new Map(Object.entries(readIdentity(parameters)));
  const given = [...identifyingFields(parameters.fields).values()].filter((name) => ids.has(name));
  const isNamed = (name: string) =>
    words.toLowerCase().includes(String(ids.get(name)).toLowerCase());
  const text = words
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .toLowerCase();
  const named = KIND.exec(text)?.slice(1) ?? [];
  const kind = KINDS[named.findIndex((part) => part !== undefined)];
  if (kind && kind[1] === undefined) return undefined;
  const [byId, kindred] = [given.filter(isNamed), given.filter((name) => name === kind?.[1])];
  const [only, ...others] = byId.length === 1 ? byId : kind ? kindred : given;
  return others.length === 0 ? only : undefined;
}
