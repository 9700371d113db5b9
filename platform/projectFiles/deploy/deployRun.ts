import type { CallOptions } from '../../graphql/send/endpoint';
import type { Platform } from '../../connection/platform';
import type { VariablePlace } from '../../resources/environmentVariable/variable';
import { restartWithVariables } from '../../resources/app/restart';
import type { DeployOptions, DeployTiming } from '../options';
import { deleteEntity } from '../plan/entityChanges';
import { deployProjectSettings } from './deployProjectSettings';
import { KINDS, referencesOf, type EntityKind } from '../files/model';
import type { PlatformError } from '../../errors/errors';
import { excerpt } from '../../text/text';
import { limitTo } from '../../time/concurrency';
import { Approval } from './approval';
import { ChangedSinceApprovalError, CreatedTwiceError } from './conflicts';
import { notTried, Outcomes, type DeployedChange } from './outcomes';
import { ReadBack } from './readBack';
import { changeGrants } from './grants';
import { StepExecutor } from './stepExecutor';
import type { Plan } from '../plan/plan';
import { Variables } from './variables';
import { SCOPES } from '../target/readVariables';
import {
  addReason,
  type Destination,
  isEntityStep,
  isGrantStep,
  needsChange,
  type GrantStep,
  type ProjectStep,
  type Step,
  type EntityStep,
  type VariableStep,
  type WantedStep,
} from '../plan/steps';

/** Enough to keep a platform busy, few enough not to crowd it; so many packages are sent at once. */
export const CONCURRENT_CHANGES = 8;
/** What is begun in this order without waiting for each other: apps need volumes, and pipelines need jobs. */
const STAGES: ReadonlyArray<readonly EntityKind[]> = [
  ['volume', 'job'],
  ['app', 'pipeline'],
];

const TARGET_WAS_CHANGED = 'the target was changed after the plan was approved';

/**
 * Carries out one plan, each step once. Kinds come in stages, as apps refer to volumes and pipelines to jobs; within a
 * stage some steps are under way at a time, and variables are set while the next steps begin. A step that fails leaves the
 * others alone; after a cancel, a conflict or a platform that is gone, nothing more is begun, and what is under way ends.
 * What a stage has made is read back before the next one begins: that finds fields that the platform did not apply, and
 * other deploys to the same target. What is extraneous is deleted last, and only where everything else is in place.
 * Wherever a deploy stops, nothing has to be undone: the next one plans anew and takes up what is there.
 */
export class DeployRun {
  /** Empty where the project could not be made. */
  get projectId(): string {
    return this.destination.projectId;
  }

  private readonly destination: Destination;
  private readonly outcomes: Outcomes;
  private readonly executor: StepExecutor;
  private readonly variables: Variables;
  private readonly readBack: ReadBack;
  /** Where a plan was approved: nothing else may be carried out. */
  private readonly approval: Approval | undefined;
  private readonly inTurn = limitTo(CONCURRENT_CHANGES);

  constructor(
    private readonly platform: Platform,
    private readonly plan: Plan,
    private readonly deployOptions: DeployOptions,
    private readonly timing: DeployTiming,
    private readonly options: CallOptions,
  ) {
    const { approvedPlan, releaseNote, deleteExtraneous = false } = deployOptions;
    const destination = {
      endpoint: platform.projects,
      projectId: plan.project.id ?? '',
      capabilities: plan.capabilities,
      releaseNote,
      ids: { job: new Map(plan.ids.job), volume: new Map(plan.ids.volume) },
      options,
    };
    const { lookupDelaysMs } = timing;
    this.destination = destination;
    this.outcomes = new Outcomes(options.signal);
    this.executor = new StepExecutor(platform, plan, destination, lookupDelaysMs);
    this.variables = new Variables(destination);
    const { executor, outcomes } = this;
    const lost = deployOptions.lostChanges ?? new Map<string, number>();
    this.readBack = new ReadBack(plan, executor, outcomes, lookupDelaysMs, options.signal, lost);
    if (approvedPlan !== undefined) {
      this.approval = new Approval(plan, executor, destination, deleteExtraneous);
    }
  }

  /** What somebody else did to the target, where that stopped the deploy. */
  get conflict(): PlatformError | undefined {
    return this.outcomes.conflict;
  }

  /** The ID of an entity that is there by now. */
  idOf(step: EntityStep): string | undefined {
    return this.executor.idOf(step);
  }

  /** @returns what became of each step, in the order of the plan */
  async execute(): Promise<DeployedChange[]> {
    const { steps } = this.plan;
    const { outcomes } = this;
    await this.each(steps.filter(isProjectStep), (step) => this.executeProjectStep(step));
    const rest = steps.filter((step) => !isProjectStep(step));
    if (this.projectId === '') {
      for (const step of rest) outcomes.set(step, 'failed', notTried('the project is not ready'));
    } else {
      await this.executeInProject(rest);
    }
    return steps.flatMap((step) => outcomes.of(step) ?? []);
  }

  private async executeInProject(steps: readonly Step[]): Promise<void> {
    for (const step of steps.filter((one) => one.isKept)) this.outcomes.set(step, 'unchanged');
    const named = steps.filter((step) => step.action !== 'extraneous' && !step.isKept);
    const grants = named.filter(isGrantStep);
    await this.executeGrants(grants.filter(({ kind }) => kind === 'technology'));
    await this.each(named.filter(isVariableStep), (step) => this.changeVariable(step));
    const wanted = named.filter(isEntityStep) as WantedStep[];
    await this.renameFirst();
    for (const kinds of STAGES) {
      await this.executeStage(
        kinds,
        wanted.filter((step) => kinds.includes(step.kind) && !this.outcomes.of(step)?.failure),
      );
    }
    const extraneous = steps.filter(({ action }) => action === 'extraneous');
    await this.deleteExtraneous(extraneous.filter(({ kind }) => kind !== 'right'));
    // They may be those of the login: nothing but their own deletions comes after them.
    await this.executeGrants(grants.filter(({ kind }) => kind === 'right'));
    await this.deleteExtraneous(extraneous.filter(({ kind }) => kind === 'right'));
    this.readBack.reportLost(wanted);
  }

  /**
   * Does work for each step; what was approved is compared again just before it is changed.
   * @param afterwards is done while the next steps begin
   */
  private async each<T extends Step>(
    steps: readonly T[],
    work: (step: T) => Promise<void>,
    afterwards?: (step: T) => Promise<void>,
  ): Promise<void> {
    const toChange = steps.filter((step) => needsChange(step, this.deployOptions));
    const isToChange = new Set<Step>(toChange);
    await this.outcomes.each(steps, 2 * CONCURRENT_CHANGES, async (step) => {
      await this.inTurn(async () => {
        if (isToChange.has(step)) {
          await this.requireApproved(step, () => this.approval?.requireUnchanged(step, toChange));
        }
        this.outcomes.requireNotStopped(step);
        await work(step);
      });
      await afterwards?.(step);
    });
  }

  private async requireApproved(
    step: Step,
    compare: () => Promise<void> | undefined,
  ): Promise<void> {
    try {
      await compare();
    } catch (error) {
      if (!(error instanceof ChangedSinceApprovalError)) throw error;
      this.outcomes.failByConflict(error.step, error, TARGET_WAS_CHANGED);
      throw error.step === step ? error : notTried(TARGET_WAS_CHANGED);
    }
  }

  /** One after the other, as each may need the name of the one before. */
  private async renameFirst(): Promise<void> {
    for (const { step, name } of this.plan.renames) {
      if (this.outcomes.of(step)?.failure) continue;
      await this.each([step], async () => {
        await this.executor.rename(step, name);
        this.approval?.expectName(step, name);
      });
      this.outcomes.reopen(step);
    }
  }

  private async executeStage(
    kinds: readonly EntityKind[],
    steps: readonly WantedStep[],
  ): Promise<void> {
    this.variables.startListing(steps);
    // What gets a volume of another app comes after it.
    for (const isTaker of [false, true]) {
      await this.each(
        steps.filter(({ takesVolume = false }) => takesVolume === isTaker),
        (step) => this.executeEntityStep(step),
        async (step) => {
          if (!isKnownApp(step)) await this.changeVariablesOf(step);
        },
      );
    }
    const check = async (kind: EntityKind) => {
      const ofKind = steps.filter((step) => step.kind === kind);
      await this.readBack.check(kind, ofKind);
    };
    // What is read at the same moment shares a request.
    await Promise.all(kinds.map(check));
  }

  private async executeProjectStep(step: ProjectStep): Promise<void> {
    const { platform, plan, timing, options } = this;
    const there = { id: plan.project.id, status: plan.snapshot.status };
    try {
      const made = await deployProjectSettings(platform, there, step, plan.steps, timing, options);
      this.destination.projectId = made;
    } catch (error) {
      if (error instanceof CreatedTwiceError) {
        this.outcomes.failByConflict(step, error, 'another deploy is running on this target');
      }
      throw error;
    }
  }

  private async executeEntityStep(step: WantedStep): Promise<void> {
    if (step.isLeftOut) return;
    const { ids } = this.destination;
    const references = referencesOf(step.kind, step.wanted.file);
    const missing = references.find((one) => !ids[one.kind].has(one.key));
    if (missing) {
      const why = `The ${missing.kind} "${excerpt(missing.key)}" was not deployed.`;
      this.outcomes.set(step, 'blocked', why);
    } else {
      if (isKnownApp(step)) await this.changeVariablesOf(step);
      await this.executor.execute(step);
    }
  }

  private async changeVariablesOf(step: WantedStep): Promise<void> {
    const { kind, variables, present, fields } = step;
    const entityId = this.executor.idOf(step);
    const isInPlace = entityId !== undefined && !this.outcomes.of(step);
    if (kind === 'volume' || variables.length === 0 || !isInPlace) return;
    const place: VariablePlace = { scope: SCOPES[kind], entityId };
    if (!present) this.variables.setEmpty(place);
    for (const variable of variables) await this.variables.change(place, variable);
    if (kind !== 'app') return;
    if (!present) {
      await restartWithVariables(this.platform, entityId, this.options);
      addReason(step, 'It was restarted after its variables were set.');
    } else if (!fields.some(({ part }) => part === 'version')) {
      addReason(step, 'If it is running, it uses the changed variables after its next restart.');
    }
  }

  private async changeVariable(step: VariableStep): Promise<void> {
    await this.variables.change({ scope: 'PROJECT', entityId: this.projectId }, step);
  }

  /** Rights, or technologies: platforms accept such a list only as a whole, so one request changes all of them. */
  private async executeGrants(steps: readonly GrantStep[]): Promise<void> {
    const { plan, destination, outcomes, timing } = this;
    const isChanging = (step: Step) => needsChange(step, this.deployOptions);
    const changing = steps.filter(isChanging);
    const others = steps.filter((step) => !isChanging(step));
    await outcomes.each(others, 1, () => Promise.resolve());
    const [first] = changing;
    if (!first) return;
    await outcomes.each([first], 1, async () => {
      const approved = this.approval && plan.snapshot.grants?.get(first.kind);
      await this.requireApproved(first, async () => {
        const failures = await changeGrants(destination, changing, timing, approved);
        for (const [step, failure] of failures) outcomes.set(step, 'failed', failure);
        for (const step of changing) outcomes.setDone(step);
      });
    });
    const failure = outcomes.of(first)?.failure;
    for (const step of failure ? changing : []) {
      if (!outcomes.of(step)) outcomes.set(step, 'failed', failure);
    }
  }

  /** What the files do not name goes only once everything that they name is in place. */
  private async deleteExtraneous(steps: readonly Step[]): Promise<void> {
    const { outcomes } = this;
    const isChosen = this.deployOptions.deleteExtraneous === true;
    if (!isChosen || !outcomes.isComplete) {
      const why = 'It is not in the files. It was not deleted because other changes failed.';
      for (const step of steps.filter((one) => !outcomes.of(one))) {
        const name = isEntityStep(step) ? this.executor.nameOf(step) : undefined;
        const renamed = name === undefined ? '' : ` Its name is now "${excerpt(name)}".`;
        const action = renamed === '' ? 'unchanged' : 'updated';
        outcomes.set(step, action, isChosen ? `${why}${renamed}` : undefined);
      }
      return;
    }
    for (const kind of [...KINDS].reverse()) {
      const ofKind = steps.filter(isEntityStep).filter((step) => step.kind === kind);
      await this.each(ofKind, (step) =>
        deleteEntity(this.destination, kind, step.present?.id ?? ''),
      );
    }
    await this.each(steps.filter(isVariableStep), (step) => this.changeVariable(step));
    await this.executeGrants(steps.filter(isGrantStep));
  }
}

/** An app that is running switches to a new version at once, so its variables are set before. */
const isKnownApp = ({ kind, present }: WantedStep) => kind === 'app' && present !== undefined;
const isProjectStep = (step: Step): step is ProjectStep => step.kind === 'project';
const isVariableStep = (step: Step): step is VariableStep => step.kind === 'variable';
