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
import type { FieldOfEntity } from '../files/fields';
import type { EntityKind } from '../files/model';
import { hashOfGivenPackage, hashOfPackage } from '../target/packages';
import type { DeployTiming } from '../options';
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
  private readonly newlyCreated = new WeakSet<EntityStep>();
  private readonly names = new Map<EntityStep, string>();
  private readonly added = new WeakSet<EntityStep>();

  constructor(
    private readonly platform: Platform,
    private readonly plan: Plan,
    private readonly destination: Destination,
    private readonly timing: DeployTiming,
  ) {}

  /** The ID of an entity that is there by now. */
  idOf(step: EntityStep): string | undefined {
    return this.ids.get(step) ?? step.present?.id;
  }

  /** Whether the platform has answered that it made the entity: nothing of anybody else can be at it. */
  isNewlyCreated(step: EntityStep): boolean {
    return this.newlyCreated.has(step);
  }

  /** Whether something was sent for it that has an effect each time: a new entity, or a new version. */
  isAdded(step: EntityStep): boolean {
    return this.added.has(step);
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
    const steps = this.plan.steps.filter(isEntityStep).filter((step) => step.kind === kind);
    const known = new Set([
      ...this.plan.snapshot.entities[kind].map(({ id }) => id),
      ...steps.flatMap((step) => this.idOf(step) ?? []),
    ]);
    return deployed.filter(({ id }) => !known.has(id));
  }

  /** Gives what is there another name, before anything else is done about it. */
  async rename(step: EntityStep, name: string): Promise<void> {
    const id = step.present?.id ?? '';
    try {
      await this.setValues(step, id, { name });
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      const isRenamed = await this.look(async () => {
        const { deployed } = await this.read(step.kind);
        return deployed.some((entity) => entity.id === id && entity.name === name) || undefined;
      });
      if (!isRenamed) throw error;
    }
    this.names.set(step, name);
  }

  /** The name that this deploy has given it so far, where it had another one. */
  nameOf(step: EntityStep): string | undefined {
    return this.names.get(step);
  }

  /** @returns its ID */
  async execute(step: WantedStep): Promise<string> {
    const id = step.present?.id ?? (await this.create(step));
    this.ids.set(step, id);
    if (step.kind === 'job' || step.kind === 'volume')
      this.destination.ids[step.kind].set(step.key, id);
    if (step.present) {
      const isRenamed = this.names.get(step) === step.name;
      const fields = step.fields.filter(({ path }) => !isRenamed || path !== 'name');
      const settings = { ...step, fields };
      await this.changeOrVerify(step, prepareSettings(settings, id, this.destination));
      if (step.fields.some(({ part }) => part === 'version')) this.added.add(step);
      await this.changeOrVerify(step, prepareVersion(step, id, this.destination));
    }
    return id;
  }

  /** Sets values of what is there, by the platform's own names. */
  async setValues(step: EntityStep, id: string, values: Record<string, unknown>): Promise<void> {
    const update = await prepareValues(step, id, values, this.destination);
    await update();
  }

  private async create(step: WantedStep): Promise<string> {
    this.added.add(step);
    try {
      const create = await prepareEntity(step, this.destination);
      const { id } = await create();
      this.newlyCreated.add(step);
      return id;
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

  /**
   * Reads a kind again, some times as a change may be seen late.
   * @returns everything that is there, and the fields of steps that are not as they were set
   */
  async findUnapplied(
    kind: EntityKind,
    steps: readonly WantedStep[],
  ): Promise<{ deployed: DeployedEntity[]; unapplied: Map<WantedStep, FieldOfEntity[]> }> {
    let deployed: DeployedEntity[] = [];
    let unapplied = new Map<WantedStep, FieldOfEntity[]>();
    for (const waitMs of this.timing.lookupDelaysMs) {
      // What is read at the same moment shares a request.
      if (waitMs > 0) await pause(waitMs, this.destination.options?.signal);
      ({ deployed } = await this.read(kind));
      const present = new Map(deployed.map((entity) => [entity.id, entity]));
      unapplied = new Map(
        steps.flatMap((step): Array<[WantedStep, FieldOfEntity[]]> => {
          const there = present.get(this.idOf(step) ?? '');
          if (!there) return [];
          const again = this.plan.planAgain(kind, { wanted: step.wanted, present: there });
          const differing = new Set(again.fields.map(({ path }) => path));
          const fields = step.fields.filter(({ path }) => differing.has(path));
          return fields.length > 0 ? [[step, fields]] : [];
        }),
      );
      if (unapplied.size === 0) break;
    }
    return { deployed, unapplied };
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
    for (const waitMs of this.timing.lookupDelaysMs) {
      await pause(waitMs, this.destination.options?.signal);
      const found = await find();
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private async compareNow(step: WantedStep): Promise<EntityStep> {
    const { kind, wanted } = step;
    const others = new Set(this.idsOfOthers(step));
    const { deployed } = await this.read(kind);
    const present = deployed.filter(({ id }) => !others.has(id));
    const [match = { wanted }] = matchEntities([wanted], present).matches;
    return this.plan.planAgain(kind, match);
  }

  private idsOfOthers(step: EntityStep): string[] {
    return this.plan.steps
      .filter(isEntityStep)
      .filter((other) => other !== step && other.kind === step.kind)
      .flatMap((other) => this.idOf(other) ?? []);
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
