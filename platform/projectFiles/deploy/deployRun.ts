import type { CallOptions } from '../../graphql/endpoint';
import type { Platform } from '../../platform';
import type { VariablePlace } from '../../projects/environmentVariables/place';
import type { DeployOptions } from '../options';
import { deployProjectItself } from './deployProjectItself';
import { KINDS } from '../files/model';
import { notTried, Outcomes, type DeployedChange } from './outcomes';
import type { DeployTiming } from '../deployTiming';
import { tellWhatDidNotTake } from './readBack';
import { StepExecutor } from './stepExecutor';
import type { Plan } from '../plan/plan';
import { deleteEntity } from './deleteEntity';
import { deleteVariable, setVariable } from './deployVariables';
import { missingReference } from './missingReference';
import { VariablesThere } from './variablesThere';
import { VARIABLES_OF } from '../target/readVariables';
import type { Destination } from '../plan/destination';
import {
  isEntityStep,
  isKept,
  type ProjectStep,
  type Step,
  type EntityStep,
  type VariableStep,
  type WantedStep,
} from '../plan/steps';

/** Carries out one plan. */
export class DeployRun {
  /** Empty where the project could not be made. */
  get projectId(): string {
    return this.destination.projectId;
  }

  private get ofProject(): VariablePlace {
    return { scope: 'PROJECT', entityId: this.projectId };
  }

  private readonly destination: Destination;
  private readonly outcomes: Outcomes;
  private readonly executor: StepExecutor;
  private readonly variables: VariablesThere;

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
      abilities: plan.abilities,
      releaseNote: deployOptions.releaseNote,
      ids: { job: new Map(plan.ids.job), volume: new Map(plan.ids.volume) },
      options,
    };
    this.outcomes = new Outcomes(options.signal);
    this.executor = new StepExecutor(platform, plan, this.destination, timing);
    this.variables = new VariablesThere(this.destination);
  }

  /** The ID of an entity that is there by now. */
  readonly idOf = (step: EntityStep): string | undefined => this.executor.idOf(step);

  /** @returns what became of each step, in the order of the plan */
  async carryOut(): Promise<DeployedChange[]> {
    const { steps } = this.plan;
    const { outcomes } = this;
    await outcomes.each(steps.filter(isProjectStep), (step) => this.doProject(step));
    const rest = steps.filter((step) => !isProjectStep(step));
    if (this.projectId === '') {
      for (const step of rest) {
        outcomes.set(step, 'failed', notTried('the project is not ready'));
      }
      return outcomes.of(steps);
    }
    for (const step of rest.filter(isKept)) outcomes.set(step, 'unchanged');
    const named = rest.filter((step) => step.action !== 'extraneous' && !isKept(step));
    await outcomes.each(named.filter(isVariableStep), async ({ wanted }) => {
      if (!wanted) return;
      const there = await this.variables.at(this.ofProject);
      await setVariable(this.destination, this.ofProject, wanted, there);
    });
    for (const kind of KINDS) {
      const ofKind = named.filter(isEntityStep).filter((step) => step.kind === kind);
      const wanted = ofKind as WantedStep[];
      this.variables.listFor(wanted);
      await outcomes.each(wanted, (step) => this.doEntity(step));
      await tellWhatDidNotTake(kind, wanted, this.executor, outcomes, this.destination);
    }
    await this.doOthers(rest.filter(({ action }) => action === 'extraneous'));
    return outcomes.of(steps);
  }

  private async doProject(step: ProjectStep): Promise<void> {
    const { platform, plan, timing, options } = this;
    const there = { id: plan.project.id, status: plan.told.status };
    const made = await deployProjectItself(platform, there, step, plan.steps, timing, options);
    this.destination.projectId = made;
  }

  private async doEntity(step: WantedStep): Promise<void> {
    if (step.isLeftOut) return;
    const missing = missingReference(step, this.destination);
    if (missing !== undefined) {
      this.outcomes.set(step, 'blocked', missing);
      return;
    }
    const id = await this.executor.execute(step);
    const { kind } = step;
    if (kind === 'volume') return;
    const place: VariablePlace = { scope: VARIABLES_OF[kind].scope, entityId: id };
    if (step.variables.length === 0) return;
    if (this.executor.isJustMade(step)) this.variables.noneAt(place);
    const there = await this.variables.at(place);
    for (const { action, name, wanted } of step.variables) {
      if (action === 'delete') await deleteVariable(this.destination, place, name, there);
      else if (wanted) await setVariable(this.destination, place, wanted, there);
    }
  }

  /** What the files do not name goes only once everything that they name is in place. */
  private async doOthers(steps: readonly Step[]): Promise<void> {
    const { outcomes } = this;
    if (this.deployOptions.deleteExtraneous !== true) {
      for (const step of steps) outcomes.set(step, 'unchanged');
      return;
    }
    if (!outcomes.isComplete) {
      const reason = 'The files do not name it. It was not deleted because other changes failed.';
      for (const step of steps) outcomes.set(step, 'unchanged', reason);
      return;
    }
    for (const kind of [...KINDS].reverse()) {
      const ofKind = steps.filter(isEntityStep).filter((step) => step.kind === kind);
      await outcomes.each(ofKind, async (step) => {
        await deleteEntity(this.destination, kind, step.present?.id ?? '');
        outcomes.set(step, 'deleted', 'The files do not name it.');
      });
    }
    await outcomes.each(steps.filter(isVariableStep), async (step) => {
      const there = await this.variables.at(this.ofProject);
      await deleteVariable(this.destination, this.ofProject, step.name, there);
      outcomes.set(step, 'deleted', 'The files do not name it.');
    });
  }
}

const isProjectStep = (step: Step): step is ProjectStep => step.kind === 'project';
const isVariableStep = (step: Step): step is VariableStep => step.kind === 'variable';
