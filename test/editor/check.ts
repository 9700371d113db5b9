import type { Running } from '../../start/bringUp';
import type { Editor } from './editor';

export interface Check {
  /** Promise to a user that the check tests. */
  name: string;
  /** Whether each change has to pass it (`--short`). */
  isShort?: boolean;
  /** Begins in an editor that is signed in, on an empty workflow. */
  run(editor: Editor, running: Running): Promise<void>;
}

/** A check of what n8n executes, without the editor. */
export interface ExecutionCheck {
  name: string;
  isShort?: boolean;
  run(running: Running): Promise<void>;
}

/** Words that a user types to find the nodes. */
export const search = 'data platform';
export const projectsNode = 'Data Platform Projects';
export const confFilesNode = 'Data Platform Conf Files';
export const settingsNode = 'Data Platform Settings';
