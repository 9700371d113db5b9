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
  isKept,
  type EntityStep,
  type ProjectStep,
  type Step,
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
  for: readonly Step[];
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

  constructor(
    private readonly plan: Plan,
    private readonly executor: StepExecutor,
    private readonly destination: Destination,
    private readonly deletesExtraneous: boolean,
  ) {}

  /**
   * For some steps, in the order in which they are begun: to be called before each of them.
   * @returns what waits for another thing as well, and checks again where that took long
   * @throws PlatformError where something has changed since it was planned
   */
  before(steps: readonly Step[]): (step: Step, meanwhile?: Promise<void>) => Promise<void> {
    const checks = new Map<Step, Check>();
    const requireUnchanged = async (step: Step) => {
      const known = checks.get(step);
      if (known && isFresh(known.madeAtMs)) return await known.result;
      const newest = this.startCheck(steps, step);
      for (const one of newest.for) checks.set(one, newest);
      await newest.result;
    };
    return async (step, meanwhile) => {
      if (meanwhile) await Promise.all([requireUnchanged(step), meanwhile]);
      await requireUnchanged(step);
      this.begun.add(step);
    };
  }

  /** The deploy has renamed it, and all the rest of it has to be as it was. */
  expectName(step: Step, name: string): void {
    this.names.set(step, name);
    this.begun.delete(step);
  }

  private startCheck(steps: readonly Step[], step: Step): Check {
    const ofKind = steps.filter(({ kind }) => kind === step.kind);
    const atOnce = Math.max(CHANGES_PER_CHECK, Math.ceil(ofKind.length / MAX_CHECKS));
    const first = ofKind.indexOf(step);
    const next = ofKind.slice(first, first + atOnce);
    const { readAtMs } = this.plan;
    // Planning has read everything.
    const isPlanned = this.begun.size === 0 && isFresh(readAtMs);
    return {
      madeAtMs: isPlanned ? readAtMs : Date.now(),
      for: next,
      result: isPlanned ? Promise.resolve() : this.check(next),
    };
  }

  private async check(next: readonly Step[]): Promise<void> {
    const [first] = next;
    if (!first) return;
    if (isEntityStep(first)) {
      return await this.checkEntities(first.kind, next.filter(isEntityStep));
    }
    if (first.kind === 'variable') return await this.checkVariables();
    if (first.kind === 'project') await this.checkProject(first);
  }

  private async checkProject(step: ProjectStep): Promise<void> {
    const { id, description } = this.plan.snapshot;
    if (id === '' || step.action !== 'update') return;
    const { endpoint, options } = this.destination;
    const project = await projects(endpoint).get(id, options);
    if ((textOf(project.description) ?? '') === (description ?? '')) return;
    throw new ChangedSinceApprovalError(step, 'Its description differs.');
  }

  /** All variables of the project that are not changed by now by this deploy. */
  private async checkVariables(): Promise<void> {
    const { snapshot } = this.plan;
    if (snapshot.id === '') return;
    const { endpoint, options } = this.destination;
    const there = await readVariablesOf(endpoint, 'project', snapshot.id, options);
    const begun = new Set(
      [...this.begun].filter(({ kind }) => kind === 'variable').map(({ name }) => name),
    );
    const name = differing(snapshot.variables.get(snapshot.id), there).find(
      (one) => !begun.has(one),
    );
    if (name === undefined) return;
    throw new ChangedSinceApprovalError(
      { kind: 'variable', name },
      'Its value or its description differs.',
    );
  }

  /** All entities of the kind that are not changed by now by this deploy, and the variables of those that are next. */
  private async checkEntities(kind: EntityKind, next: readonly EntityStep[]): Promise<void> {
    if (this.plan.snapshot.id === '') return;
    const [{ snapshots, deployed }] = await Promise.all([
      this.executor.read(kind),
      ...next.map((step) => this.requireSameVariables(step)),
    ]);
    const now = new Map(snapshots.map((entity) => [entity.id, entity]));
    const planned = new Map(this.plan.snapshot.entities[kind].map((entity) => [entity.id, entity]));
    const steps = this.plan.steps.filter(isEntityStep).filter((step) => step.kind === kind);
    const begun = steps.filter((step) => this.begun.has(step));
    for (const step of steps) {
      const { present } = step;
      if (!present || this.begun.has(step) || isKept(step)) continue;
      if (step.action === 'extraneous' && !this.deletesExtraneous) continue;
      const name = this.names.get(step);
      const renamed = name !== undefined && { name };
      const before = { ...planned.get(present.id), ...renamed };
      const after = now.get(present.id);
      if (!after) throw new ChangedSinceApprovalError(step, 'It no longer exists.');
      if (canonicalText(before) === canonicalText(after)) continue;
      const there = deployed.find(({ id }) => id === present.id);
      throw new ChangedSinceApprovalError(
        step,
        describeDifference(kind, { ...present.file, ...renamed }, there),
      );
    }
    const foreign = this.executor.foreignIn(kind, deployed);
    for (const step of steps) {
      const { wanted, present } = step;
      if (!wanted || present || this.begun.has(step)) continue;
      // What this deploy has just made may be of the same name.
      if (begun.some(({ name }) => name === step.name)) continue;
      if (foreign.some((one) => standsFor(one, wanted)))
        throw new ChangedSinceApprovalError(step, 'It now exists.');
    }
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
): string[] {
  const texts = (list: readonly VariableFile[]) =>
    new Map(list.map((variable) => [variable.name, canonicalText(variable)]));
  const [before, now] = [texts(planned), texts(there)];
  return [...new Set([...before.keys(), ...now.keys()])].filter(
    (name) => before.get(name) !== now.get(name),
  );
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
