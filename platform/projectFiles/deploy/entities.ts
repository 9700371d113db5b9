import { OutcomeUnknownError, type PlatformError } from '../../common/errors/errors';
import { listSome } from '../../common/text/amounts';
import { cleanName } from '../../common/text/text';
import { textOf } from '../../common/text/values';
import type { Platform } from '../../connection/platform';
import { pause } from '../../http/retry';
import type { EnvironmentVariable } from '../../resources/environmentVariable/variable';
import { Projects } from '../../resources/project';
import { ENTITIES } from '../kinds';
import { currentVariables, readVariables } from '../kinds/variable';
import { differences, leafChanges } from '../plan/compare';
import { comparableState } from '../plan/fingerprint';
import { isSameEntity, matchEntities } from '../plan/match';
import type { Plan } from '../plan/plan';
import { writeRequests } from '../plan/requests';
import {
  type Destination,
  type EntityStep,
  isEntityStep,
  type Step,
  type WantedStep,
} from '../plan/step';
import { currentEntries } from '../target/currentEntries';
import { hashOfGivenPackage, hashOfPackage } from '../target/packageHashes';
import { readEntities } from '../target/readTarget';
import { byId, type Current, type EntityKind, isEntityKind, type Kind } from '../tree';
import { ChangedSincePlanError, isFailure, stepFailure } from './outcomes';

/** The entries of one kind, read during the deploy. */
interface EntriesNow {
  byId: ReadonlyMap<string, Current>;
  /** Those that the plan does not have and this deploy has not created. */
  others: readonly Current[];
}

/** Finds entries that another user or deploy has created with the name or alias of a new one. */
export function findTwins({ wanted, current }: Step, { others }: EntriesNow): Current[] {
  return wanted && !current ? others.filter((one) => isSameEntity(one, wanted)) : [];
}

/**
 * Creates, changes and deletes the entities of a plan. Each request is sent once. If a response is lost, the entities of the kind
 * are read a few times and compared with the files, which shows whether the change was made.
 */
export class EntityChanges {
  private readonly ids = new Map<Step, string>();
  /** Names from `renameFirstTo` that were set. */
  readonly names = new Map<Step, string>();
  /** Entities that were created, or changed in anything but such a name. */
  readonly changed = new Set<Step>();

  constructor(
    private readonly platform: Platform,
    private readonly plan: Plan,
    private readonly destination: Destination,
    private readonly lookupDelaysMs: readonly number[],
  ) {}

  /** Undefined until the entry exists. */
  idOf(step: Step): string | undefined {
    return this.ids.get(step) ?? step.current?.id;
  }

  async rename(step: EntityStep, name: string): Promise<void> {
    const { kind, current: { id = '' } = {} } = step;
    try {
      const { endpoint, options } = this.destination;
      const changes = { values: { name } };
      const update = await new ENTITIES[kind].resource(endpoint).prepareUpdate(
        id,
        changes,
        options,
      );
      await update();
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      const isRenamed = await this.lookFor(async () => {
        const now = await this.read(kind);
        return now.byId.get(id)?.name === name || undefined;
      });
      if (!isRenamed) throw error;
    }
    this.names.set(step, name);
  }

  async change(step: WantedStep): Promise<void> {
    const { kind, key } = step;
    const id = await this.send(step).catch(async (error: unknown) => {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      const found = await this.findMade(step);
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
    const isRenamed = this.names.get(step) === step.name;
    const changedFields = step.changedFields.filter(({ path }) => !isRenamed || path !== 'name');
    let id = step.current?.id ?? '';
    for (const request of await writeRequests({ ...step, changedFields }, this.destination)) {
      id = await request();
      this.changed.add(step);
    }
    return id;
  }

  /** Finds the entity if the change was made although its response was lost. */
  private async findMade(step: WantedStep): Promise<Current | undefined> {
    const { wanted, current } = step;
    return await this.lookFor(async () => {
      const now = await this.read(step.kind);
      const found = current
        ? now.byId.get(current.id)
        : matchEntities([wanted], now.others)[0]?.current;
      if (!found || !(await this.hasPackage(step, found))) return undefined;
      return current && this.differingFields(step, found).length > 0 ? undefined : found;
    });
  }

  private async hasPackage(step: EntityStep, found: Current): Promise<boolean> {
    if (!step.package) return true;
    if (found.packageAddress === undefined) return false;
    const [sent, stored] = await Promise.all([
      hashOfGivenPackage(step.package),
      hashOfPackage(this.platform, found, this.destination.options),
    ]);
    return sent === stored;
  }

  /** Reads a kind after its changes, a few times while something differs: a change may become visible late. */
  async readBack(kind: EntityKind, changed: readonly WantedStep[]): Promise<EntriesNow> {
    let now: EntriesNow = { byId: new Map(), others: [] };
    await this.poll(async () => {
      now = await this.read(kind);
      const isInPlace = (step: WantedStep) =>
        this.differingFields(step, now.byId.get(this.toId(step))).length === 0;
      return changed.every(isInPlace) || undefined;
    });
    return now;
  }

  /** Returns paths of fields that the step has set, and that have other values. */
  differingFields(step: WantedStep, found: Current | undefined): string[] {
    if (!found) return [];
    const set = new Set(step.changedFields.map(({ path }) => path));
    const findDifferences = differences(step.kind, step.wanted, found, step.ignored);
    return findDifferences.map(({ field }) => field.path).filter((path) => set.has(path));
  }

  /**
   * Finds steps whose entry another user has changed since the plan, with a `ChangedSincePlanError`, and steps whose entry cannot
   * be read, with another error.
   */
  async findChanged(steps: readonly Step[]): Promise<Map<Step, PlatformError>> {
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
        const what = 'It was not changed because it could not be read before';
        return [[step, stepFailure(what, error, 'none')]];
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
      const variables = await readVariables(endpoint, scope, now.id, options);
      now = { ...now, variables: currentVariables(variables) };
    }
    return describeDifference(step.current, now, this.names.has(step));
  }

  /** Reads the project, its variables, or entities without their variables. */
  async read(kind: Kind): Promise<EntriesNow> {
    const { snapshot, steps } = this.plan;
    const { endpoint, projectId, ids, options } = this.destination;
    const now = { ...snapshot, id: projectId };
    if (isEntityKind(kind)) {
      const raw = await readEntities(this.platform, kind, projectId, options);
      now.entities = { ...snapshot.entities, [kind]: raw };
    } else if (kind === 'variable') {
      const variables = await readVariables(endpoint, 'PROJECT', projectId, options);
      now.variables = new Map([[projectId, variables]]);
    } else {
      const { description } = await new Projects(endpoint).get(projectId, options);
      now.description = textOf(description);
    }
    const current = currentEntries(kind, now, ids);
    const known = new Set([
      ...(isEntityKind(kind) ? snapshot.entities[kind].map(({ id }) => id) : []),
      ...steps.filter((step) => step.kind === kind).map(this.toId),
    ]);
    return { byId: byId(current), others: current.filter(({ id }) => !known.has(id)) };
  }

  private readonly toId = (step: Step): string => this.idOf(step) ?? '';

  /** Polls after a lost response. If that fails, it finds nothing, so that the lost response is reported. */
  private async lookFor<Found>(find: () => Promise<Found | undefined>): Promise<Found | undefined> {
    try {
      return await this.poll(find);
    } catch (error) {
      if (!isFailure(error)) throw error;
      return undefined;
    }
  }

  private async poll<Found>(find: () => Promise<Found | undefined>): Promise<Found | undefined> {
    for (const waitMs of this.lookupDelaysMs) {
      await pause(waitMs, this.destination.options?.signal);
      const found = await find();
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** @throws ChangedSincePlanError if a variable of a step is no longer as it was planned */
export function requireUnchangedVariables(
  steps: readonly Step[],
  now: readonly EnvironmentVariable[],
): void {
  const byName = new Map(currentVariables(now).map((variable) => [variable.name, variable]));
  for (const step of steps) {
    const how = describeDifference(step.current, byName.get(step.name));
    if (how !== undefined) throw new ChangedSincePlanError(step, how);
  }
}

/** Names the fields that differ, without their values, which may be secrets. */
function describeDifference(
  planned: Current | undefined,
  now: Current | undefined,
  isRenamed = false,
): string | undefined {
  if (!planned) return now && 'It now exists.';
  if (!now) return 'It no longer exists.';
  const [from, to] = [planned, now].map((entry) => ({
    ...comparableState(entry),
    ...(isRenamed && { name: undefined }),
  }));
  const names = leafChanges({ field: '', from, to }).map(({ field }) => cleanName(field.slice(1)));
  return names.length === 0 ? undefined : `It differs in ${listSome(names, 10)}.`;
}
