import { comparableText } from '../../resources/comparing';
import { excerpt } from '../../text/text';
import {
  entityPath,
  GRANT_PARTS,
  PART_OF,
  referencesOf,
  type EntityKind,
  type ProjectModel,
} from '../files/model';
import type { Protection } from '../files/globs';
import type { PlanOptions } from '../options';
import type { DeployedEntity } from '../target/entities';
import { technologiesInUse } from './planGrants';
import { block, isEntityStep, pathOf, type EntityStep, type ProjectStep, type Step } from './steps';

/** So many may be deleted of a project of any size. */
const MIN_DELETIONS = 5;

type Extraneous = Exclude<Step, ProjectStep>;

/** What there is on a target, whatever the files name. */
export interface TargetContents {
  /** Each with the key that the files know it by. */
  entities: ReadonlyArray<{ kind: EntityKind; key: string; entity: DeployedEntity }>;
  /** How many things of it the deploy is about. */
  count: number;
}

/** Blocks the changes of what is there and protected from them; what is not there yet may be made. */
export function blockProtected(steps: readonly Step[], protection: Protection): void {
  for (const step of steps) {
    if (step.action !== 'update') continue;
    const glob = protection.changeGlob(pathOf(step));
    if (glob === undefined) continue;
    block(step, `It is protected by "${excerpt(glob, [], 100)}".`);
  }
}

/** Blocks what a platform refuses because of what it has. */
export function blockRefused(
  steps: readonly EntityStep[],
  { entities }: TargetContents,
  { deleteExtraneous = false }: PlanOptions,
): void {
  const stepOf = new Map(steps.map((step) => [step.present, step]));
  // Of the files, no two have the same: so one entity of the target is enough.
  const holders = new Map<string, DeployedEntity>();
  const named = new Map<string, DeployedEntity>();
  for (const { kind, entity } of entities) {
    for (const { key } of referencesOf('app', kind === 'app' ? entity.file : undefined)) {
      holders.set(key, entity);
    }
    const isFreed = deleteExtraneous && stepOf.get(entity)?.action === 'extraneous';
    const isNamed = kind === 'volume' ? !isFreed : kind !== 'app' && entity.hasAlias;
    if (isNamed) named.set(`${kind} ${entity.key.toLowerCase()}`, entity);
  }
  const holdersOf = ({ kind, wanted, present }: EntityStep) =>
    referencesOf(kind, kind === 'app' ? wanted?.file : undefined).flatMap(({ key }) => {
      const holder = holders.get(key);
      return holder === undefined || holder === present ? [] : [holder];
    });
  for (const step of steps) if (holdersOf(step).length > 0) step.takesVolume = true;
  const refusal = (step: EntityStep) => {
    const { kind, key, wanted, present } = step;
    const holder = holdersOf(step).find((app) => {
      const other = stepOf.get(app);
      return !other?.wanted || other.takesVolume;
    });
    if (holder) {
      return `The app "${excerpt(holder.name)}" of the target is linked to one of its volumes. Unlink it there first.`;
    }
    if (kind === 'volume' && bytesOf(wanted?.file.size) < bytesOf(present?.file.size)) {
      return `A volume cannot become smaller. Its size is ${String(present?.file.size)}.`;
    }
    const twin = named.get(`${kind} ${key.toLowerCase()}`);
    const setsName = kind === 'volume' || wanted?.file.alias !== undefined;
    if (!twin || twin === present || twin.key === key || !setsName) return undefined;
    return `The target has the ${kind} "${excerpt(twin.key)}". Names must differ by more than upper and lower case.`;
  };
  for (const step of steps) {
    if (step.action !== 'create' && step.action !== 'update') continue;
    const why = refusal(step);
    if (why !== undefined) block(step, why);
  }
}

function bytesOf(size: unknown): number {
  return typeof size === 'string' ? parseFloat(comparableText('size', size) ?? '') : NaN;
}

/** Says of what the files do not name what a deploy does about it, and blocks what looks like a mistake. */
export function planDeletions(
  steps: readonly Step[],
  model: ProjectModel,
  present: TargetContents,
  protection: Protection,
  { deleteExtraneous = false, deleteAtMost }: PlanOptions,
): void {
  if (!deleteExtraneous) return;
  const others = steps.filter(isExtraneous);
  for (const step of others) {
    const glob = protection.deletionGlob(pathOf(step));
    if (glob !== undefined)
      keep(step, `It is protected by "${excerpt(glob, [], 100)}" and is kept.`);
  }
  keepReferenced(steps, others, present);
  const left = others.filter(({ isKept }) => !isKept);
  for (const step of left) {
    if (hasFilesOf(model, step.kind)) continue;
    blockDeletion(
      step,
      `The files contain no ${nounOf(step)}, so none is deleted. ${WITHOUT_FILES}`,
    );
  }
  const toDelete = left.filter(({ action }) => action === 'extraneous');
  const most = deleteAtMost ?? Math.max(MIN_DELETIONS, Math.floor(present.count / 2));
  if (toDelete.length <= most) return;
  const why = `The deploy would delete ${toDelete.length} of ${present.count} entries, but the limit is ${most}. To delete them, set "Delete at Most" to ${toDelete.length}.`;
  for (const step of toDelete) blockDeletion(step, why);
}

const WITHOUT_FILES =
  'Fix the folder, or remove it from "include" in project.json. To delete the entries, delete them on the platform.';

function isExtraneous(step: Step): step is Extraneous {
  return step.action === 'extraneous' && step.kind !== 'project';
}

function nounOf({ kind }: Extraneous): string {
  if (kind === 'variable') return 'variables of the project';
  return kind === 'right' || kind === 'technology' ? GRANT_PARTS[kind] : PART_OF[kind];
}

function hasFilesOf(
  { variables, entities, grants }: ProjectModel,
  kind: Extraneous['kind'],
): boolean {
  if (kind === 'right' || kind === 'technology') return (grants?.[kind] ?? []).length > 0;
  return (kind === 'variable' ? variables : entities[kind]).length > 0;
}

function keep(step: Extraneous, reason: string): void {
  step.isKept = true;
  step.action = 'unchanged';
  step.changes = [];
  step.reason = `It is not in the files. ${reason}`;
}

function blockDeletion(step: Extraneous, reason: string): void {
  step.action = 'blocked';
  step.reason = reason;
}

/** Jobs of a pipeline that stays, volumes of an app that stays, and technologies of what stays, stay. */
function keepReferenced(
  steps: readonly Step[],
  others: readonly Extraneous[],
  { entities }: Pick<TargetContents, 'entities'>,
): void {
  const stepOf = new Map(steps.filter(isEntityStep).map((step) => [step.present, step]));
  const needed = new Map<string, string>();
  for (const { kind, key, entity } of entities) {
    const step = stepOf.get(entity);
    // What is deployed has what it needs by the files.
    const stays = !step || step.isKept;
    if (!stays) continue;
    for (const reference of referencesOf(kind, entity.file)) {
      needed.set(entityPath(reference.kind, reference.key), entityPath(kind, key));
    }
  }
  const used = technologiesInUse(steps, { entities });
  for (const step of others) {
    const user = step.kind === 'technology' ? used.get(step.key) : needed.get(pathOf(step));
    const by = step.isKept ? undefined : user;
    if (by !== undefined) keep(step, `It is kept because ${excerpt(by)} needs it.`);
  }
}
