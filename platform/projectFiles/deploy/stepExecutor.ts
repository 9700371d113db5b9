import { OutcomeUnknownError } from '../../errors/errors';
import { pause } from '../../http/retry';
import type { Platform } from '../../connection/platform';
import {
  prepareEntity,
  prepareSettings,
  prepareValues,
  prepareVersion,
  type PreparedEntityChange,
} from '../plan/entityChanges';
import { matchEntities } from '../plan/match';
import type { EntityKind } from '../files/model';
import { hashOfGivenPackage, hashOfPackage } from '../target/packages';
import type { Plan } from '../plan/plan';
import { readEntities, type EntitySnapshot } from '../target/readTarget';
import { type Destination, isEntityStep, type EntityStep, type WantedStep } from '../plan/steps';
import { deployedEntities, type DeployedEntity } from '../target/entities';

/**
 * Puts entities into place; each change is sent once. Where its response was lost, the kind is read again, some times with
 * growing pauses, and the entity is planned anew: where none of the step's fields differs any more and the package has the
 * same hash, the change was made. Where that cannot be seen, the step fails with the outcome unknown, and the next deploy
 * finds out. A new entity is looked for among those that no other step stands for, so that a lost creation never takes what
 * belongs to another step.
 */
export class StepExecutor {
  private readonly ids = new Map<EntityStep, string>();
  private readonly names = new Map<EntityStep, string>();
  private readonly added = new WeakSet<EntityStep>();

  constructor(
    private readonly platform: Platform,
    private readonly plan: Plan,
    private readonly destination: Destination,
    private readonly lookupDelaysMs: readonly number[],
  ) {}

  /** The ID of an entity that is there by now. */
  idOf(step: EntityStep): string | undefined {
    return this.ids.get(step) ?? step.present?.id;
  }

  /** Whether something was sent for it that has an effect each time: a new entity, or a new version. */
  isAdded(step: EntityStep): boolean {
    return this.added.has(step);
  }

  /** The name that this deploy has given it so far, where it had another one. */
  nameOf(step: EntityStep): string | undefined {
    return this.names.get(step);
  }

  /** What is there of a kind by now: as the platform returns it, and as files have it. */
  async read(
    kind: EntityKind,
  ): Promise<{ snapshots: EntitySnapshot[]; deployed: DeployedEntity[] }> {
    const { snapshot: planned } = this.plan;
    const { projectId, options } = this.destination;
    const snapshots = await readEntities(this.platform, kind, projectId, options);
    const entities = { ...planned.entities, [kind]: snapshots };
    const byId = (ids: ReadonlyMap<string, string>) =>
      new Map([...ids].map(([key, id]) => [id, key]));
    const { job, volume } = this.destination.ids;
    const keys = { job: byId(job), volume: byId(volume) };
    return { snapshots, deployed: deployedEntities(kind, { ...planned, entities }, keys) };
  }

  /** What was not there when it was planned, and was not made by this deploy. */
  foreignIn(kind: EntityKind, deployed: readonly DeployedEntity[]): DeployedEntity[] {
    const planned = this.plan.snapshot.entities[kind].map(({ id }) => id);
    const known = new Set([...planned, ...this.idsOf(kind)]);
    return deployed.filter(({ id }) => !known.has(id));
  }

  /** Gives what is there another name, before anything else is done about it. */
  async rename(step: EntityStep, name: string): Promise<void> {
    const { kind, present: { id = '' } = {} } = step;
    try {
      const update = await prepareValues(step, id, { name }, this.destination);
      await update();
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      const isRenamed = await this.look(async () => {
        const { deployed } = await this.read(kind);
        return deployed.some((entity) => entity.id === id && entity.name === name) || undefined;
      });
      if (!isRenamed) throw error;
    }
    this.names.set(step, name);
  }

  /** @returns its ID */
  async execute(step: WantedStep): Promise<string> {
    const { kind, key, present } = step;
    const id = present?.id ?? (await this.create(step));
    this.ids.set(step, id);
    if (kind === 'job' || kind === 'volume') this.destination.ids[kind].set(key, id);
    if (present) {
      const isRenamed = this.names.get(step) === step.name;
      const fields = step.fields.filter(({ path }) => !isRenamed || path !== 'name');
      const settings = { ...step, fields };
      await this.changeOrVerify(step, prepareSettings(settings, id, this.destination));
      if (step.fields.some(({ part }) => part === 'version')) this.added.add(step);
      await this.changeOrVerify(step, prepareVersion(step, id, this.destination));
    }
    return id;
  }

  private async create(step: WantedStep): Promise<string> {
    this.added.add(step);
    try {
      const create = await prepareEntity(step, this.destination);
      return (await create()).id;
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      const found = await this.lookFor(step, ({ present }) => present !== undefined);
      if (!found?.present) throw error;
      return found.present.id;
    }
  }

  /** What is there by now tells whether a change was made whose response was lost. It is not made again. */
  private async changeOrVerify(
    step: WantedStep,
    prepared: Promise<PreparedEntityChange | undefined>,
  ): Promise<void> {
    try {
      const change = await prepared;
      await change?.();
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      const wanted = new Set(step.fields.map(({ path }) => path));
      const isMade = ({ present, fields }: EntityStep) =>
        present !== undefined && !fields.some(({ path }) => wanted.has(path));
      if (!(await this.lookFor(step, isMade))) throw error;
    }
  }

  /** Looks at the entity some times: a change may be seen late. */
  private async lookFor(
    step: WantedStep,
    isFound: (again: EntityStep) => boolean,
  ): Promise<EntityStep | undefined> {
    return await this.look(async () => {
      const again = await this.compareNow(step);
      return isFound(again) && (await this.hasPackage(step, again)) ? again : undefined;
    });
  }

  private async look<Found>(find: () => Promise<Found | undefined>): Promise<Found | undefined> {
    for (const waitMs of this.lookupDelaysMs) {
      await pause(waitMs, this.destination.options?.signal);
      const found = await find();
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private async compareNow(step: WantedStep): Promise<EntityStep> {
    const { kind, wanted } = step;
    const { deployed } = await this.read(kind);
    const others = new Set(this.idsOf(kind, step));
    const present = deployed.filter(({ id }) => !others.has(id));
    const [match = { wanted }] = matchEntities([wanted], present).matches;
    return this.plan.planAgain(kind, match);
  }

  /** The IDs that the steps of a kind have by now. */
  private idsOf(kind: EntityKind, except?: EntityStep): string[] {
    return this.plan.steps
      .filter(isEntityStep)
      .filter((step) => step !== except && step.kind === kind)
      .flatMap((step) => this.idOf(step) ?? []);
  }

  /** Whether the package that was sent is the one that is there. */
  private async hasPackage(step: EntityStep, { present }: EntityStep): Promise<boolean> {
    if (!step.package) return true;
    if (present?.packageAddress === undefined) return false;
    const [here, there] = await Promise.all([
      hashOfGivenPackage(step.package),
      hashOfPackage(this.platform, present, this.destination.options),
    ]);
    return here === there;
  }
}
