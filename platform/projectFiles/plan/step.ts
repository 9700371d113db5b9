import type { FileContent } from '../../common/content/fileContent';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { VariableToSet } from '../../resources/environmentVariable/variable';
import type { FieldOfEntity } from '../kinds/fields';
import type { PlanOptions } from '../options';
import {
  type Current,
  type EntityKind,
  type Entry,
  type Ids,
  isEntityKind,
  type Kind,
  PART_OF,
} from '../tree';

export type PlannedAction = 'create' | 'update' | 'unchanged' | 'extraneous' | 'blocked';

/** A field with its value on the target, and in the files. Null is no value. */
export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** The change of an entry, as a plan reports it. */
export interface PlannedChange {
  kind: Kind | 'run';
  name: string;
  /** Of jobs, apps and pipelines. */
  alias?: string;
  action: PlannedAction;
  changes: FieldChange[];
  /** Why it is blocked, or what else is worth knowing. */
  reason?: string;
  /** Parts that the target does not support, by the names that "Leave Out If Not Supported" accepts. */
  unsupported?: readonly string[];
}

/** The difference between the files and the target for one entry, and what a deploy needs to remove it. */
export interface Step extends PlannedChange {
  kind: Kind;
  key: string;
  /** Undefined for an entry that the files do not have. Without the fields that are left out. */
  wanted?: Entry;
  current?: Current;
  /** The fields of an entity that differ. */
  changedFields: FieldOfEntity[];
  /** Paths of fields that are not compared, because the target cannot set them or keeps its own value. */
  ignored: string[];
  /** The difference to the technology on the target, which blocks. */
  technologyChange?: FieldChange;
  /** The difference of two packages with the same name. */
  packageChange?: FieldChange;
  /** The variables of an entity that differ. */
  variables: Step[];
  set?: VariableToSet;
  /** Of a right or technology: the entry to add to the list of the platform, or to remove from it. */
  grant?: Current;
  technologyId?: string;
  contextId?: string;
  dockerCredentialsId?: string;
  package?: FileContent;
  /** Whether a new version keeps the package of the one before. */
  keepsPackage?: boolean;
  /** The name that it gets before anything else is changed, because another entry gets the name that it has. */
  renameFirstTo?: string;
  /** Whether an app gets a volume of another one, which must give it up first. */
  takesVolume?: boolean;
  /** Whether it stays though the files do not have it, and the rest of its kind is deleted. */
  isKept?: boolean;
  /** Whether nothing is done about it because the target does not support it. */
  isLeftOut?: boolean;
  /** Whether the target has several entries with its name, and nothing says which one is meant. */
  isAmbiguous?: boolean;
}

/** A step of a volume, job, app or pipeline. */
export type EntityStep = Step & { kind: EntityKind };

/** An entity of the files. */
export type WantedStep = EntityStep & { wanted: Entry };

/** Returns a step that is not planned yet. */
export function newStep(
  { kind, key, name }: Pick<Entry, 'kind' | 'key' | 'name'>,
  { wanted, current }: Pick<Step, 'wanted' | 'current'>,
): Step {
  const hasAlias = isEntityKind(kind) && kind !== 'volume';
  return {
    kind,
    name,
    ...(hasAlias && { alias: key }),
    key,
    wanted,
    current,
    action: wanted ? (current ? 'unchanged' : 'create') : 'extraneous',
    changes: [],
    changedFields: [],
    ignored: [],
    variables: [],
  };
}

export function isEntityStep(step: Step): step is EntityStep {
  return isEntityKind(step.kind);
}

export function hasWanted(step: EntityStep): step is WantedStep {
  return step.wanted !== undefined;
}

/** Whether a deploy creates or changes the entity. */
export function willBeSent(step: EntityStep): step is WantedStep {
  return hasWanted(step) && (step.action === 'create' || step.action === 'update');
}

/** Whether a deploy changes or deletes the entry. */
export function needsChange(step: Step, { deleteExtraneous = false }: PlanOptions): boolean {
  if (step.action === 'extraneous') return deleteExtraneous;
  return step.action === 'create' || step.action === 'update';
}

/** Where entities are deployed to. */
export interface Destination {
  endpoint: GraphqlEndpoint;
  projectId: string;
  releaseNote?: string;
  /** Includes what was just created. */
  ids: Ids;
  options?: CallOptions;
}

/** Decisions about a step. Only these write its reason. */

export function addReason(step: PlannedChange, sentence: string | undefined): void {
  const reason = joinSentences(step.reason, sentence);
  if (reason !== '') step.reason = reason;
}

/** Blocks a step. Its causes come first, in the order in which they are found. */
export function block(step: PlannedChange, why: string): void {
  const isFirst = step.action !== 'blocked';
  step.action = 'blocked';
  step.reason = isFirst ? joinSentences(why, step.reason) : joinSentences(step.reason, why);
}

/** Keeps an entry that the files do not have, though others are deleted. */
export function keep(step: Step, why: string): void {
  Object.assign(step, { isKept: true, action: 'unchanged', changes: [] });
  addReason(step, `It is not in the files. ${why}`);
}

/** Where nodes are drawn: a part of a graph that not every platform keeps. */
export const POSITIONS = 'version.graph.position';

const EVERYTHING = '*';

/** Whether a field, kind or part, or one around it, is to be left out. */
function isLeftOut(name: string, leaveOut: readonly string[]): boolean {
  return leaveOut.some((one) => one === EVERYTHING || `${name}.`.startsWith(`${one}.`));
}

/** Leaves out parts that the target does not support if the user chose so. Others block. */
export function leaveOutOrBlock(
  step: Step,
  names: readonly string[],
  leaveOut: readonly string[],
): void {
  const leftOut = names.filter((name) => isLeftOut(name, leaveOut));
  const unsupported = names.filter((name) => !isLeftOut(name, leaveOut));
  if (leftOut.length > 0) {
    addReason(step, `Left out because the target does not support it: ${leftOut.join(', ')}.`);
  }
  if (unsupported.length === 0) return;
  const hint = 'To deploy without it, add it to "Leave Out If Not Supported".';
  block(step, `The target does not support ${unsupported.join(', ')}. ${hint}`);
  step.unsupported = unsupported;
}

/** The same for an entity as a whole. */
export function leaveOutOrBlockEntity(
  step: EntityStep,
  why: string,
  leaveOut: readonly string[],
): void {
  const part = PART_OF[step.kind];
  delete step.reason;
  if (isLeftOut(part, leaveOut)) {
    const nothing = { changes: [], changedFields: [], variables: [], isLeftOut: true };
    Object.assign(step, { ...nothing, action: 'unchanged' });
    addReason(step, `Left out: ${why}`);
  } else {
    block(step, why);
    step.unsupported = [part];
  }
}

export function joinSentences(...sentences: Array<string | undefined>): string {
  return sentences.filter(Boolean).join(' ');
}
