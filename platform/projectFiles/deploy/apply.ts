import type { Platform } from '../../connection/platform';
import {
  CancelledError,
  OutcomeUnknownError,
  type PlatformError,
} from '../../common/errors/errors';
import type { CallOptions } from '../../graphql/send/endpoint';
import { restartWithVariables } from '../../resources/app/restart';
import { Variables } from '../../resources/environmentVariable/variables';
import type {
  EnvironmentVariable,
  VariableOwner,
} from '../../resources/environmentVariable/variable';
import { excerpt } from '../../common/text/text';
import { limitTo } from '../../common/time/concurrency';
import type { DeployOptions, DeployTiming } from '../options';
import type { Plan } from '../plan/plan';
import {
  addReason,
  type Destination,
  type EntityStep,
  isEntityStep,
  needsChange,
  type Step,
  type WantedStep,
  willBeSent,
} from '../plan/step';
import { explainNotCompared } from '../plan/planEntry';
import { ENTITIES, findReferences } from '../kinds';
import { readTargetVariables } from '../kinds/variable';
import { ENTITY_KINDS, type EntityKind, type GrantKind } from '../tree';
import { EntityChanges, requireUnchangedVariables, findTwins } from './entities';
import { changeGrants } from './grants';
import {
  CONCURRENT_CHANGES,
  CreatedTwiceError,
  type DeployedChange,
  isFailure,
  buildNotTriedError,
  Outcomes,
  buildStepFailure,
} from './outcomes';
import { deployProjectSettings } from './project';

/** Volumes and jobs come first because apps refer to volumes, and pipelines to jobs. */
const STAGES: ReadonlyArray<readonly EntityKind[]> = [
  ['volume', 'job'],
  ['app', 'pipeline'],
];

const SETTINGS_PART = 'its settings';

/**
 * Executes each step of a plan once, in this order: the project, technologies, variables of the project, renames that free names,
 * entities in stages, deletions if everything before succeeded, and rights. If it stops, nothing has to be undone, because the next
 * deploy makes a new plan.
 */
export class PlanExecution {
  private readonly destination: Destination;
  private readonly outcomes: Outcomes;
  private readonly entities: EntityChanges;
  private readonly limitConcurrency = limitTo(CONCURRENT_CHANGES);

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
      releaseNote: deployOptions.releaseNote,
      ids: { job: new Map(plan.ids.job), volume: new Map(plan.ids.volume) },
      options,
    };
    this.outcomes = new Outcomes(this.isApproved, options.signal);
    this.entities = new EntityChanges(platform, plan, this.destination, timing.lookupDelaysMs);
  }

  /** Empty until the project exists. */
  get projectId(): string {
    return this.destination.projectId;
  }

  get hasRenamed(): boolean {
    return this.entities.renamedTo.size > 0;
  }

  findId(step: Step): string | undefined {
    return this.entities.findId(step);
  }

  /**
   * @returns the outcome of each step in the order of the plan, and the error if another user or deploy stopped this deploy
   * @throws CancelledError that says how many changes succeeded before
   */
  async execute(): Promise<{ changes: DeployedChange[]; conflict?: PlatformError }> {
    const { outcomes } = this;
    const { steps } = this.plan;
    await this.executeAll(steps).catch((error: unknown) => {
      throw error instanceof CancelledError ? outcomes.explainCancel(error) : error;
    });
    this.reportRenames();
    const changes = steps.flatMap((step) => outcomes.get(step) ?? []);
    return { changes, conflict: outcomes.conflict };
  }

  private async executeAll(steps: readonly Step[]): Promise<void> {
    const notExtraneous = steps.filter(({ action }) => action !== 'extraneous');
    const ofKind = (kind: Step['kind']) => notExtraneous.filter((step) => step.kind === kind);
    await this.outcomes.runEach(ofKind('project'), (step) => this.executeProject(step));
    if (this.projectId === '') {
      const others = steps.filter(({ kind }) => kind !== 'project');
      const failure = buildNotTriedError('the project is not ready');
      return others.forEach((step) => this.outcomes.set(step, 'failed', failure));
    }
    await this.executeGrants(ofKind('technology'));
    const variables = ofKind('variable');
    await this.failChangedOrUnreadable(variables);
    await this.outcomes.runEach(variables, (step) => this.changeProjectVariable(step));
    await this.renameFirst();
    const entities = notExtraneous.filter(isEntityStep);
    for (const kinds of STAGES) {
      await this.executeStage(entities.filter(({ kind }) => kinds.includes(kind)));
    }
    const extraneous = steps.filter(({ action }) => action === 'extraneous');
    await this.deleteExtraneous(extraneous.filter(({ kind }) => kind !== 'right'));
    // The login may lose its own right, so only deletions of rights come after changes of rights.
    await this.executeGrants(ofKind('right'));
    await this.deleteExtraneous(extraneous.filter(({ kind }) => kind === 'right'));
  }

  private reportRenames(): void {
    const { plan, outcomes, entities } = this;
    for (const step of plan.renames) {
      const { action } = outcomes.get(step) ?? {};
      const name = entities.renamedTo.get(step);
      if (name === undefined || action === 'updated' || action === 'deleted') continue;
      const isExtraneous = step.action === 'extraneous';
      const changed = isExtraneous && action === 'unchanged' ? 'updated' : undefined;
      outcomes.addReason(step, `Its name is now "${excerpt(name)}".`, changed);
    }
  }

  private async executeProject(step: Step): Promise<void> {
    const { platform, plan, timing, options } = this;
    const current = { id: plan.project.id, status: plan.snapshot.status };
    await this.failChangedOrUnreadable([step]);
    if (this.outcomes.get(step)) return;
    const id = await deployProjectSettings(platform, current, step, plan.steps, timing, options);
    this.destination.projectId = id;
  }

  /** Sends one rename after the other, since each may need the name that the previous one freed. */
  private async renameFirst(): Promise<void> {
    const { renames } = this.plan;
    await this.failChangedOrUnreadable(renames);
    for (const step of renames) {
      if (this.outcomes.get(step)) continue;
      try {
        this.outcomes.requireNotStopped(step);
        await this.entities.rename(step, step.renameFirstTo ?? '');
      } catch (error) {
        if (!isFailure(error)) throw error;
        this.outcomes.set(step, 'failed', error);
        if (!(error instanceof OutcomeUnknownError)) continue;
        this.outcomes.addReason(step, `Its name may be "${excerpt(step.renameFirstTo ?? '')}".`);
      }
    }
  }

  private async executeStage(steps: readonly EntityStep[]): Promise<void> {
    await this.outcomes.runEach(
      steps.filter((step) => !willBeSent(step)),
      () => Promise.resolve(),
    );
    const changing = steps.filter(willBeSent).filter((step) => !this.outcomes.get(step));
    await this.failChangedOrUnreadable(changing);
    // Apps that get a volume of another app come after the other apps.
    for (const isTaker of [false, true]) {
      const next = changing.filter(({ takesVolume = false }) => takesVolume === isTaker);
      await this.outcomes.runEach(next, (step) => this.executeEntity(step), 2 * CONCURRENT_CHANGES);
    }
    await Promise.all(ENTITY_KINDS.map((kind) => this.verify(kind, changing)));
  }

  private async executeEntity(step: WantedStep): Promise<void> {
    const isChanged = await this.limitConcurrency(async () => {
      this.outcomes.requireNotStopped(step);
      const { ids } = this.destination;
      const missing = findReferences(step.wanted).find(({ kind, key }) => !ids[kind].has(key));
      if (missing) {
        const why = `The ${missing.kind} "${excerpt(missing.key)}" was not deployed.`;
        this.outcomes.set(step, 'blocked', why);
        return false;
      }
      // A running app switches to a new version at once, so its variables are set first.
      if (isExistingApp(step)) await this.changeEntityVariables(step);
      await this.entities.change(step).catch(this.rethrowWithPart(step, SETTINGS_PART));
      return true;
    });
    // This is outside the limit, so that other steps start while the variables are set.
    if (isChanged && !isExistingApp(step)) await this.changeEntityVariables(step);
  }

  private async changeEntityVariables(step: WantedStep): Promise<void> {
    const { kind, variables, current, changedFields } = step;
    const entityId = this.entities.findId(step);
    const scope = ENTITIES[kind].variableScope;
    if (!scope || variables.length === 0 || entityId === undefined) return;
    const { endpoint, options } = this.destination;
    const mustBeUnchanged = variables.filter(
      ({ action }) => this.isApproved || action === 'extraneous',
    );
    const planned = this.plan.snapshot.variables.get(entityId) ?? [];
    const read = async () => {
      if (!current || mustBeUnchanged.length === 0) return planned;
      const now = await readTargetVariables(endpoint, scope, entityId, options);
      requireUnchangedVariables(mustBeUnchanged, now);
      return now;
    };
    const now = await read().catch(this.rethrowWithPart(step, 'its variables'));
    for (const variable of variables) {
      const part = `its variable "${excerpt(variable.name)}"`;
      await this.changeVariable(variable, { scope, entityId }, now).catch(
        this.rethrowWithPart(step, part),
      );
      this.entities.changed.add(step);
    }
    if (kind !== 'app') return;
    if (!current) {
      await restartWithVariables(this.platform, entityId, this.options);
      addReason(step, 'It was restarted after its variables were set.');
    } else if (!changedFields.some(({ part }) => part === 'version')) {
      addReason(step, 'If it is running, it uses the changed variables after its next restart.');
    }
  }

  /** Returns a handler for `catch`. Its error says which part failed, and whether other parts were changed before. */
  private rethrowWithPart(step: WantedStep, part: string) {
    return (error: unknown): never => {
      if (!isFailure(error) || error.effect === 'made') throw error;
      const done = step.current ? 'A part of it was changed' : 'It was created';
      if (this.entities.changed.has(step)) {
        throw buildStepFailure(`${done}, but the deploy failed at ${part}`, error, 'made');
      }
      throw part === SETTINGS_PART
        ? error
        : buildStepFailure(`The deploy failed at ${part}`, error, error.effect);
    };
  }

  private get isApproved(): boolean {
    return this.deployOptions.approvedPlan !== undefined;
  }

  private async changeProjectVariable(step: Step): Promise<void> {
    const { projectId: entityId } = this;
    const planned = this.plan.snapshot.variables.get(entityId);
    await this.changeVariable(step, { scope: 'PROJECT', entityId }, planned);
  }

  private async changeVariable(
    { action, name, variableToSet }: Step,
    place: Required<VariableOwner>,
    currentVariables: readonly EnvironmentVariable[] = [],
  ): Promise<void> {
    const { endpoint, options } = this.destination;
    const variables = new Variables(endpoint);
    if (action === 'extraneous') {
      const remove = await variables.prepareDelete(place, name, options, currentVariables);
      await remove();
    } else if (variableToSet && action !== 'unchanged') {
      const save = await variables.prepareSet(place, variableToSet, options, currentVariables);
      await save();
    }
  }

  /** In an approved plan, fails steps whose entry cannot be read or was changed by another user. Such a change stops the deploy. */
  private async failChangedOrUnreadable(steps: readonly Step[]): Promise<void> {
    if (!this.isApproved) return;
    for (const [step, failure] of await this.entities.findChangedOrUnreadable(steps)) {
      this.outcomes.set(step, 'failed', failure);
    }
  }

  /** Reads the entities of a kind again. Reports fields that the platform did not accept, and entities that exist twice. */
  private async verify(kind: EntityKind, steps: readonly WantedStep[]): Promise<void> {
    const { outcomes, entities } = this;
    const changed = steps.filter((step) => {
      const action = outcomes.get(step)?.action;
      const isChanged = action === 'created' || action === 'updated';
      return step.kind === kind && step.changedFields.length > 0 && isChanged;
    });
    if (changed.length === 0) return;
    try {
      const now = await entities.readBack(kind, changed);
      for (const step of changed) {
        const id = entities.findId(step) ?? '';
        const found = now.byId.get(id);
        const refused = entities.listDifferingFields(step, found);
        if (refused.length > 0) {
          const isNothingChanged = step.current && refused.length === step.changedFields.length;
          const action = isNothingChanged && step.variables.length === 0 ? 'unchanged' : undefined;
          outcomes.addReason(step, `The platform did not accept ${refused.join(', ')}.`, action);
        }
        if (!step.current) outcomes.addReason(step, explainNotCompared(step.wanted, found));
        const ids = findTwins(step, now).map((twin) => twin.id);
        if (ids.length > 0) outcomes.set(step, 'failed', new CreatedTwiceError(step, id, ids));
      }
    } catch (error) {
      if (!isFailure(error)) throw error;
      const warning =
        'It could not be read afterward. The next plan shows whether all of it was applied.';
      for (const step of changed) outcomes.addReason(step, warning);
    }
  }

  /** Platforms accept rights and technologies only as whole lists, so one request changes all of them. */
  private async executeGrants(steps: readonly Step[]): Promise<void> {
    const { plan, outcomes, destination, deployOptions, timing } = this;
    const changing = steps.filter((step) => needsChange(step, deployOptions));
    const [first] = changing;
    if (first) {
      const list = plan.snapshot.grants?.get(first.kind as GrantKind);
      try {
        outcomes.requireNotStopped(first);
        const approved = this.isApproved ? list : undefined;
        const failures = await changeGrants(destination, changing, timing, approved);
        for (const [step, failure] of failures) outcomes.set(step, 'failed', failure);
      } catch (error) {
        if (!isFailure(error)) throw error;
        for (const step of changing) outcomes.set(step, 'failed', error);
      }
    }
    await this.outcomes.runEach(steps, () => Promise.resolve());
  }

  /** Deletes only if all earlier changes succeeded. Keeps entities and variables that were changed since the plan. */
  private async deleteExtraneous(steps: readonly Step[]): Promise<void> {
    const { outcomes, deployOptions } = this;
    const isChosen = deployOptions.deleteExtraneous === true;
    if (!isChosen || !outcomes.isSuccessfulSoFar) {
      const why = 'It is not in the files. It was not deleted because other changes were not made.';
      for (const step of steps.filter((candidate) => !outcomes.get(candidate))) {
        outcomes.set(step, 'unchanged', isChosen ? why : undefined);
      }
      return;
    }
    const failures = await this.entities.findChangedOrUnreadable(steps);
    // Entities are deleted before the entities that they refer to.
    for (const kind of [...[...ENTITY_KINDS].reverse(), 'variable'] as const) {
      const ofKind = steps.filter((step) => step.kind === kind);
      await this.outcomes.runEach(ofKind, async (step) => {
        const failure = failures.get(step);
        if (failure) throw failure;
        if (isEntityStep(step)) await this.entities.delete(step);
        else await this.changeProjectVariable(step);
      });
    }
    await this.executeGrants(steps.filter(({ grant }) => grant !== undefined));
  }
}

const isExistingApp = ({ kind, current }: WantedStep) => kind === 'app' && current !== undefined;
