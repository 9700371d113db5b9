import { OutcomeUnknownError } from '../../errors/errors';
import { pause } from '../../http/retry';
import type { EntityKind } from '../files/model';
import { standsFor } from '../plan/match';
import type { Plan } from '../plan/plan';
import { PACKAGE } from '../plan/planPackages';
import type { WantedStep } from '../plan/steps';
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

  private reportFound(kind: EntityKind, steps: readonly WantedStep[], now: Now): void {
    const foreign = this.executor.foreignIn(kind, [...now.values()]);
    for (const step of steps.filter(
      ({ isLeftOut, action }) => !isLeftOut && action !== 'blocked',
    )) {
      if (!step.present) this.reportOthers(step, foreign);
      else if (!now.has(step.present.id)) {
        this.outcomes.addReason(step, 'Someone else deleted it during the deploy.');
      }
      const fields = this.differingFields(step, now).join(', ');
      if (fields === '') continue;
      if (this.isChanged(step)) {
        const why = `The platform did not accept ${fields}, or someone else changed it during the deploy.`;
        this.outcomes.addReason(step, why);
      } else if (step.action === 'unchanged') {
        this.outcomes.addReason(step, `Someone else changed it during the deploy: ${fields}.`);
      }
    }
  }

  /** What was created twice, or could not be created as it was there by then, stops the deploy; nothing is deleted. */
  private reportOthers(step: WantedStep, foreign: readonly DeployedEntity[]): void {
    const others = foreign.filter((deployed) => standsFor(deployed, step.wanted));
    if (others.length === 0) return;
    const { action, failure } = this.outcomes.of(step) ?? {};
    const id = this.executor.idOf(step);
    const ids = others.map((other) => other.id);
    const isRefused =
      failure && !(failure instanceof NotTriedError) && !(failure instanceof OutcomeUnknownError);
    const conflict =
      id !== undefined && action === 'created'
        ? new CreatedTwiceError(step, id, ids)
        : isRefused && id === undefined && createdByOtherDeploy(step, failure);
    if (conflict) this.outcomes.failByConflict(step, conflict, OTHER_DEPLOY_IS_RUNNING);
  }

  private isChanged(step: WantedStep): boolean {
    const action = this.outcomes.of(step)?.action;
    return step.fields.length > 0 && (action === 'created' || action === 'updated');
  }

  /** Whether the platform would not create it, perhaps as it is there by now. */
  private isRefused(step: WantedStep): boolean {
    const isNew = step.present === undefined && step.action === 'create';
    return isNew && this.outcomes.of(step)?.failure?.reach === 'answered';
  }

  /** The fields that are not as the deploy has set or found them. */
  private differingFields(step: WantedStep, now: Now): string[] {
    const present = now.get(this.executor.idOf(step) ?? '');
    if (!present) return [];
    const again = this.plan.planAgain(step.kind, { wanted: step.wanted, present });
    const set = new Set(step.fields.map(({ path }) => path));
    // Files without packages name them all the same.
    const isFound = (path: string) => step.action === 'unchanged' && path !== PACKAGE;
    return again.fields.map(({ path }) => path).filter((path) => set.has(path) || isFound(path));
  }
}
