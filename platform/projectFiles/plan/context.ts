import type { Platform } from '../../connection/platform';
import type { CallOptions } from '../../graphql/send/endpoint';
import type { Protection } from '../files/globs';
import type { VariablePlanner } from '../kinds/variable';
import type { PlanOptions } from '../options';
import type { Snapshot } from '../target/readTarget';
import type { Capabilities } from '../target/schema';
import type { TargetProject } from '../target/target';
import type { ProjectTree } from '../tree';
import type { LeaveOut } from './decisions';
import type { KnownNames } from './resolve';
import type { Selection } from './selection';

/** All that the plan of an entry may depend on. */
export interface PlanContext {
  platform: Platform;
  tree: ProjectTree;
  project: TargetProject;
  snapshot: Snapshot;
  capabilities: Capabilities;
  knownNames: KnownNames;
  selection: Selection;
  protection: Protection;
  leaveOut: LeaveOut;
  planOptions: PlanOptions;
  variables: VariablePlanner;
  /** Whether variables that the files do not have are among the changes. */
  includesExtraneous: boolean;
  /** Whether the files describe variables. */
  hasVariables: boolean;
  /** Paths of entries that will exist after the deploy, as far as is known. */
  existing: Set<string>;
  /** Paths of new entries that are left out. */
  leftOut: Set<string>;
  options?: CallOptions;
}
