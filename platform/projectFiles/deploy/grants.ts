import { OutcomeUnknownError, PlatformError, UnsupportedError } from '../../common/errors/errors';
import { pause } from '../../http/retry';
import { Projects } from '../../resources/project';
import { excerpt } from '../../common/text/text';
import { GRANTS } from '../kinds';
import type { DeployTiming } from '../options';
import type { Destination, Step } from '../plan/step';
import { readGrantList } from '../target/readTarget';
import { indexById, PART_OF, type CurrentEntry, type GrantKind } from '../tree';
import { ChangedSincePlanError, isFailure } from './outcomes';

/**
 * Changes the rights or technologies of a project in one request: reads the list, changes it, sends it as a whole, and reads it
 * again. Entries that other users have added since the plan stay.
 * @param steps steps of one kind that change a right or technology
 * @param approved the list from which the approved plan was made; undefined without an approval
 * @returns failures by step. Other steps succeeded, unless one failed with a `ChangedSincePlanError`: then nothing was sent.
 * @throws PlatformError if no step succeeded, or if it is unknown which steps did
 */
export async function changeGrants(
  { endpoint, projectId, options }: Destination,
  steps: readonly Step[],
  { lookupDelaysMs }: DeployTiming,
  approved?: readonly CurrentEntry[],
): Promise<Map<Step, PlatformError>> {
  const kind = steps[0]?.kind as GrantKind;
  const read = async () => {
    const list = await readGrantList(endpoint, kind, projectId, options);
    if (list) return indexProjectGrants(list);
    // The list is sent as a whole, so a right that it lacks would be withdrawn.
    throw new UnsupportedError(
      `This platform does not return the ${PART_OF[kind]} of the project`,
      {
        hint: 'They cannot be changed without withdrawing others. Run the plan again.',
      },
    );
  };
  const before = await read();
  const planned = approved && indexProjectGrants(approved);
  const changed = steps.find(
    ({ grant }) => grant && planned && !isSameGrant(planned.get(grant.id), before.get(grant.id)),
  );
  if (changed) {
    const how = 'It was granted, changed or withdrawn.';
    return new Map([[changed, new ChangedSincePlanError(changed, how)]]);
  }
  const unapplied = steps.filter((step) => !isApplied(step, before));
  if (unapplied.length === 0) return new Map();
  const after = new Map(before);
  for (const { action, grant } of unapplied) {
    if (!grant) continue;
    if (action === 'extraneous') after.delete(grant.id);
    else after.set(grant.id, grant);
  }
  const settings = {
    values: {},
    more: GRANTS[kind].toSettings([...after.values()], [...before.values()]),
  };
  const send = await new Projects(endpoint).prepareUpdate(projectId, settings, options);
  const lostResponse = await send().then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof OutcomeUnknownError) return error;
      throw error;
    },
  );
  try {
    let missing = unapplied;
    for (const waitMs of lookupDelaysMs) {
      await pause(waitMs, options?.signal);
      const now = await read();
      missing = unapplied.filter((step) => !isApplied(step, now));
      if (missing.length === 0) break;
    }
    const hint =
      'The platform accepted the change but does not return it. Check the project on the platform.';
    return new Map(
      missing.map((step) => {
        const title = `The platform did not apply the ${kind} "${excerpt(step.name)}"`;
        return [step, lostResponse ?? new PlatformError(title, { hint })];
      }),
    );
  } catch (error) {
    if (!isFailure(error)) throw error;
    // A login that has withdrawn its own right may not be able to read the list. The next plan shows the result.
    if (lostResponse) throw lostResponse;
    return new Map();
  }
}

/** Indexes rights and technologies by ID. Leaves out rights for all projects, which a project cannot change. */
function indexProjectGrants(list: readonly CurrentEntry[]): Map<string, CurrentEntry> {
  return indexById(list.filter(({ isForAllProjects }) => !isForAllProjects));
}

function isSameGrant(one: CurrentEntry | undefined, other: CurrentEntry | undefined): boolean {
  return one?.id === other?.id && one?.doc.role === other?.doc.role;
}

function isApplied({ action, grant }: Step, list: ReadonlyMap<string, CurrentEntry>): boolean {
  const found = list.get(grant?.id ?? '');
  if (action === 'extraneous') return !found;
  const role = grant?.doc.role;
  return found !== undefined && (role === undefined || found.doc.role === role);
}
