import { OutcomeUnknownError } from '../../errors/errors';
import { pause } from '../../http/retry/retry';
import type { Platform } from '../../connection/platform';
import { addVersion, createEntity, updateSettings } from './deployEntity';
import { matchEntities } from '../plan/match';
import type { FieldOfEntity } from '../files/fields';
import type { EntityKind } from '../files/model';
import { hashOfPackage } from '../target/packageHashes';
import { hashOfGivenPackage } from '../target/packages';
import type { DeployTiming } from '../deployTiming';
import type { Plan } from '../plan/plan';
import { readEntities, type Told, type ToldProject } from '../target/readTarget';
import type { Destination } from '../plan/destination';
import { isEntityStep, type EntityStep, type WantedStep } from '../plan/steps';
import { appsOf, jobsOf, pipelinesOf, volumesOf, type DeployedEntity } from '../target/entities';

/** Puts entities into place. Where a response was lost, it looks at what is there instead of asking again. */
export class StepExecutor {
  private readonly made = new Map<EntityStep, string>();
  private readonly justMade = new WeakSet<EntityStep>();

  constructor(
    private readonly platform: Platform,
    private readonly plan: Plan,
    private readonly destination: Destination,
    private readonly timing: DeployTiming,
  ) {}

  /** The ID of an entity that is there by now. */
  idOf(step: EntityStep): string | undefined {
    return this.made.get(step) ?? step.present?.id;
  }

  /** Whether the platform has answered that it made the entity: nothing of anybody else can be at it. */
  isJustMade(step: EntityStep): boolean {
    return this.justMade.has(step);
  }

  /** What is there of a kind by now: as the platform tells it, and as files say it. */
  async read(kind: EntityKind): Promise<{ told: Told[]; placed: DeployedEntity[] }> {
    const { told: planned } = this.plan;
    const { projectId, options } = this.destination;
    const told = await readEntities(this.platform, kind, projectId, options);
    const entities = { ...planned.entities, [kind]: told };
    return { told, placed: this.placed(kind, { ...planned, entities }) };
  }

  /** @returns its ID */
  async execute(step: WantedStep): Promise<string> {
    const id = step.present?.id ?? (await this.create(step));
    this.made.set(step, id);
    if (step.kind === 'job' || step.kind === 'volume')
      this.destination.ids[step.kind].set(step.key, id);
    if (step.present) {
      await this.certainly(step, () => updateSettings(step, id, this.destination));
      await this.certainly(step, () => addVersion(step, id, this.destination));
    }
    return id;
  }

  private async create(step: WantedStep): Promise<string> {
    try {
      const id = await createEntity(step, this.destination);
      this.justMade.add(step);
      return id;
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      const found = await this.lookFor(step, ({ present }) => present !== undefined);
      if (!found?.present) throw error;
      return found.present.id;
    }
  }

  /** What is there by now tells whether a change was made whose response was lost. It is not made again. */
  private async certainly(step: WantedStep, change: () => Promise<void>): Promise<void> {
    try {
      await change();
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      const wanted = new Set(step.fields.map(({ path }) => path));
      const isMade = ({ present, fields }: EntityStep) =>
        present !== undefined && !fields.some(({ path }) => wanted.has(path));
      if (!(await this.lookFor(step, isMade))) throw error;
    }
  }

  /**
   * The fields of steps that are not as they were set, once they are read again; a change may be seen late.
   * @param onRead is given everything of the kind, each time that it is read
   */
  async notTaken(
    kind: EntityKind,
    steps: readonly WantedStep[],
    onRead?: (placed: readonly DeployedEntity[]) => void,
  ): Promise<Map<WantedStep, FieldOfEntity[]>> {
    let left = new Map<WantedStep, FieldOfEntity[]>();
    for (const waitMs of this.timing.looksAfterMs) {
      // What looks at the same moment shares a request.
      if (waitMs > 0) await pause(waitMs, this.destination.options?.signal);
      const { placed } = await this.read(kind);
      onRead?.(placed);
      const present = new Map(placed.map((entity) => [entity.id, entity]));
      left = new Map(
        steps.flatMap((step): Array<[WantedStep, FieldOfEntity[]]> => {
          const there = present.get(this.idOf(step) ?? '');
          if (!there) return [];
          const again = this.plan.planAgain(kind, { wanted: step.wanted, present: there });
          const differing = new Set(again.fields.map(({ path }) => path));
          const fields = step.fields.filter(({ path }) => differing.has(path));
          return fields.length > 0 ? [[step, fields]] : [];
        }),
      );
      if (left.size === 0) break;
    }
    return left;
  }

  /** Looks at the entity some times: a change may be seen late. */
  private async lookFor(
    step: WantedStep,
    isFound: (again: EntityStep) => boolean,
  ): Promise<EntityStep | undefined> {
    for (const waitMs of this.timing.looksAfterMs) {
      await pause(waitMs, this.destination.options?.signal);
      const again = await this.lookAt(step);
      if (isFound(again) && (await this.hasPackage(step, again))) return again;
    }
    return undefined;
  }

  private async lookAt(step: WantedStep): Promise<EntityStep> {
    const { kind, wanted } = step;
    const others = new Set(this.idsOfOthers(step));
    const { placed } = await this.read(kind);
    const present = placed.filter(({ id }) => !others.has(id));
    const [match = { wanted }] = matchEntities([wanted], present).matches;
    return this.plan.planAgain(kind, match);
  }

  private idsOfOthers(step: EntityStep): string[] {
    return this.plan.steps
      .filter(isEntityStep)
      .filter((other) => other !== step && other.kind === step.kind)
      .flatMap((other) => this.idOf(other) ?? []);
  }

  private placed(kind: EntityKind, told: ToldProject): DeployedEntity[] {
    const { job, volume } = this.destination.ids;
    const byId = (ids: ReadonlyMap<string, string>) =>
      new Map([...ids].map(([key, id]) => [id, key]));
    if (kind === 'volume') return volumesOf(told);
    if (kind === 'job') return jobsOf(told);
    return kind === 'app' ? appsOf(told, byId(volume)) : pipelinesOf(told, byId(job));
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
