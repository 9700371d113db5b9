import { OutcomeUnknownError, type PlatformError } from '../../common/errors/errors';
import { listFirst } from '../../common/text/amounts';
import { cleanName } from '../../common/text/text';
import { toText } from '../../common/text/values';
import type { Platform } from '../../connection/platform';
import { pause } from '../../http/retry';
import type { EnvironmentVariable } from '../../resources/environmentVariable/variable';
import { Projects } from '../../resources/project';
import { ENTITIES } from '../kinds';
import { toCurrentVariables, readTargetVariables } from '../kinds/variable';
import { findDifferences, splitChange } from '../plan/compare';
import { toComparableState } from '../plan/fingerprint';
import { hasSameNameOrAlias, matchEntities } from '../plan/match';
import type { Plan } from '../plan/plan';
import { prepareRequests } from '../plan/requests';
import {
  type Destination,
  type EntityStep,
  isEntityStep,
  type Step,
  type WantedStep,
} from '../plan/step';
import { toCurrentEntries } from '../target/currentEntries';
import { hashFilePackage, hashStoredPackage } from '../target/packageHashes';
import { readEntities } from '../target/readTarget';
import { indexById, type CurrentEntry, type EntityKind, isEntityKind, type Kind } from '../tree';
import { ChangedSincePlanError, isFailure, buildStepFailure } from './outcomes';

/** The entries of one kind, read during the deploy. */
interface EntriesNow {
  byId: ReadonlyMap<string, CurrentEntry>;
  /** The entries that are not in the plan and were not created by this deploy. */
  others: readonly CurrentEntry[];
}

/** Finds entries that another user or deploy created with the name or alias of a new entry. */
export function findTwins({ wanted, current }: Step, { others }: EntriesNow): CurrentEntry[] {
  return wanted && !current ? others.filter((other) => hasSameNameOrAlias(other, wanted)) : [];
}

/**
 * Creates, changes and deletes the entities of a plan. If the response to a creation or change is lost, the entities of the kind are
 * read a few times and compared with the files to find out whether the change was made.
 */
export class EntityChanges {
  private readonly ids = new Map<Step, string>();
  /** The names from `renameFirstTo` that entities got. */
  readonly renamedTo = new Map<Step, string>();
  /** Entities that were created, or changed otherwise than by such a rename. */
  readonly changed = new Set<Step>();

  constructor(
    private readonly platform: Platform,
    private readonly plan: Plan,
    private readonly destination: Destination,
    private readonly lookupDelaysMs: readonly number[],
  ) {}

  /** Undefined until the entry exists. */
  findId(step: Step): string | undefined {
    return this.ids.get(step) ?? step.current?.id;
  }

  async rename(step: EntityStep, name: string): Promise<void> {
    const { kind, current: { id = '' } = {} } = step;
    try {
      const { endpoint, options } = this.destination;
      const resource = new ENTITIES[kind].resource(endpoint);
      const update = await resource.prepareUpdate(id, { values: { name } }, options);
      await update();
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      const isRenamed = await this.pollAfterLostResponse(async () => {
        const now = await this.read(kind);
        return now.byId.get(id)?.name === name || undefined;
      });
      if (!isRenamed) throw error;
    }
    this.renamedTo.set(step, name);
  }

  async change(step: WantedStep): Promise<void> {
    const { kind, key } = step;
    const id = await this.send(step).catch(async (error: unknown) => {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      const found = await this.findAfterLostResponse(step);
      if (!found) throw error;
      this.changed.add(step);
      return found.id;
    });
    this.ids.set(step, id);
    if (kind === 'job' || kind === 'volume') this.destination.ids[kind].set(key, id);
  }

  async delete({ kind, current }: EntityStep): Promise<void> {
    const { endpoint, options } = this.destination;
    const resource = new ENTITIES[kind].resource(endpoint);
    const remove = await resource.prepareDelete(current?.id ?? '', options);
    await remove();
  }

  private async send(step: WantedStep): Promise<string> {
    const isRenamed = this.renamedTo.get(step) === step.name;
    const changedFields = step.changedFields.filter(({ path }) => !isRenamed || path !== 'name');
    let id = step.current?.id ?? '';
    for (const request of await prepareRequests({ ...step, changedFields }, this.destination)) {
      id = await request();
      this.changed.add(step);
    }
    return id;
  }

  /** After a lost response, returns the entity if the change was made. */
  private async findAfterLostResponse(step: WantedStep): Promise<CurrentEntry | undefined> {
    const { wanted, current } = step;
    return await this.pollAfterLostResponse(async () => {
      const now = await this.read(step.kind);
      const found = current
        ? now.byId.get(current.id)
        : matchEntities([wanted], now.others)[0]?.current;
      if (!found || !(await this.hasPackage(step, found))) return undefined;
      return current && this.listDifferingFields(step, found).length > 0 ? undefined : found;
    });
  }

  private async hasPackage(step: EntityStep, found: CurrentEntry): Promise<boolean> {
    if (!step.package) return true;
    if (found.packageAddress === undefined) return false;
    const [sent, stored] = await Promise.all([
      hashFilePackage(step.package),
      hashStoredPackage(this.platform, found, this.destination.options),
    ]);
    return sent === stored;
  }

  /** Reads a kind after its changes. If anything differs, reads it again, since a change may become visible late. */
  async readBack(kind: EntityKind, changed: readonly WantedStep[]): Promise<EntriesNow> {
    let now: EntriesNow = { byId: new Map(), others: [] };
    await this.poll(async () => {
      now = await this.read(kind);
      const isApplied = (step: WantedStep) =>
        this.listDifferingFields(step, now.byId.get(this.getId(step))).length === 0;
      return changed.every(isApplied) || undefined;
    });
    return now;
  }

  /** Returns the paths of fields that the step has set and that have other values now; none if the entity was not found. */
  listDifferingFields(step: WantedStep, found: CurrentEntry | undefined): string[] {
    if (!found) return [];
    const set = new Set(step.changedFields.map(({ path }) => path));
    const differing = findDifferences(step.kind, step.wanted, found, step.ignored);
    return differing.map(({ field }) => field.path).filter((path) => set.has(path));
  }

  /**
   * Returns a `ChangedSincePlanError` for each step whose entry another user has changed since the plan, and another error for
   * each step whose entry cannot be read. `changeGrants` checks rights and technologies instead.
   */
  async findChangedOrUnreadable(steps: readonly Step[]): Promise<Map<Step, PlatformError>> {
    const changing = steps.filter(
      ({ kind, action, current, grant }) =>
        action !== 'unchanged' && action !== 'blocked' && !grant && (kind !== 'project' || current),
    );
    // Reads that start together share a request.
    const kinds = new Set(changing.map(({ kind }) => kind));
    const lists = new Map([...kinds].map((kind) => [kind, this.read(kind)]));
    const failures = changing.map(async (step): Promise<Array<[Step, PlatformError]>> => {
      try {
        const list = await lists.get(step.kind);
        const how = list && (await this.describeChange(step, list));
        return how === undefined ? [] : [[step, new ChangedSincePlanError(step, how)]];
      } catch (error) {
        if (!isFailure(error)) throw error;
        const title = 'It was not changed because it could not be read before';
        return [[step, buildStepFailure(title, error, 'none')]];
      }
    });
    return new Map((await Promise.all(failures)).flat());
  }

  private async describeChange(step: Step, list: EntriesNow): Promise<string | undefined> {
    if (findTwins(step, list).length > 0) return 'It now exists.';
    let now = list.byId.get(step.current?.id ?? '');
    const scope = isEntityStep(step) ? ENTITIES[step.kind].variableScope : undefined;
    const changesVariables = step.variables.length > 0 || step.action === 'extraneous';
    if (now && scope && changesVariables && this.plan.snapshot.variables.has(now.id)) {
      const { endpoint, options } = this.destination;
      const variables = await readTargetVariables(endpoint, scope, now.id, options);
      now = { ...now, variables: toCurrentVariables(variables) };
    }
    return describeDifference(step.current, now, this.renamedTo.has(step));
  }

  /** Reads the project, its variables, or the entities of a kind. Entities keep the variables that the plan has read. */
  async read(kind: Kind): Promise<EntriesNow> {
    const { snapshot, steps } = this.plan;
    const { endpoint, projectId, ids, options } = this.destination;
    const now = { ...snapshot, id: projectId };
    if (isEntityKind(kind)) {
      const raw = await readEntities(this.platform, kind, projectId, options);
      now.entities = { ...snapshot.entities, [kind]: raw };
    } else if (kind === 'variable') {
      const variables = await readTargetVariables(endpoint, 'PROJECT', projectId, options);
      now.variables = new Map([[projectId, variables]]);
    } else {
      const { description } = await new Projects(endpoint).get(projectId, options);
      now.description = toText(description);
    }
    const current = toCurrentEntries(kind, now, ids);
    const plannedOrCreated = new Set([
      ...(isEntityKind(kind) ? snapshot.entities[kind].map(({ id }) => id) : []),
      ...steps.filter((step) => step.kind === kind).map(this.getId),
    ]);
    return {
      byId: indexById(current),
      others: current.filter(({ id }) => !plannedOrCreated.has(id)),
    };
  }

  private readonly getId = (step: Step): string => this.findId(step) ?? '';

  /** Returns undefined if a read fails, so that the lost response is reported instead. */
  private async pollAfterLostResponse<Found>(
    find: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    try {
      return await this.poll(find);
    } catch (error) {
      if (!isFailure(error)) throw error;
      return undefined;
    }
  }

  private async poll<T>(find: () => Promise<T | undefined>): Promise<T | undefined> {
    for (const waitMs of this.lookupDelaysMs) {
      await pause(waitMs, this.destination.options?.signal);
      const found = await find();
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** @throws ChangedSincePlanError if the variable of a step was changed since the plan */
export function requireUnchangedVariables(
  steps: readonly Step[],
  now: readonly EnvironmentVariable[],
): void {
  const byName = new Map(toCurrentVariables(now).map((variable) => [variable.name, variable]));
  for (const step of steps) {
    const how = describeDifference(step.current, byName.get(step.name));
    if (how !== undefined) throw new ChangedSincePlanError(step, how);
  }
}

/** Returns a sentence about the fields that differ, without their values, which may be secrets. */
function describeDifference(
  planned: CurrentEntry | undefined,
  now: CurrentEntry | undefined,
  isRenamed = false,
): string | undefined {
  if (!planned) return now && 'It now exists.';
  if (!now) return 'It no longer exists.';
  const [from, to] = [planned, now].map((entry) => ({
    ...toComparableState(entry),
    ...(isRenamed && { name: undefined }),
  }));
  const names = splitChange({ field: '', from, to }).map(({ field }) => cleanName(field.slice(1)));
  return names.length === 0 ? undefined : `It differs in ${listFirst(names, 10)}.`;
}
