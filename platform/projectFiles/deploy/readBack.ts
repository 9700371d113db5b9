import { OutcomeUnknownError } from '../../errors/errors';
import { valueAt } from '../../text/values';
import type { FieldOfEntity } from '../files/fields';
import type { EntityKind } from '../files/model';
import { compareField } from '../plan/compare';
import { standsFor } from '../plan/match';
import type { Plan } from '../plan/plan';
import type { EntityStep, WantedStep } from '../plan/steps';
import type { DeployedEntity } from '../target/entities';
import {
  changedDuringDeploy,
  createdByOtherDeploy,
  CreatedTwiceError,
  DELETED_DURING_DEPLOY,
  HAS_OTHER_NEW_VERSIONS,
  OTHER_DEPLOY_IS_RUNNING,
} from './conflicts';
import { isFailure, NotTriedError, type Outcomes } from './outcomes';
import type { StepExecutor } from './stepExecutor';

/** Reads what was changed, and reports what the platform did not apply and what somebody else has done meanwhile. */
export class ReadBack {
  constructor(
    private readonly plan: Plan,
    private readonly executor: StepExecutor,
    private readonly outcomes: Outcomes,
    /** How often earlier tries of this deploy have sent what they got no answer to. */
    private readonly lost: Map<string, number>,
  ) {}

  /** Another deploy that makes the same things is seen before all of them are made twice. It is read again at the end. */
  async checkFirst(kind: EntityKind, made: readonly WantedStep[]): Promise<void> {
    try {
      this.reportOthers(kind, made, (await this.executor.read(kind)).deployed);
    } catch (error) {
      if (!isFailure(error)) throw error;
    }
  }

  /**
   * Reads once what was made or changed of a kind, and adds to its reason what the platform did not accept: some take nothing
   * for "leave it as it is".
   */
  async reportUnapplied(kind: EntityKind, steps: readonly WantedStep[]): Promise<void> {
    const { executor, outcomes } = this;
    const changed = steps.filter((step) => {
      const action = outcomes.actionOf(step);
      return step.fields.length > 0 && (action === 'created' || action === 'updated');
    });
    if (changed.length === 0 && !steps.some((step) => this.isRefused(step))) return;
    try {
      let { deployed, unapplied } = await executor.findUnapplied(kind, changed);
      this.reportOthers(kind, steps, deployed);
      if (await this.emptyByText(unapplied, deployed)) {
        ({ deployed, unapplied } = await executor.findUnapplied(kind, [...unapplied.keys()]));
      }
      for (const [step, fields] of unapplied) {
        const foreign = fields.filter((field) => this.isOfOthers(step, field, deployed));
        const refused = fields.filter((field) => !foreign.includes(field));
        const isNothingDone = step.present && refused.length === step.fields.length;
        const action = isNothingDone && step.variables.length === 0 ? 'unchanged' : undefined;
        const reason = [describeRefused(step, refused), describeOthers(foreign)];
        outcomes.addReason(step, reason.filter(Boolean).join(' '), action);
      }
    } catch (error) {
      if (!isFailure(error)) throw error;
      const doubt =
        'It could not be read afterward. The next plan shows whether all of it was applied.';
      for (const step of changed) outcomes.addReason(step, doubt);
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
      const isLost = this.outcomes.failureOf(step) instanceof OutcomeUnknownError;
      if (isSent && isLost) this.lost.set(lostKey(step), sent);
    }
  }

  /**
   * What was created twice, or could not be created as it was there by then, stops the deploy; nothing is deleted.
   * @param deployed everything of the kind that is there by now
   */
  private reportOthers(
    kind: EntityKind,
    steps: readonly WantedStep[],
    deployed: readonly DeployedEntity[],
  ): void {
    const foreign = this.executor.foreignIn(kind, deployed);
    for (const step of steps) {
      if (step.present) this.reportPresent(step, this.nowOf(step, deployed));
      else if (step.action !== 'blocked') this.reportNew(step, foreign);
    }
  }

  private reportNew(step: WantedStep, foreign: readonly DeployedEntity[]): void {
    const { wanted, kind } = step;
    const others = foreign.filter((deployed) => standsFor(deployed, wanted));
    if (others.length === 0 || this.mayBeCreatedHere(step)) return;
    const { executor, outcomes } = this;
    const subject = { kind, name: wanted.name };
    const failure = outcomes.failureOf(step);
    const id = executor.idOf(step);
    if (id !== undefined && outcomes.actionOf(step) === 'created') {
      const ids = others.map((other) => other.id);
      outcomes.failByConflict(step, new CreatedTwiceError(subject, id, ids));
    } else if (id === undefined && failure && !(failure instanceof NotTriedError)) {
      outcomes.failByConflict(step, createdByOtherDeploy(subject, failure));
    } else return;
    outcomes.stop(OTHER_DEPLOY_IS_RUNNING);
  }

  /** Whether something of this name may have been made by this deploy, without a response. */
  private mayBeCreatedHere({ kind, name }: WantedStep): boolean {
    return this.plan.steps.some(
      (other) =>
        other.kind === kind &&
        other.name === name &&
        this.outcomes.failureOf(other) instanceof OutcomeUnknownError,
    );
  }

  private reportPresent(step: WantedStep, now: DeployedEntity | undefined): void {
    const { kind, wanted, present, fields, action } = step;
    if (!now && !step.isLeftOut) return this.outcomes.addReason(step, DELETED_DURING_DEPLOY);
    if (now && action === 'unchanged' && !step.isLeftOut) {
      const again = this.plan.planAgain(kind, { wanted, present: now });
      const paths = again.fields.map(({ path }) => path);
      if (paths.length > 0) this.outcomes.addReason(step, changedDuringDeploy(paths));
      return;
    }
    const isVersionAdded = fields.some(({ part }) => part === 'version');
    if (!isVersionAdded || this.lost.has(lostKey(step))) return;
    if (hasOtherVersion(present?.versionNumber, now)) {
      this.outcomes.addReason(step, HAS_OTHER_NEW_VERSIONS);
    }
  }

  /** Whether the platform would not create it, perhaps as it is there by now. */
  private isRefused(step: WantedStep): boolean {
    const isNew = step.present === undefined && step.action === 'create';
    return isNew && this.outcomes.failureOf(step)?.reach === 'answered';
  }

  /** Where null leaves a text as it is, an empty text may empty it. @returns whether anything was tried */
  private async emptyByText(
    unapplied: ReadonlyMap<WantedStep, readonly FieldOfEntity[]>,
    deployed: readonly DeployedEntity[],
  ): Promise<boolean> {
    let isTried = false;
    for (const [step, fields] of unapplied) {
      const id = this.executor.idOf(step);
      if (id === undefined || !step.present) continue;
      for (const field of fields) {
        const isText = field.type === 'text' && field.part === 'settings';
        const isWanted = valueAt(step.wanted.file, field.path) !== undefined;
        if (!isText || isWanted || this.isOfOthers(step, field, deployed)) continue;
        isTried = true;
        try {
          await this.executor.setValues(step, id, { [field.name]: '' });
        } catch (error) {
          // Not every text may be empty: that it was not accepted is reported.
          if (!isFailure(error)) throw error;
        }
      }
    }
    return isTried;
  }

  /**
   * Whether a field that is not as it was set has changed since the plan: a platform that does not accept a value leaves the
   * one from before. Of a version, only another one after the deploy's own shows that.
   */
  private isOfOthers(
    step: WantedStep,
    field: FieldOfEntity,
    deployed: readonly DeployedEntity[],
  ): boolean {
    const { present } = step;
    const now = this.nowOf(step, deployed);
    if (!now) return false;
    if (field.part === 'version') return hasOtherVersion(present ? present.versionNumber : 0, now);
    return present !== undefined && compareField(field, now.file, present.file) !== undefined;
  }

  private nowOf(step: WantedStep, deployed: readonly DeployedEntity[]) {
    const id = this.executor.idOf(step);
    return deployed.find((entity) => entity.id === id);
  }
}

/** By what the tries of one deploy know the same step. */
function lostKey({ kind, key }: EntityStep): string {
  return `${kind} ${key}`;
}

/** Whether it has a version besides the one that a deploy has added. */
function hasOtherVersion(before: number | undefined, now: DeployedEntity | undefined): boolean {
  const after = now?.versionNumber;
  return before !== undefined && after !== undefined && after > before + 1;
}

function describeOthers(fields: readonly FieldOfEntity[]): string {
  const namesOf = (part: FieldOfEntity['part']) =>
    fields.filter((field) => field.part === part).map(({ path }) => path);
  const [settings, version] = [namesOf('settings'), namesOf('version')];
  const stored = `The target now has another value for ${settings.join(', ')} than before the deploy or in the files. Someone else changed it, or the platform stores it in another form.`;
  return [version.length > 0 ? changedDuringDeploy(version) : '', settings.length > 0 ? stored : '']
    .filter(Boolean)
    .join(' ');
}

function describeRefused({ wanted }: WantedStep, fields: readonly FieldOfEntity[]): string {
  if (fields.length === 0) return '';
  const names = fields.map(({ path }) => path);
  const isCronKept =
    names.includes('cronScheduling') &&
    !names.includes('isScheduled') &&
    valueAt(wanted.file, 'cronScheduling') === undefined;
  const message = `The platform did not accept ${names.join(', ')}.`;
  // It is not asked for again in another way: deleting the job would lose its runs.
  return isCronKept
    ? `${message} It keeps its previous cron expression. The schedule is paused, and each plan lists the cron expression.`
    : message;
}
