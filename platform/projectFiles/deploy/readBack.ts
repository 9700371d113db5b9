import { OutcomeUnknownError } from '../../errors/errors';
import { pause } from '../../http/retry';
import type { FieldOfEntity } from '../files/fields';
import type { EntityKind } from '../files/model';
import { compareField } from '../plan/compare';
import { standsFor } from '../plan/match';
import type { Plan } from '../plan/plan';
import { PACKAGE } from '../plan/planPackages';
import type { EntityStep, WantedStep } from '../plan/steps';
import type { DeployedEntity } from '../target/entities';
import { createdByOtherDeploy, CreatedTwiceError } from './conflicts';
import { isFailure, NotTriedError, type Outcomes } from './outcomes';
import type { StepExecutor } from './stepExecutor';

/** What is on the target by now, by ID. */
type Now = ReadonlyMap<string, DeployedEntity>;

const OTHER_DEPLOY_IS_RUNNING = 'another deploy is running on this target';

/** Reads what was changed, and reports what the platform did not apply and what somebody else has done meanwhile. */
export class ReadBack {
  constructor(
    private readonly plan: Plan,
    private readonly executor: StepExecutor,
    private readonly outcomes: Outcomes,
    private readonly lookupDelaysMs: readonly number[],
    private readonly signal: AbortSignal | undefined,
    /** How often earlier tries of this deploy have sent what they got no answer to. */
    private readonly lost: Map<string, number>,
  ) {}

  /** Reads a kind again if anything of it was changed, some times as a change may be seen late. */
  async check(kind: EntityKind, steps: readonly WantedStep[]): Promise<void> {
    const changed = steps.filter((step) => this.isChanged(step));
    if (changed.length === 0 && !steps.some((step) => this.isRefused(step))) return;
    try {
      let now: Now = new Map();
      for (const waitMs of this.lookupDelaysMs) {
        // What is read at the same moment shares a request.
        if (waitMs > 0) await pause(waitMs, this.signal);
        const { deployed } = await this.executor.read(kind);
        const read = new Map(deployed.map((entity) => [entity.id, entity]));
        now = read;
        if (changed.every((step) => this.differingFields(step, read).length === 0)) break;
      }
      this.reportFound(kind, steps, now);
    } catch (error) {
      if (!isFailure(error)) throw error;
      const doubt =
        'It could not be read afterward. The next plan shows whether all of it was applied.';
      for (const step of changed) this.outcomes.addReason(step, doubt);
    }
  }

  /**
   * What a gateway gave up may take effect after the last look for it. A later try compares with what is there by then and
   * sends what is missing, so both may have taken effect: that is reported, and what this try has lost is counted for the
   * next one.
   */
  reportLost(steps: readonly EntityStep[]): void {
    for (const step of steps) {
      const before = this.lost.get(lostKey(step)) ?? 0;
      const isSent = this.executor.isAdded(step);
      const sent = before + (isSent ? 1 : 0);
      if (before > 0 && sent > 1) {
        const what = step.present ? 'have more than one new version' : 'exist more than once';
        const why = `Earlier tries sent this change as well, and its outcome is not known: it may ${what}.`;
        this.outcomes.addReason(step, why);
      }
      const isLost = this.outcomes.of(step)?.failure instanceof OutcomeUnknownError;
      if (isSent && isLost) this.lost.set(lostKey(step), sent);
    }
  }

  private reportFound(kind: EntityKind, steps: readonly WantedStep[], now: Now): void {
    const foreign = this.executor.foreignIn(kind, [...now.values()]);
    for (const step of steps.filter(
      ({ isLeftOut, action }) => !isLeftOut && action !== 'blocked',
    )) {
      if (!step.present) this.reportOthers(step, foreign);
      else if (!now.has(step.present.id)) {
        this.outcomes.addReason(step, 'Someone else deleted it during the deploy.');
      }
      this.reportFields(step, now.get(this.executor.idOf(step) ?? ''));
    }
  }

  private reportFields(step: WantedStep, there: DeployedEntity | undefined): void {
    if (!there) return;
    const { present, fields: set, variables, action } = step;
    const isAdded = set.some(({ part }) => part === 'version') && present !== undefined;
    if (isAdded && hasOtherVersion(present, there) && !this.lost.has(lostKey(step))) {
      const why =
        'It has more than one new version. Another deploy or another user changed it at the same time.';
      this.outcomes.addReason(step, why);
    }
    const fields = this.differingFields(step, new Map([[there.id, there]]));
    const foreign = fields.filter((field) => isOfOthers(step, field, there));
    const refused = fields.filter((field) => !foreign.includes(field));
    const isStored = ({ part }: FieldOfEntity) => part === 'settings' && action !== 'unchanged';
    const isNothingDone = present && refused.length > 0 && refused.length === set.length;
    for (const [found, describe] of [
      [refused, (names: string) => `The platform did not accept ${names}.`],
      [
        foreign.filter((field) => !isStored(field)),
        (names: string) => `Someone else changed it during the deploy: ${names}.`,
      ],
      [
        foreign.filter(isStored),
        (names: string) =>
          `The target now has another value for ${names} than before the deploy or in the files. Someone else changed it, or the platform stores it in another form.`,
      ],
    ] as const) {
      if (found.length === 0) continue;
      const why = describe(found.map(({ path }) => path).join(', '));
      const changed = isNothingDone && variables.length === 0 ? 'unchanged' : undefined;
      this.outcomes.addReason(step, why, changed);
    }
  }

  /** What was created twice, or could not be created as it was there by then, stops the deploy; nothing is deleted. */
  private reportOthers(step: WantedStep, foreign: readonly DeployedEntity[]): void {
    const others = foreign.filter((deployed) => standsFor(deployed, step.wanted));
    if (others.length === 0 || this.mayBeCreatedHere(step)) return;
    const { action, failure } = this.outcomes.of(step) ?? {};
    const id = this.executor.idOf(step);
    const ids = others.map((other) => other.id);
    const isRefused = failure && !(failure instanceof NotTriedError);
    const conflict =
      id !== undefined && action === 'created'
        ? new CreatedTwiceError(step, id, ids)
        : isRefused && id === undefined && createdByOtherDeploy(step, failure);
    if (conflict) this.outcomes.failByConflict(step, conflict, OTHER_DEPLOY_IS_RUNNING);
  }

  /** Whether something of this name may have been made by this deploy, without a response. */
  private mayBeCreatedHere({ kind, name }: WantedStep): boolean {
    return this.plan.steps.some(
      (other) =>
        other.kind === kind &&
        other.name === name &&
        this.outcomes.of(other)?.failure instanceof OutcomeUnknownError,
    );
  }

  private isChanged(step: WantedStep): boolean {
    const action = this.outcomes.of(step)?.action;
    return step.fields.length > 0 && (action === 'created' || action === 'updated');
  }

  /** Whether the platform would not create it, perhaps as it is there by now. */
  private isRefused(step: WantedStep): boolean {
    const isNew = step.present === undefined && step.action === 'create';
    const failure = this.outcomes.of(step)?.failure;
    return isNew && failure !== undefined && failure.sends > 0 && failure.effect === 'none';
  }

  /** The fields that are not as the deploy has set or found them. */
  private differingFields(step: WantedStep, now: Now): FieldOfEntity[] {
    const present = now.get(this.executor.idOf(step) ?? '');
    const isFound = step.action === 'unchanged';
    if (!present || !(isFound || this.isChanged(step))) return [];
    const again = this.plan.planAgain(step.kind, { wanted: step.wanted, present });
    const set = new Set(step.fields.map(({ path }) => path));
    // Files without packages name them all the same.
    return again.fields.filter(({ path }) => set.has(path) || (isFound && path !== PACKAGE));
  }
}

/** By what the tries of one deploy know the same step. */
function lostKey({ kind, key }: EntityStep): string {
  return `${kind} ${key}`;
}

/** Whether it has a version besides the one that a deploy has added. */
function hasOtherVersion(present: DeployedEntity | undefined, now: DeployedEntity): boolean {
  const before = present ? present.versionNumber : 0;
  const after = now.versionNumber;
  return before !== undefined && after !== undefined && after > before + 1;
}

/**
 * Whether a field that is not as it was set has changed since the plan: a platform that does not accept a value leaves the
 * one from before. Of a version, only another one after the deploy's own shows that.
 */
function isOfOthers(
  { action, present }: WantedStep,
  field: FieldOfEntity,
  now: DeployedEntity,
): boolean {
  if (action === 'unchanged') return true;
  if (field.part === 'version') return hasOtherVersion(present, now);
  return present !== undefined && compareField(field, now.file, present.file) !== undefined;
}
