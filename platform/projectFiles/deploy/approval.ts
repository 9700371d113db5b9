import { readVariablesOf } from '../target/readVariables';
import { canonicalText } from '../files/stableJson';
import { projects } from '../../resources/project';
import { textOf } from '../../text/values';
import type { EntityFile, EntityKind, VariableFile } from '../files/model';
import type { Plan } from '../plan/plan';
import { compareField } from '../plan/compare';
import { standsFor } from '../plan/match';
import {
  type Destination,
  isEntityStep,
  type EntityStep,
  type Step,
  type VariableStep,
} from '../plan/steps';
import { FIELDS } from '../files/fields';
import type { DeployedEntity } from '../target/entities';
import { ChangedSinceApprovalError } from './conflicts';
import type { StepExecutor } from './stepExecutor';

/** At most so many steps rely on one check, or a tenth of them … */
const CHANGES_PER_CHECK = 4;
const MAX_CHECKS = 10;
/** … and for no longer than this. */
const CHECK_HOLDS_FOR_MS = 1_000;

/** A comparison with what is on the target by now, for some steps that are next. */
interface Check {
  madeAtMs: number;
  result: Promise<void>;
}

/**
 * Compares what an approved plan is about with what is there, just before it is changed: what somebody has changed since is
 * not overwritten, and nothing more is begun. A check reads everything of a kind once, compares all of it that this deploy
 * has not begun to change, and counts for the next few steps, for at most a second from when it began; after that, the next
 * step makes a new one. The plan's own reading is the first check, while it is that young. The platform cannot be asked to
 * change something only if it is still the same, so this second and the request itself are the time in which a change of
 * somebody else may still go unseen; what was created twice in that time is found afterwards, by `ReadBack`.
 */
export class Approval {
  private readonly begun = new Set<Step>();
  /** The names that the deploy itself has given, of what it has changed nothing else of. */
  private readonly names = new Map<Step, string>();
  private readonly checks = new Map<Step, Check>();

  constructor(
    private readonly plan: Plan,
    private readonly executor: StepExecutor,
    private readonly destination: Destination,
    private readonly deletesExtraneous: boolean,
  ) {}

  /**
   * To be called just before a step is begun.
   * @param all steps that are carried out, in the order in which they are begun
   * @throws ChangedSinceApprovalError where something has changed since it was planned
   */
  async requireUnchanged(step: Step, all: readonly Step[]): Promise<void> {
    const known = this.checks.get(step);
    const check = known && isFresh(known.madeAtMs) ? known : this.startCheck(step, all);
    await check.result;
    this.begun.add(step);
  }

  /** The deploy has renamed it, and all the rest of it has to be as it was. */
  expectName(step: Step, name: string): void {
    this.names.set(step, name);
    this.begun.delete(step);
    this.checks.delete(step);
  }

  private startCheck(step: Step, all: readonly Step[]): Check {
    const ofKind = all.filter(({ kind }) => kind === step.kind);
    const atOnce = Math.max(CHANGES_PER_CHECK, Math.ceil(ofKind.length / MAX_CHECKS));
    const first = ofKind.indexOf(step);
    const next = ofKind.slice(first, first + atOnce);
    const { readAtMs, snapshot } = this.plan;
    // Planning has read everything, and a new project has nothing.
    const isPlanned = snapshot.id === '' || (this.begun.size === 0 && isFresh(readAtMs));
    const check = isPlanned
      ? { madeAtMs: readAtMs, result: Promise.resolve() }
      : { madeAtMs: Date.now(), result: this.check(step, next) };
    for (const one of next) this.checks.set(one, check);
    return check;
  }

  private async check(step: Step, next: readonly Step[]): Promise<void> {
    if (isEntityStep(step)) await this.checkEntities(step.kind, next.filter(isEntityStep));
    else if (step.kind === 'variable') await this.checkVariables();
    else if (step.kind === 'project') await this.checkProject(step);
  }

  private async checkProject(step: Step): Promise<void> {
    const { id, description } = this.plan.snapshot;
    const { endpoint, options } = this.destination;
    const project = await projects(endpoint).get(id, options);
    if ((textOf(project.description) ?? '') === (description ?? '')) return;
    throw new ChangedSinceApprovalError(step, 'Its description differs.');
  }

  private async checkVariables(): Promise<void> {
    const { snapshot, steps } = this.plan;
    const { endpoint, options } = this.destination;
    const there = await readVariablesOf(endpoint, 'project', snapshot.id, options);
    const names = differing(snapshot.variables.get(snapshot.id), there);
    const changed = steps
      .filter((step): step is VariableStep => step.kind === 'variable')
      .find((step) => this.isNext(step) && names.has(step.name));
    if (!changed) return;
    throw new ChangedSinceApprovalError(changed, 'Its value or its description differs.');
  }

  /** All entities of the kind, and the variables of those that are next. */
  private async checkEntities(kind: EntityKind, next: readonly EntityStep[]): Promise<void> {
    const [{ snapshots, deployed }] = await Promise.all([
      this.executor.read(kind),
      ...next.map((step) => this.requireSameVariables(step)),
    ]);
    const now = new Map(snapshots.map((entity) => [entity.id, entity]));
    const planned = new Map(this.plan.snapshot.entities[kind].map((entity) => [entity.id, entity]));
    const steps = this.plan.steps.filter(isEntityStep).filter((step) => step.kind === kind);
    const namesBegun = new Set(steps.filter((one) => this.begun.has(one)).map(({ name }) => name));
    const foreign = this.executor.foreignIn(kind, deployed);
    for (const step of steps.filter((one) => this.isNext(one))) {
      const { wanted, present } = step;
      if (present) {
        const name = this.names.get(step);
        const renamed = name !== undefined && { name };
        const after = now.get(present.id);
        if (!after) throw new ChangedSinceApprovalError(step, 'It no longer exists.');
        const before = { ...planned.get(present.id), ...renamed };
        if (canonicalText(before) === canonicalText(after)) continue;
        const there = deployed.find(({ id }) => id === present.id);
        const how = describeDifference(kind, { ...present.file, ...renamed }, there);
        throw new ChangedSinceApprovalError(step, how);
      }
      // What this deploy has just made may be of the same name.
      if (!wanted || namesBegun.has(step.name)) continue;
      if (foreign.some((one) => standsFor(one, wanted)))
        throw new ChangedSinceApprovalError(step, 'It now exists.');
    }
  }

  /** Whether it is of the plan, and not changed by now by this deploy. */
  private isNext(step: Step): boolean {
    const isLeft = step.action === 'extraneous' && !this.deletesExtraneous;
    return !this.begun.has(step) && !isLeft && !step.isKept;
  }

  private async requireSameVariables(step: EntityStep): Promise<void> {
    const { kind, present, variables, action } = step;
    if (!present || kind === 'volume') return;
    if (variables.length === 0 && action !== 'extraneous') return;
    const { endpoint, options } = this.destination;
    const there = await readVariablesOf(endpoint, kind, present.id, options);
    const [name] = differing(this.plan.snapshot.variables.get(present.id), there);
    if (name !== undefined)
      throw new ChangedSinceApprovalError(step, `Its variable ${name} differs.`);
  }
}

function isFresh(madeAtMs: number): boolean {
  return Date.now() - madeAtMs <= CHECK_HOLDS_FOR_MS;
}

/** The names of variables that are not the same in both lists. */
function differing(
  planned: readonly VariableFile[] = [],
  there: readonly VariableFile[],
): Set<string> {
  const texts = (list: readonly VariableFile[]) =>
    new Map(list.map((variable) => [variable.name, canonicalText(variable)]));
  const [before, now] = [texts(planned), texts(there)];
  const names = [...before.keys(), ...now.keys()];
  return new Set(names.filter((name) => before.get(name) !== now.get(name)));
}

function describeDifference(
  kind: EntityKind,
  before: EntityFile,
  now: DeployedEntity | undefined,
): string {
  const fields = FIELDS[kind].flatMap(
    (field) => compareField(field, now?.file ?? {}, before)?.field ?? [],
  );
  return fields.length === 0 ? 'It has another version.' : `What differs: ${fields.join(', ')}.`;
}
