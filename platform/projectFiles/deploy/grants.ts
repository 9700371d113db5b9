import { OutcomeUnknownError, PlatformError } from '../../errors/errors';
import { pause } from '../../http/retry';
import { projects } from '../../resources/project';
import { excerpt } from '../../text/text';
import type { DeployTiming } from '../options';
import type { Destination, GrantStep } from '../plan/steps';
import { grantSettings, readGrantList, type GrantList } from '../target/grants';
import { ChangedSinceApprovalError } from './conflicts';
import { isFailure } from './outcomes';

/**
 * Changes the rights or technologies of a project in one request: the list is read, changed, sent as a whole, and read again.
 * What others have added meanwhile stays.
 * @param steps of one kind, which change something
 * @param approved the list that an approved plan was made of
 * @returns why steps are not in place; whatever is not in it is
 * @throws PlatformError if nothing is known to be in place
 */
export async function changeGrants(
  { endpoint, projectId, options }: Destination,
  steps: readonly GrantStep[],
  { lookupDelaysMs }: DeployTiming,
  approved?: GrantList,
): Promise<ReadonlyMap<GrantStep, PlatformError>> {
  const kind = steps[0]?.kind ?? 'right';
  const read = async () =>
    (await readGrantList(endpoint, kind, projectId, options))?.entries ?? new Map<string, null>();
  const before = await read();
  for (const step of approved ? steps : []) {
    if (approved?.entries.get(step.key) === before.get(step.key)) continue;
    throw new ChangedSinceApprovalError(step, 'It was granted, changed or withdrawn.');
  }
  const open = steps.filter((step) => !isInPlace(step, before));
  if (open.length === 0) return new Map();
  const after = new Map(before);
  for (const { action, key, value } of open) {
    if (action === 'extraneous') after.delete(key);
    else after.set(key, value);
  }
  const settings = { values: {}, more: grantSettings(kind, after, before) };
  const send = await projects(endpoint).prepareUpdate(projectId, settings, options);
  const lost = await send().then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof OutcomeUnknownError) return error;
      throw error;
    },
  );
  try {
    let missing = open;
    for (const waitMs of lookupDelaysMs) {
      await pause(waitMs, options?.signal);
      const there = await read();
      missing = open.filter((step) => !isInPlace(step, there));
      if (missing.length === 0) break;
    }
    return new Map(missing.map((step) => [step, lost ?? notApplied(step)]));
  } catch (error) {
    if (!isFailure(error)) throw error;
    // A login that has withdrawn its own right may no longer read; the next plan shows what is there.
    if (lost) throw lost;
    return new Map();
  }
}

function isInPlace(step: GrantStep, entries: GrantList['entries']): boolean {
  const { kind, action, key, value } = step;
  if (action === 'extraneous') return !entries.has(key);
  const isAnyOther = kind === 'technology' || value === null;
  return isAnyOther ? entries.has(key) : entries.get(key) === value;
}

function notApplied({ kind, name }: GrantStep): PlatformError {
  return new PlatformError(`The platform did not apply the ${kind} "${excerpt(name)}"`, {
    hint: 'It accepted the change, and returns the project without it. Check the project on the platform.',
  });
}
