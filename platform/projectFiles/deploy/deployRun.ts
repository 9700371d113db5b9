import type { CallOptions } from '../../graphql/send/endpoint';
import type { Platform } from '../../connection/platform';
import type { VariablePlace } from '../../resources/environmentVariable/variable';
import type { DeployOptions, DeployTiming } from '../options';
import { deleteEntity } from '../plan/entityChanges';
import { deployProjectSettings } from './deployProjectSettings';
import { KINDS, referencesOf, type EntityKind } from '../files/model';
import type { PlatformError } from '../../errors/errors';
import { excerpt } from '../../text/text';
import { Approval } from './approval';
import { ChangedSinceApprovalError, CreatedTwiceError, TARGET_WAS_CHANGED } from './conflicts';
import {
  CONCURRENT_CHANGES,
  notTried,
  Outcomes,
  type FollowUp,
  type DeployedChange,
} from './outcomes';
import { ReadBack } from './readBack';
import { changeGrants } from './grants';
import { StepExecutor } from './stepExecutor';
import type { Plan } from '../plan/plan';
import { Variables } from './variables';
import { SCOPES } from '../target/readVariables';
import {
  type Destination,
  isEntityStep,
  isGrantStep,
  isKept,
  needsChange,
  type GrantStep,
  type ProjectStep,
  type Step,
  type EntityStep,
  type VariableStep,
  type WantedStep,
} from '../plan/steps';

/** Of many new things of a kind, so many are made before a check whether another deploy makes them as well. */
const CREATED_BEFORE_CHECK = 4;

/** What is begun in this order without waiting for each other: apps need volumes, and pipelines need jobs. */
const STAGES: ReadonlyArray<readonly EntityKind[]> = [
  ['volume', 'job'],
  ['app', 'pipeline'],
];

/**
 * Carries out one plan, each step once. Kinds come in stages, as apps refer to volumes and pipelines to jobs; within a
 * stage some steps are under way at a time, and variables are set while the next steps begin. A step that fails leaves the
 * others alone; after a cancel, a conflict or a platform that is gone, nothing more is begun, and what is under way ends.
 * What a stage has made is read back while the next one gets ready, and nothing more is changed before that check has
 * ended: it finds fields that the platform did not apply, and other deploys to the same target. What is extraneous is
 * deleted last, and only where everything else is in place. Wherever a deploy stops, nothing has to be undone: the next one
 * plans anew and takes up what is there.
 */
export class DeployRun {
  /** Empty where the project could not be made. */
  get projectId(): string {
    return this.destination.projectId;
  }

  private get projectPlace(): VariablePlace {
    return { scope: 'PROJECT', entityId: this.projectId };
  }

  private readonly destination: Destination;
  private readonly outcomes: Outcomes;
  private readonly executor: StepExecutor;
  private readonly variables: Variables;
  private readonly readBack: ReadBack;
  /** Where a plan was approved: nothing else may be carried out. */
  private readonly approval: Approval | undefined;
  /** Reads back what was made: nothing more is changed before it has ended. */
  private runningCheck: Promise<void> | undefined;

  constructor(
    private readonly platform: Platform,
    private readonly plan: Plan,
    private readonly deployOptions: DeployOptions,
    private readonly timing: DeployTiming,
    private readonly options: CallOptions,
  ) {
    this.destination = {
      endpoint: platform.projects,
      projectId: plan.project.id ?? '',
      capabilities: plan.capabilities,
      releaseNote: deployOptions.releaseNote,
      ids: { job: new Map(plan.ids.job), volume: new Map(plan.ids.volume) },
      options,
    };
    this.outcomes = new Outcomes(options.signal);
    this.executor = new StepExecutor(platform, plan, this.destination, timing);
    this.variables = new Variables(this.destination);
    const lost = deployOptions.lostChanges ?? new Map<string, number>();
    this.readBack = new ReadBack(plan, this.executor, this.outcomes, lost);
    const { approvedPlan, deleteExtraneous = false } = deployOptions;
    if (approvedPlan !== undefined) {
      const { executor, destination } = this;
      this.approval = new Approval(plan, executor, destination, deleteExtraneous);
    }
  }

  /** What somebody else did to the target, where that stopped the deploy. */
  get conflict(): PlatformError | undefined {
    return this.outcomes.conflict;
  }

  /** The ID of an entity that is there by now. */
  readonly idOf = (step: EntityStep): string | undefined => this.executor.idOf(step);

  /** @returns what became of each step, in the order of the plan */
  async execute(): Promise<DeployedChange[]> {
    const { steps } = this.plan;
    const { outcomes } = this;
    await this.each(steps.filter(isProjectStep), (step) => this.executeProjectStep(step));
    const rest = steps.filter((step) => !isProjectStep(step));
    if (this.projectId === '') {
      for (const step of rest) {
        outcomes.set(step, 'failed', notTried('the project is not ready'));
      }
      return outcomes.of(steps);
    }
    for (const step of rest.filter(isKept)) outcomes.set(step, 'unchanged');
    const named = rest.filter((step) => step.action !== 'extraneous' && !isKept(step));
    const grants = named.filter(isGrantStep);
    await this.executeGrants(grants.filter(({ kind }) => kind === 'technology'));
    await this.each(named.filter(isVariableStep), async (step) => {
      await this.variables.change(this.projectPlace, step);
      return undefined;
    });
    const wanted = named.filter(isEntityStep) as WantedStep[];
    await this.renameFirst();
    for (const kinds of STAGES) await this.executeStage(kinds, wanted);
    await this.finishCheck();
    const extraneous = rest.filter(({ action }) => action === 'extraneous');
    await this.deleteExtraneous(extraneous.filter(({ kind }) => kind !== 'right'));
    // They may be those of the login: nothing but their own deletions comes after them.
    await this.executeGrants(grants.filter(({ kind }) => kind === 'right'));
    await this.deleteExtraneous(extraneous.filter(({ kind }) => kind === 'right'));
    this.readBack.reportLost(wanted);
    return outcomes.of(steps);
  }

  /** Does work for each step; what was approved is compared again just before it is changed. */
  private async each<T extends Step>(
    steps: readonly T[],
    work: (step: T) => Promise<FollowUp | undefined>,
  ): Promise<void> {
    const toChange = new Set<Step>(steps.filter((step) => needsChange(step, this.deployOptions)));
    const compare = this.approval?.before([...toChange]);
    const { runningCheck } = this;
    await this.outcomes.each(steps, async (step) => {
      if (toChange.has(step)) {
        // What is read at the same moment shares a request.
        if (compare) await this.requireApproved(step, (one) => compare(one, runningCheck));
        else await runningCheck;
        this.outcomes.requireNotStopped(step);
      }
      return await work(step);
    });
  }

  private async requireApproved(step: Step, compare: (step: Step) => Promise<void>): Promise<void> {
    try {
      await compare(step);
    } catch (error) {
      if (!(error instanceof ChangedSinceApprovalError)) throw error;
      const { kind, name } = error.subject;
      const changed = this.plan.steps.find((one) => one.kind === kind && one.name === name);
      this.outcomes.failByConflict(changed, error);
      this.outcomes.stop(TARGET_WAS_CHANGED);
      if (changed === step) throw error;
      throw notTried(TARGET_WAS_CHANGED);
    }
  }

  /** One after the other, as each may need the name of the one before. */
  private async renameFirst(): Promise<void> {
    for (const { step, name } of this.plan.renames) {
      if (this.outcomes.failureOf(step)) continue;
      await this.each([step], async () => {
        await this.executor.rename(step, name);
        this.approval?.expectName(step, name);
        return undefined;
      });
    }
  }

  /** What was made is read back while the next things get ready. */
  private async executeStage(
    kinds: readonly EntityKind[],
    steps: readonly WantedStep[],
  ): Promise<void> {
    const { outcomes, readBack } = this;
    const ofStage = steps.filter((step) => kinds.includes(step.kind) && !outcomes.failureOf(step));
    this.variables.startListing(ofStage);
    const execute = async (step: WantedStep) => await this.executeEntityStep(step);
    let waiting: WantedStep[] = [];
    for (const kind of kinds) {
      const ofKind = ofStage.filter((step) => step.kind === kind && !step.takesVolume);
      const first = firstOfMany(ofKind);
      if (first.length > 0) {
        await this.each([...waiting, ...first], execute);
        this.startCheck(readBack.checkFirst(kind, first));
        waiting = [];
      }
      waiting.push(...ofKind.slice(first.length));
    }
    await this.each(waiting, execute);
    const takers = ofStage.filter(({ takesVolume }) => takesVolume);
    if (takers.length > 0) await this.each(takers, execute);
    await this.finishCheck();
    const checks = kinds.map(async (kind) => {
      const ofKind = ofStage.filter((step) => step.kind === kind);
      await readBack.reportUnapplied(kind, ofKind);
    });
    this.startCheck(Promise.all(checks).then(() => undefined));
  }

  private startCheck(check: Promise<void>): void {
    // Whoever goes on gets the error.
    check.catch(() => undefined);
    this.runningCheck = check;
  }

  private async finishCheck(): Promise<void> {
    await this.runningCheck;
    this.runningCheck = undefined;
  }

  private async executeProjectStep(step: ProjectStep): Promise<undefined> {
    const { platform, plan, timing, options } = this;
    const there = { id: plan.project.id, status: plan.snapshot.status };
    try {
      const made = await deployProjectSettings(platform, there, step, plan.steps, timing, options);
      this.destination.projectId = made;
    } catch (error) {
      if (error instanceof CreatedTwiceError) this.outcomes.failByConflict(step, error);
      throw error;
    }
    return undefined;
  }

  /** @returns what sets its variables */
  private async executeEntityStep(step: WantedStep): Promise<FollowUp | undefined> {
    if (step.isLeftOut) return undefined;
    const { kind, wanted, variables } = step;
    const { ids } = this.destination;
    const missing = referencesOf(kind, wanted.file).find((one) => !ids[one.kind].has(one.key));
    if (missing) {
      const why = `The ${missing.kind} "${excerpt(missing.key)}" was not deployed.`;
      this.outcomes.set(step, 'blocked', why);
      return undefined;
    }
    const id = await this.executor.execute(step);
    if (kind === 'volume' || variables.length === 0) return undefined;
    const place: VariablePlace = { scope: SCOPES[kind], entityId: id };
    if (this.executor.isNewlyCreated(step)) this.variables.setEmpty(place);
    return async () => {
      for (const variable of variables) await this.variables.change(place, variable);
    };
  }

  /** Rights, or technologies: platforms accept such a list only as a whole, so one request changes all of them. */
  private async executeGrants(steps: readonly GrantStep[]): Promise<void> {
    const { plan, destination, outcomes, timing } = this;
    const isChanging = (step: Step) => needsChange(step, this.deployOptions);
    const changing = steps.filter(isChanging);
    const others = steps.filter((step) => !isChanging(step));
    await outcomes.each(others, () => Promise.resolve(undefined));
    const [first] = changing;
    if (!first) return;
    await outcomes.each([first], async () => {
      const approved = this.approval && plan.snapshot.grants?.get(first.kind);
      await this.requireApproved(first, async () => {
        const failures = await changeGrants(destination, changing, timing, approved);
        for (const step of changing) {
          const failure = failures.get(step);
          if (failure) outcomes.set(step, 'failed', failure);
          else if (step.action === 'extraneous')
            outcomes.set(step, 'deleted', 'It is not in the files.');
          else outcomes.setDone(step);
        }
      });
      return undefined;
    });
    const failure = outcomes.failureOf(first);
    for (const step of failure ? changing : []) {
      if (!outcomes.actionOf(step)) outcomes.set(step, 'failed', failure);
    }
  }

  /** What the files do not name goes only once everything that they name is in place. */
  private async deleteExtraneous(steps: readonly Step[]): Promise<void> {
    const { outcomes } = this;
    if (this.deployOptions.deleteExtraneous !== true) {
      for (const step of steps) outcomes.set(step, 'unchanged');
      return;
    }
    if (!outcomes.isComplete) {
      const reason = 'It is not in the files. It was not deleted because other changes failed.';
      for (const step of steps.filter((one) => !outcomes.failureOf(one))) {
        const name = isEntityStep(step) ? this.executor.nameOf(step) : undefined;
        const renamed = name === undefined ? '' : ` Its name is now "${excerpt(name)}".`;
        outcomes.set(step, renamed === '' ? 'unchanged' : 'updated', `${reason}${renamed}`);
      }
      return;
    }
    for (const kind of [...KINDS].reverse()) {
      const ofKind = steps.filter(isEntityStep).filter((step) => step.kind === kind);
      await this.each(ofKind, async (step) => {
        await deleteEntity(this.destination, kind, step.present?.id ?? '');
        outcomes.set(step, 'deleted', 'It is not in the files.');
        return undefined;
      });
    }
    await this.each(steps.filter(isVariableStep), async (step) => {
      await this.variables.change(this.projectPlace, step);
      outcomes.set(step, 'deleted', 'It is not in the files.');
      return undefined;
    });
    await this.executeGrants(steps.filter(isGrantStep));
  }
}

/** Few are made at once anyway. */
function firstOfMany(steps: readonly WantedStep[]): readonly WantedStep[] {
  const creations = steps.filter(({ action }) => action === 'create');
  const last = creations[CREATED_BEFORE_CHECK - 1];
  if (!last || creations.length <= CONCURRENT_CHANGES) return [];
  return steps.slice(0, steps.indexOf(last) + 1);
}

const isProjectStep = (step: Step): step is ProjectStep => step.kind === 'project';
const isVariableStep = (step: Step): step is VariableStep => step.kind === 'variable';
