import type { FileContent } from '../../content/fileContent';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { FieldChange } from './compare';
import type { VariableChange } from './compareVariables';
import type { FieldOfEntity } from '../files/fields';
import {
  entityPath,
  grantPath,
  PROJECT_PATH,
  variablePath,
  type EntityKind,
  type GrantKind,
  type ProjectEntity,
} from '../files/model';
import type { PlanOptions } from '../options';
import type { Capabilities } from '../target/capabilities';
import type { DeployedEntity } from '../target/entities';

export type PlannedAction = 'create' | 'update' | 'unchanged' | 'extraneous' | 'blocked';

/** One entity of a plan, as it is told. */
export interface PlannedChange {
  kind: 'project' | 'variable' | EntityKind | GrantKind | 'run';
  name: string;
  /** By which other files name it: of jobs, apps and pipelines. */
  alias?: string;
  action: PlannedAction;
  changes: FieldChange[];
  /** Why it is blocked, or what else is worth knowing. */
  reason?: string;
  /** What the target does not support of it, by the names that "Leave Out If Not Supported" takes. */
  unsupported?: readonly string[];
  /** Whether it stays, though the files do not name it and the rest of that is deleted. */
  isKept?: boolean;
}

export interface ProjectStep extends PlannedChange {
  kind: 'project';
  description?: string;
}

export interface VariableStep extends PlannedChange {
  kind: 'variable';
  wanted?: VariableChange['wanted'];
}

/** What to do about a right of a group or an allowed technology. */
export interface GrantStep extends PlannedChange {
  kind: GrantKind;
  /** By what it stands in the list of the platform; see `GrantList`. */
  key: string;
  /** What stands there then: the role, or the ID of the technology. Null leaves the role to the platform. */
  value: string | null;
}

/** What to do about a volume, job, app or pipeline, with what that takes. */
export interface EntityStep extends PlannedChange {
  kind: EntityKind;
  key: string;
  /** Undefined for what the files do not name. */
  wanted?: ProjectEntity;
  present?: DeployedEntity;
  /** The fields that differ. */
  fields: FieldOfEntity[];
  /** Its own variables that differ. */
  variables: VariableChange[];
  technologyId?: string;
  contextId?: string;
  dockerCredentialsId?: string;
  /** The package to send. */
  package?: FileContent;
  /** Whether a new version keeps the package of the one before. */
  keepsPackage?: boolean;
  /** Whether an app gets a volume of another one, which has to give it up before. */
  takesVolume?: boolean;
  /** Whether nothing is done about it, as the target does not support it. */
  isLeftOut?: boolean;
  /** Whether what is on the target is another thing under its name: several, or one of another technology. */
  isOtherEntity?: boolean;
}

/** A step for something that the files name. */
export type WantedStep = EntityStep & { wanted: ProjectEntity };

export type Step = ProjectStep | VariableStep | GrantStep | EntityStep;

export function isEntityStep(step: Step): step is EntityStep {
  return step.kind !== 'project' && step.kind !== 'variable' && !isGrantStep(step);
}

export function isGrantStep(step: Step): step is GrantStep {
  return step.kind === 'right' || step.kind === 'technology';
}

/** Says something more of a step. */
export function addReason(step: PlannedChange, sentence: string | undefined): void {
  const reason = joinSentences(step.reason, sentence);
  if (reason !== '') step.reason = reason;
}

/** Blocks a step; why comes before what else is known of it. */
export function block(step: PlannedChange, why: string): void {
  step.action = 'blocked';
  step.reason = joinSentences(why, step.reason);
}

export function joinSentences(...sentences: Array<string | undefined>): string {
  return sentences.filter(Boolean).join(' ');
}

/** What a plan says of what the files do not name. */
export function extraneousReason(deleteExtraneous: boolean): string {
  return deleteExtraneous
    ? 'It is not in the files. A deploy deletes it.'
    : 'It is not in the files. It is kept.';
}

/** What globs match. */
export function pathOf(step: Step): string {
  if (isEntityStep(step)) return entityPath(step.kind, step.key);
  if (isGrantStep(step)) return grantPath(step.kind, step.name);
  return step.kind === 'variable' ? variablePath(step.name) : PROJECT_PATH;
}

/** What a plan or a deploy has to change, deletions included. */
export function needsChange(step: Step, { deleteExtraneous = false }: PlanOptions): boolean {
  if (step.action === 'extraneous') return deleteExtraneous;
  return step.action === 'create' || step.action === 'update';
}

/** Where entities are deployed to, and what is there by now. */
export interface Destination {
  endpoint: GraphqlEndpoint;
  projectId: string;
  capabilities: Capabilities;
  releaseNote?: string;
  /** IDs of jobs and volumes by their keys, those just made included. */
  ids: Record<'job' | 'volume', Map<string, string>>;
  options?: CallOptions;
}
