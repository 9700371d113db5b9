import type { CallOptions } from '../graphql/endpoint';
import type { Platform } from '../platform';
import { prepareDeleteApp } from '../projects/apps';
import {
  prepareDeleteEnvironmentVariable,
  prepareSetEnvironmentVariable,
  type VariablePlace,
} from '../projects/environmentVariables';
import { deleteJob } from '../projects/jobs';
import { prepareDeletePipeline } from '../projects/pipelines';
import { prepareDeleteVolume } from '../projects/volumes';
import { textOf } from '../runs/values';
import { excerpt } from '../text';
import type { VariableChange } from './compareVariables';
import type { DeployOptions } from './options';
import { deployProjectItself } from './deployProjectItself';
import type { Site } from './deployThing';
import { valueAt } from './fields';
import type { Graph } from './graph';
import { KINDS, type ThingKind } from './model';
import { notTried, Outcomes, type DeployedChange } from './outcomes';
import type { Patience } from './patience';
import { Placing, type WantedStep } from './placing';
import type { Plan } from './plan';
import { VARIABLES_OF } from './readVariables';
import {
  isThingStep,
  type ProjectStep,
  type Step,
  type ThingStep,
  type VariableStep,
} from './steps';
import { jobsOf, volumesOf } from './things';

/** Carries out one plan. */
export class DeployRun {
  /** Empty where the project could not be made. */
  get projectId(): string {
    return this.site.projectId;
  }

  private readonly site: Site;
  private readonly outcomes: Outcomes;
  private readonly placing: Placing;

  constructor(
    private readonly platform: Platform,
    private readonly plan: Plan,
    private readonly deployOptions: DeployOptions,
    private readonly patience: Patience,
    private readonly options: CallOptions,
  ) {
    this.site = {
      endpoint: platform.projects,
      projectId: plan.project.id ?? '',
      abilities: plan.abilities,
      releaseNote: deployOptions.releaseNote,
      ids: { job: idsOf(plan, 'job'), volume: idsOf(plan, 'volume') },
      options,
    };
    this.outcomes = new Outcomes(options.signal);
    this.placing = new Placing(platform, plan, this.site, patience);
  }

  /** The ID of a thing that is there by now. */
  readonly idOf = (step: ThingStep): string | undefined => this.placing.idOf(step);

  /** @returns what became of each step, in the order of the plan */
  async carryOut(): Promise<DeployedChange[]> {
    const { steps } = this.plan;
    const { outcomes } = this;
    await outcomes.each(steps.filter(isProjectStep), (step) => this.doProject(step));
    const rest = steps.filter((step) => !isProjectStep(step));
    if (this.projectId === '') {
      for (const step of rest) {
        outcomes.set(step, 'failed', notTried('the project could not be made'));
      }
      return outcomes.of(steps);
    }
    const named = rest.filter(({ action }) => action !== 'extraneous');
    const place: VariablePlace = { scope: 'PROJECT', entityId: this.projectId };
    await outcomes.each(named.filter(isVariableStep), async ({ wanted }) => {
      if (wanted) await this.setVariable(place, wanted);
    });
    for (const kind of KINDS) {
      const ofKind = named.filter(isThingStep).filter((step) => step.kind === kind);
      await outcomes.each(ofKind, (step) => this.doThing(step as WantedStep));
    }
    await this.doOthers(rest.filter(({ action }) => action === 'extraneous'));
    return outcomes.of(steps);
  }

  private async doProject(step: ProjectStep): Promise<void> {
    const { platform, plan, patience, options } = this;
    const { id } = plan.project;
    const made = await deployProjectItself(platform, id, step, plan.steps, patience, options);
    this.site.projectId = made;
  }

  private async doThing(step: WantedStep): Promise<void> {
    const missing = this.missingPart(step);
    if (missing !== undefined) {
      this.outcomes.set(step, 'blocked', missing);
      return;
    }
    const id = await this.placing.place(step);
    const { kind } = step;
    if (kind === 'volume') return;
    const place: VariablePlace = { scope: VARIABLES_OF[kind].scope, entityId: id };
    for (const { action, name, wanted } of step.variables) {
      if (action === 'delete') await this.deleteVariable(place, name);
      else if (wanted) await this.setVariable(place, wanted);
    }
  }

  private async setVariable(
    place: VariablePlace,
    wanted: NonNullable<VariableChange['wanted']>,
  ): Promise<void> {
    const { endpoint, options } = this.site;
    const set = await prepareSetEnvironmentVariable(endpoint, place, wanted, options);
    await set();
  }

  private async deleteVariable(place: VariablePlace, name: string): Promise<void> {
    const { endpoint, options } = this.site;
    const remove = await prepareDeleteEnvironmentVariable(endpoint, place, name, options);
    await remove();
  }

  /** What a thing refers to and is not there, since that has failed. */
  private missingPart({ kind, wanted }: WantedStep): string | undefined {
    const missing = (what: 'job' | 'volume', keys: string[]) => {
      const key = keys.find((name) => !this.site.ids[what].has(name));
      return key === undefined ? undefined : `The ${what} "${excerpt(key)}" was not deployed.`;
    };
    if (kind === 'pipeline') {
      const { jobs = [] } = (valueAt(wanted.file, 'version.graph') ?? {}) as Partial<Graph>;
      const keys = jobs.map(({ job }) => job);
      return missing('job', keys);
    }
    if (kind !== 'app') return undefined;
    const volumes = (valueAt(wanted.file, 'version.volumes') ?? []) as Array<{ volume?: unknown }>;
    const keys = volumes.map(({ volume }) => textOf(volume) ?? '');
    return missing('volume', keys);
  }

  /** What the files do not name goes only once everything that they name is in place. */
  private async doOthers(steps: readonly Step[]): Promise<void> {
    const { outcomes } = this;
    if (this.deployOptions.deleteExtraneous !== true) {
      for (const step of steps) outcomes.set(step, 'unchanged');
      return;
    }
    if (!outcomes.isComplete) {
      const reason = 'The files do not name it. It was not deleted, as other things failed.';
      for (const step of steps) outcomes.set(step, 'unchanged', reason);
      return;
    }
    for (const kind of [...KINDS].reverse()) {
      const ofKind = steps.filter(isThingStep).filter((step) => step.kind === kind);
      await outcomes.each(ofKind, async (step) => {
        await this.deleteThing(kind, step.present?.id ?? '');
        outcomes.set(step, 'deleted', 'The files do not name it.');
      });
    }
    await outcomes.each(steps.filter(isVariableStep), async (step) => {
      await this.deleteVariable({ scope: 'PROJECT', entityId: this.projectId }, step.name);
      outcomes.set(step, 'deleted', 'The files do not name it.');
    });
  }

  private async deleteThing(kind: ThingKind, id: string): Promise<void> {
    const { endpoint, options } = this.site;
    if (kind === 'job') return await deleteJob(endpoint, id, options);
    const prepare = {
      volume: prepareDeleteVolume,
      app: prepareDeleteApp,
      pipeline: prepareDeletePipeline,
    };
    const remove = await prepare[kind](endpoint, id, options);
    await remove();
  }
}

function idsOf({ steps, told }: Plan, kind: 'job' | 'volume'): Map<string, string> {
  const ofKind = steps.filter(isThingStep).filter((step) => step.kind === kind);
  const there = kind === 'job' ? jobsOf(told) : volumesOf(told);
  // Where the files leave this kind out, pipelines and apps refer to what is there.
  const placed =
    ofKind.length > 0 ? ofKind.map(({ key, present }) => ({ key, id: present?.id })) : there;
  return new Map(
    placed.flatMap(({ key, id }): Array<[string, string]> => (id === undefined ? [] : [[key, id]])),
  );
}

const isProjectStep = (step: Step): step is ProjectStep => step.kind === 'project';
const isVariableStep = (step: Step): step is VariableStep => step.kind === 'variable';
