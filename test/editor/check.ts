import type { Running } from '../../start/bringUp';
import type { Check } from '../support/checks';
import type { Editor } from './editor';

/** Begins in an editor that is signed in, on an empty workflow. */
export type EditorCheck = Check<[Editor, Running]>;

/** Executes workflows, without the editor. */
export type ExecutionCheck = Check<[Running]>;

/** Words that a user types to find the nodes. */
export const search = 'data platform';
export const projectsNode = 'Data Platform Projects';
export const confFilesNode = 'Data Platform Conf Files';
export const settingsNode = 'Data Platform Settings';
