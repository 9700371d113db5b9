import { OutcomeUnknownError } from '../../errors/errors';
import type { EntityKind } from '../files/model';
import type { Plan } from '../plan/plan';
import { isEntityStep, type WantedStep } from '../plan/steps';
import type { DeployedEntity } from '../target/entities';
import {
  ANOTHER_IS_AT_WORK,
  changedMeanwhile,
  GONE_MEANWHILE,
  madeByAnother,
  MadeTwiceError,
  VERSIONS_OF_OTHERS,
} from './interference';
import { NotTriedError, type Outcomes } from './outcomes';
import type { StepExecutor } from './stepExecutor';

/** Sees, in what is read after changes, what somebody else has done to the target in the meantime, and says so. */
export class OtherDeploys {
  constructor(
    private readonly plan: Plan,
    private readonly executor: StepExecutor,
    private readonly outcomes: Outcomes,
  ) {}

  /**
   * What was created twice, or could not be created as it was there by then, stops the deploy; nothing is deleted.
   * @param placed everything of the kind that is there by now
   */
  tell(kind: EntityKind, steps: readonly WantedStep[], placed: readonly DeployedEntity[]): void {
    const present = new Map(placed.map((entity) => [entity.id, entity]));
    const foreign = this.foreignOf(kind, placed);
    for (const step of steps) {
      if (step.present) this.tellOfPresent(step, present.get(step.present.id));
      else if (step.action !== 'blocked') this.tellOfNew(step, foreign);
    }
  }

  /** What was not there when it was planned, and was not made by this deploy. */
  private foreignOf(kind: EntityKind, placed: readonly DeployedEntity[]): DeployedEntity[] {
    const steps = this.plan.steps.filter(isEntityStep).filter((step) => step.kind === kind);
    const known = new Set([
      ...this.plan.told.entities[kind].map(({ id }) => id),
      ...steps.flatMap((step) => this.executor.idOf(step) ?? []),
    ]);
    return placed.filter(({ id }) => !known.has(id));
  }

  private tellOfNew(step: WantedStep, foreign: readonly DeployedEntity[]): void {
    const { wanted, kind } = step;
    const others = foreign.filter(
      ({ name, hasAlias, key }) => name === wanted.name || (hasAlias && key === wanted.file.alias),
    );
    if (others.length === 0 || this.mayBeOwn(step)) return;
    const action = this.outcomes.actionOf(step);
    const failure = this.outcomes.failureOf(step);
    const id = this.executor.idOf(step);
    if (id !== undefined && action === 'created') {
      const ids = others.map((other) => other.id);
      this.outcomes.interfere(step, new MadeTwiceError({ kind, name: wanted.name }, id, ids));
    } else if (id === undefined && failure && !(failure instanceof NotTriedError)) {
      this.outcomes.interfere(step, madeByAnother({ kind, name: wanted.name }, failure));
    } else return;
    this.outcomes.stop(ANOTHER_IS_AT_WORK);
  }

  /** Whether something of this name may have been made by this deploy, without a response. */
  private mayBeOwn({ kind, name }: WantedStep): boolean {
    return this.plan.steps.some(
      (other) =>
        other.kind === kind &&
        other.name === name &&
        this.outcomes.failureOf(other) instanceof OutcomeUnknownError,
    );
  }

  private tellOfPresent(step: WantedStep, now: DeployedEntity | undefined): void {
    const { kind, wanted, present, fields, action } = step;
    if (action === 'unchanged' && !step.isLeftOut) {
      if (!now) return this.outcomes.add(step, GONE_MEANWHILE);
      const again = this.plan.planAgain(kind, { wanted, present: now });
      const paths = again.fields.map(({ path }) => path);
      if (paths.length > 0) this.outcomes.add(step, changedMeanwhile(paths));
      return;
    }
    const isVersionAdded = fields.some(({ part }) => part === 'version');
    const [before, after] = [present?.versionNumber, now?.versionNumber];
    if (!isVersionAdded || before === undefined || after === undefined) return;
    if (after > before + 1) this.outcomes.add(step, VERSIONS_OF_OTHERS);
  }
}
