import { PROJECT_IDS } from '../../sandbox';
import type { Running } from '../../start/bringUp';
import type { Editor } from './editor';
import { openOneNode } from './oneNode';

const listed = (value: string, cachedResultName = '') => ({
  __rl: true,
  mode: 'list',
  value,
  cachedResultName,
});

/** For docs/projects.md: a job goes to another project. */
export const movingPictures = [
  {
    name: 'move',
    async take(editor: Editor, running: Running): Promise<void> {
      const name = 'Load orders';
      const { id } = running.sandbox.store.addJob({ name, projectId: PROJECT_IDS.retail });
      const parameters = {
        resource: 'job',
        operation: 'move',
        projectId: listed(PROJECT_IDS.retail, 'Retail Analytics'),
        jobId: listed(id, name),
        targetProjectId: listed(''),
      };
      await openOneNode(editor, running, { id: 'moveAJob00000001', node: 'Move job', parameters });
      await editor.openList('targetProjectId');
      await editor.pick('Energy Forecast');
      await editor.executeStep();
    },
  },
];
