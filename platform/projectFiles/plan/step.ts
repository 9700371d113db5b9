import type { FileContent } from '../../common/content/fileContent';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { VariableToSet } from '../../resources/environmentVariable/variable';
import type { FieldOfEntity } from '../kinds/fields';
import type { PlanOptions } from '../options';
import {
  type CurrentEntry,
  type EntityKind,
  type Entry,
  type Ids,
  isEntityKind,
  type Kind,
  PART_OF,
} from '../tree';

export type PlannedAction = 'create' | 'update' | 'unchanged' | 'extraneous' | 'blocked';

/** The values of a field on the target (`from`) and in the files (`to`); null for a missing value. */
export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

export interface PlannedChange {
  kind: Kind | 'run';
  name: string;
  /** The key of a job, app or pipeline; undefined for other kinds. */
  alias?: string;
  action: PlannedAction;
  changes: FieldChange[];
  /** The causes that block the change, and remarks. */
  reason?: string;
  /** Unsupported fields and parts that the user did not choose to leave out, as "Leave Out If Not Supported" names them. */
  unsupported?: readonly string[];
}

/** The difference of an entry between the files and the target, with the data that a deploy needs to apply it. */
export interface Step extends PlannedChange {
  kind: Kind;
  key: string;
  /** The entry of the files, without fields that are left out. */
  wanted?: Entry;
  current?: CurrentEntry;
  changedFields: FieldOfEntity[];
  /** Paths of fields that are neither compared nor set. */
  ignored: string[];
  /** The difference between the technologies in the files and on the target. It blocks the step. */
  technologyChange?: FieldChange;
  /** The difference between two packages with the same name. */
  packageChange?: FieldChange;
  /** The entity's variables that differ or are blocked. */
  variables: Step[];
  variableToSet?: VariableToSet;
  /** A right or technology to add to the platform's list, to change there, or to remove from it. */
  grant?: CurrentEntry;
  technologyId?: string;
  contextId?: string;
  dockerCredentialsId?: string;
  package?: FileContent;
  /** Whether a new version keeps the package of the current one. */
  keepsPackage?: boolean;
  /** The name that the entity gets before other entities change, because another entity needs its current name. */
  renameFirstTo?: string;
  /** Whether an app gets a volume that another app must release first. */
  takesVolume?: boolean;
  /** Whether an entry that only the target has is kept because it is protected, or because another entry needs it. */
  isKept?: boolean;
  /** Whether the entry is skipped because the target does not support it and the user chose to leave it out. */
  isLeftOut?: boolean;
  /** Whether the target has several entries of this name, so that it is unclear which one the files describe. */
  isAmbiguous?: boolean;
}

export type EntityStep = Step & { kind: EntityKind };

export type WantedStep = EntityStep & { wanted: Entry };

export function createStep(
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

export function isInFiles(step: EntityStep): step is WantedStep {
  return step.wanted !== undefined;
}

/** Whether a deploy creates or changes the entity. */
export function willBeSent(step: EntityStep): step is WantedStep {
  return isInFiles(step) && (step.action === 'create' || step.action === 'update');
}

/** Whether a deploy creates, changes or deletes the entry. */
export function needsChange(step: Step, { deleteExtraneous = false }: PlanOptions): boolean {
  if (step.action === 'extraneous') return deleteExtraneous;
  return step.action === 'create' || step.action === 'update';
}

/** The target project of a deploy, with the data that its requests need. */
export interface Destination {
  endpoint: GraphqlEndpoint;
  projectId: string;
  releaseNote?: string;
  /** Grows with each job and volume that the deploy creates. */
  ids: Ids;
  options?: CallOptions;
}

/** Only this function and the functions below set the reason of a step. */
export function addReason(step: PlannedChange, sentence: string | undefined): void {
  const reason = joinSentences(step.reason, sentence);
  if (reason !== '') step.reason = reason;
}

/** The first cause comes before earlier remarks. */
export function block(step: PlannedChange, why: string): void {
  const isFirst = step.action !== 'blocked';
  step.action = 'blocked';
  step.reason = isFirst ? joinSentences(why, step.reason) : joinSentences(step.reason, why);
}

export function keep(step: Step, why: string): void {
  Object.assign(step, { isKept: true, action: 'unchanged', changes: [] });
  addReason(step, `It is not in the files. ${why}`);
}

const EVERYTHING = '*';

/** Whether the user chose to leave out a field or part, or a field that contains it. */
function mayLeaveOut(name: string, leaveOut: readonly string[]): boolean {
  return leaveOut.some((chosen) => chosen === EVERYTHING || `${name}.`.startsWith(`${chosen}.`));
}

/** Adds a remark about unsupported parts that the user chose to leave out. Blocks the step if there are others. */
export function leaveOutOrBlock(
  step: Step,
  names: readonly string[],
  leaveOut: readonly string[],
): void {
  const leftOut = names.filter((name) => mayLeaveOut(name, leaveOut));
  const unsupported = names.filter((name) => !mayLeaveOut(name, leaveOut));
  if (leftOut.length > 0) {
    addReason(step, `Left out because the target does not support it: ${leftOut.join(', ')}.`);
  }
  if (unsupported.length === 0) return;
  const hint = 'To deploy without it, add it to "Leave Out If Not Supported".';
  block(step, `The target does not support ${unsupported.join(', ')}. ${hint}`);
  step.unsupported = unsupported;
}

/** Leaves out the whole entity if the user chose to leave out its kind. Otherwise, blocks the step. */
export function leaveOutOrBlockEntity(
  step: EntityStep,
  why: string,
  leaveOut: readonly string[],
): void {
  const part = PART_OF[step.kind];
  delete step.reason;
  if (mayLeaveOut(part, leaveOut)) {
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
