import type { IDataObject } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { ownValue } from '../../../platform/text/names';
import { fieldsOf } from '../../../platform/text/values';
import { readIdentity } from '../parameters/itemIdentity';
import type { ItemParameters } from '../parameters/nodeParameters';

type WithPages = Pick<PlatformClient, 'pages'>;

/** The project of what was picked, by its address in the list or the one that was pasted; nothing is sent to know it. */
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

/** The project of what an item is about, as far as its fields tell. */
export function knownProjectId(
  client: WithPages,
  parameters: ItemParameters,
  locator: string,
): unknown {
  return readIdentity(parameters).projectId ?? pickedProjectId(client, parameters, locator);
}

/** The page of what a failed item is about, as far as its IDs are known. */
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
