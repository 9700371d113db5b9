import type { IDataObject } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { ownValue } from '../../../platform/text/names';
import { fieldsOf } from '../../../platform/text/values';
import { readIdentity } from '../parameters/itemIdentity';
import type { ItemParameters } from '../parameters/nodeParameters';

type WithPages = Pick<PlatformClient, 'pages'>;

/** Returns the project of an entity that was picked, from its address in the list or the pasted one. Nothing is sent. */
export function pickedProjectId(
  { pages }: WithPages,
  parameters: ItemParameters,
  locator: string,
): string | undefined {
  const { mode, value, cachedResultUrl } = fieldsOf(parameters.written(locator));
  if (mode === 'url') return pages.idsIn(parameters.address(locator))?.projectId;
  const ids = mode === 'list' ? pages.idsIn(cachedResultUrl) : undefined;
  return ids && ownValue({ ...ids }, locator) === value ? ids.projectId : undefined;
}

/** Returns the project of an item's entity, if its parameters contain it. */
export function knownProjectId(
  client: WithPages,
  parameters: ItemParameters,
  locator: string,
): unknown {
  return readIdentity(parameters).projectId ?? pickedProjectId(client, parameters, locator);
}

/** Returns the page of a failed item's entity, if its IDs are known. */
export function urlOf(
  { pages }: Partial<WithPages>,
  parameters: ItemParameters,
  known: IDataObject,
): string | undefined {
  // Without a credential there is no platform.
  if (!pages || known.url !== undefined) return undefined;
  for (const noun of ['job', 'pipeline', 'app']) {
    const { projectId, id: runId = known.runId } = known;
    const id = ownValue(known, `${noun}Id`);
    if (id === undefined) continue;
    const ofProject = projectId ?? pickedProjectId({ pages }, parameters, `${noun}Id`);
    return pages.url(noun, ofProject, id, runId) ?? undefined;
  }
  return pages.url('project', undefined, known.projectId) ?? undefined;
}
