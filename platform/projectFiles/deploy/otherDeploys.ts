import { OutcomeUnknownError } from '../../errors/errors';
import type { EntityKind } from '../files/model';
import type { Plan } from '../plan/plan';
import { isEntityStep, type WantedStep } from '../plan/steps';
import type { DeployedEntity } from '../target/entities';
import {
  OTHER_DEPLOY_IS_RUNNING,
  changedDuringDeploy,
  DELETED_DURING_DEPLOY,
  createdByOtherDeploy,
  CreatedTwiceError,
  HAS_OTHER_NEW_VERSIONS,
} from './conflicts';
import { lostKey } from './lostChanges';
import { NotTriedError, type Outcomes } from './outcomes';
import type { StepExecutor } from './stepExecutor';

/** Sees, in what is read after changes, what somebody else has done to the target in the meantime, and says so. */
export class OtherDeploys {
  constructor(
    private readonly plan: Plan,
    private readonly executor: StepExecutor,
    private readonly outcomes: Outcomes,
    /** What earlier tries of this deploy may have added. */
    private readonly lost: ReadonlyMap<string, number>,
  ) {}

  /**
   * What was created twice, or could not be created as it was there by then, stops the deploy; nothing is deleted.
   * @param deployed everything of the kind that is there by now
   */
  report(
    kind: EntityKind,
    steps: readonly WantedStep[],
    deployed: readonly DeployedEntity[],
  ): void {
    const present = new Map(deployed.map((entity) => [entity.id, entity]));
    const foreign = this.findForeign(kind, deployed);
    for (const step of steps) {
      if (step.present) this.reportPresent(step, present.get(step.present.id));
      else if (step.action !== 'blocked') this.reportNew(step, foreign);
    }
  }

  /** What was not there when it was planned, and was not made by this deploy. */
  private findForeign(kind: EntityKind, deployed: readonly DeployedEntity[]): DeployedEntity[] {
    const steps = this.plan.steps.filter(isEntityStep).filter((step) => step.kind === kind);
    const known = new Set([
      ...this.plan.snapshot.entities[kind].map(({ id }) => id),
      ...steps.flatMap((step) => this.executor.idOf(step) ?? []),
    ]);
    return deployed.filter(({ id }) => !known.has(id));
  }

  private reportNew(step: WantedStep, foreign: readonly DeployedEntity[]): void {
    const { wanted, kind } = step;
    const others = foreign.filter(
      ({ name, hasAlias, key }) => name === wanted.name || (hasAlias && key === wanted.file.alias),
    );
    if (others.length === 0 || this.mayBeCreatedHere(step)) return;
    const action = this.outcomes.actionOf(step);
    const failure = this.outcomes.failureOf(step);
    const id = this.executor.idOf(step);
    if (id !== undefined && action === 'created') {
      const ids = others.map((other) => other.id);
      this.outcomes.failByConflict(
        step,
        new CreatedTwiceError({ kind, name: wanted.name }, id, ids),
      );
    } else if (id === undefined && failure && !(failure instanceof NotTriedError)) {
      this.outcomes.failByConflict(
        step,
        createdByOtherDeploy({ kind, name: wanted.name }, failure),
      );
    } else return;
    this.outcomes.stop(OTHER_DEPLOY_IS_RUNNING);
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
    const [before, after] = [present?.versionNumber, now?.versionNumber];
    if (!isVersionAdded || before === undefined || after === undefined) return;
    if (this.lost.has(lostKey(step))) return;
    if (after > before + 1) this.outcomes.addReason(step, HAS_OTHER_NEW_VERSIONS);
  }
}
