import type { Running } from '../../start/bringUp';
import type { Check } from '../support/checks';
import type { Editor } from './editor';

/** A check that starts in an editor with an empty workflow. */
export type EditorCheck = Check<[Editor, Running]>;

/** A check that executes workflows without the editor. */
export type ExecutionCheck = Check<[Running]>;

/** Text that a user types to find the nodes. */
export const search = 'data platform';
export const projectsNode = 'Data Platform Projects';
export const confFilesNode = 'Data Platform Conf Files';
export const settingsNode = 'Data Platform Settings';
