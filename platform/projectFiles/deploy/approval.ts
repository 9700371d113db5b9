import { readVariablesOf } from '../target/readVariables';
import { canonicalText } from '../files/stableJson';
import { getProject } from '../../projects/project/projects';
import { textOf } from '../../text/values';
import type { Platform } from '../../connection/platform';
import type { EntityKind, VariableFile } from '../files/model';
import type { Plan } from '../plan/plan';
import { compareField } from '../plan/compare';
import { isEntityStep, isKept, type EntityStep, type ProjectStep, type Step } from '../plan/steps';
import { FIELDS } from '../files/fields';
import type { DeployedEntity } from '../target/entities';
import type { Destination } from '../plan/destination';
import { changedSinceApproval as changed } from './interference';
import type { StepExecutor } from './stepExecutor';

/** At most so many things are changed on the word of one look, or a tenth of them … */
const CHANGES_OF_ONE_LOOK = 4;
const LOOKS_AT_MANY = 10;
/** … and for no longer than this. */
const LOOK_HOLDS_FOR_MS = 1_000;

/** What is there by now of some steps that are next. */
interface Look {
  takenAtMs: number;
  for: readonly Step[];
  result: Promise<void>;
}

/**
 * Compares what an approved plan is about with what is there, just before it is changed: what somebody has changed since
 * is not overwritten, and nothing more is begun.
 */
export class Approval {
  private readonly begun = new Set<Step>();

  constructor(
    private readonly platform: Platform,
    private readonly plan: Plan,
    private readonly executor: StepExecutor,
    private readonly destination: Destination,
    private readonly deletesExtraneous: boolean,
  ) {}

  /**
   * For some steps, in the order in which they are begun: to be called before each of them.
   * @returns what waits for another thing as well, and looks again where that took long
   * @throws PlatformError where something has changed since it was planned
   */
  before(steps: readonly Step[]): (step: Step, meanwhile?: Promise<void>) => Promise<void> {
    const looks = new Map<Step, Look>();
    const look = async (step: Step) => {
      const known = looks.get(step);
      if (known && isFresh(known.takenAtMs)) return await known.result;
      const newest = this.look(steps, step);
      for (const one of newest.for) looks.set(one, newest);
      await newest.result;
    };
    return async (step, meanwhile) => {
      if (meanwhile) await Promise.all([look(step), meanwhile]);
      await look(step);
      this.begun.add(step);
    };
  }

  private look(steps: readonly Step[], step: Step): Look {
    const ofKind = steps.filter(({ kind }) => kind === step.kind);
    const atOnce = Math.max(CHANGES_OF_ONE_LOOK, Math.ceil(ofKind.length / LOOKS_AT_MANY));
    const first = ofKind.indexOf(step);
    const next = ofKind.slice(first, first + atOnce);
    const { readAtMs } = this.plan;
    // Planning was a look at everything.
    const isPlanned = this.begun.size === 0 && isFresh(readAtMs);
    return {
      takenAtMs: isPlanned ? readAtMs : Date.now(),
      for: next,
      result: isPlanned ? Promise.resolve() : this.lookAt(next),
    };
  }

  private async lookAt(next: readonly Step[]): Promise<void> {
    const [first] = next;
    if (!first) return;
    if (isEntityStep(first)) {
      return await this.lookAtEntities(first.kind, next.filter(isEntityStep));
    }
    if (first.kind === 'variable') return await this.lookAtVariables();
    await this.lookAtProject(first);
  }

  private async lookAtProject(step: ProjectStep): Promise<void> {
    const { id, description } = this.plan.told;
    if (id === '' || step.action !== 'update') return;
    const project = await getProject(this.platform.projects, id, this.destination.options);
    if ((textOf(project.description) ?? '') === (description ?? '')) return;
    throw changed(step, 'Its description differs.');
  }

  /** All variables of the project that are not changed by now by this deploy. */
  private async lookAtVariables(): Promise<void> {
    const { told } = this.plan;
    if (told.id === '') return;
    const { endpoint, options } = this.destination;
    const there = await readVariablesOf(endpoint, 'project', told.id, options);
    const begun = new Set(
      [...this.begun].filter(({ kind }) => kind === 'variable').map(({ name }) => name),
    );
    const name = differing(told.variables.get(told.id), there).find((one) => !begun.has(one));
    if (name === undefined) return;
    throw changed({ kind: 'variable', name }, 'Its value or its description differs.');
  }

  /** All entities of the kind that are not changed by now by this deploy, and the variables of those that are next. */
  private async lookAtEntities(kind: EntityKind, next: readonly EntityStep[]): Promise<void> {
    if (this.plan.told.id === '') return;
    const [{ told, placed }] = await Promise.all([
      this.executor.read(kind),
      ...next.map((step) => this.requireSameVariables(step)),
    ]);
    const now = new Map(told.map((entity) => [entity.id, entity]));
    const planned = new Map(this.plan.told.entities[kind].map((entity) => [entity.id, entity]));
    const steps = this.plan.steps.filter(isEntityStep).filter((step) => step.kind === kind);
    const begun = steps.filter((step) => this.begun.has(step));
    const own = new Set(
      steps.flatMap((step) => (this.begun.has(step) ? (this.executor.idOf(step) ?? []) : [])),
    );
    for (const step of steps) {
      const { present } = step;
      if (!present || this.begun.has(step) || isKept(step)) continue;
      if (step.action === 'extraneous' && !this.deletesExtraneous) continue;
      const [before, after] = [planned.get(present.id), now.get(present.id)];
      if (!after) throw changed(step, 'It no longer exists.');
      if (canonicalText(before ?? null) === canonicalText(after)) continue;
      const there = placed.find(({ id }) => id === present.id);
      throw changed(step, whatDiffers(kind, present, there));
    }
    for (const step of steps) {
      const { wanted, present } = step;
      if (!wanted || present || this.begun.has(step)) continue;
      // What this deploy has just made may be of the same name.
      if (begun.some(({ name }) => name === step.name)) continue;
      const isMeant = ({ id, name, hasAlias, key }: DeployedEntity) =>
        !planned.has(id) &&
        !own.has(id) &&
        (name === wanted.name || (hasAlias && key === wanted.file.alias));
      if (placed.some(isMeant)) throw changed(step, 'It now exists.');
    }
  }

  private async requireSameVariables(step: EntityStep): Promise<void> {
    const { kind, present, variables, action } = step;
    if (!present || kind === 'volume') return;
    if (variables.length === 0 && action !== 'extraneous') return;
    const { endpoint, options } = this.destination;
    const there = await readVariablesOf(endpoint, kind, present.id, options);
    const [name] = differing(this.plan.told.variables.get(present.id), there);
    if (name !== undefined) throw changed(step, `Its variable ${name} differs.`);
  }
}

function isFresh(takenAtMs: number): boolean {
  return Date.now() - takenAtMs <= LOOK_HOLDS_FOR_MS;
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

function whatDiffers(
  kind: EntityKind,
  before: DeployedEntity,
  now: DeployedEntity | undefined,
): string {
  const fields = FIELDS[kind].flatMap(
    (field) => compareField(field, now?.file ?? {}, before.file)?.field ?? [],
  );
  return fields.length === 0 ? 'It has another version.' : `What differs: ${fields.join(', ')}.`;
}
