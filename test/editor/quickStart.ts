import type { Editor } from './editor';
import { projectsNode, search } from './check';

/** The pictures of docs/quick-start.md that no other page has; each begins in an editor that is signed in. */
export const quickStartPictures: Array<{ name: string; take(editor: Editor): Promise<void> }> = [
  {
    name: 'actions',
    async take(editor) {
      await editor.newWorkflow();
      await editor.creator.addPlain('Schedule Trigger');
      await editor.creator.searchAfter({ node: 'Schedule Trigger', output: 0 }, search);
      await editor.creator.openActions(projectsNode);
    },
  },
  {
    name: 'credential',
    async take(editor) {
      await editor.newWorkflow();
      await editor.creator.add(search, projectsNode, 'Run job and wait');
      await editor.credential.test();
    },
  },
];
