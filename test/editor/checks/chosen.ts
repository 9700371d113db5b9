import assert from 'node:assert/strict';
import { type Check, projectsNode, search } from '../check';
import { openByAlias } from '../chosen';

export const chosenChecks: Check[] = [
  {
    name: 'by name: a project by its name and a job by its alias are found, and fill the lists',
    async run(editor, running) {
      await openByAlias(editor, running);
      const [row] = await editor.executeStep();
      assert.match(row?.url ?? '', /\/job\//);
      await editor.screenshot('by-name');
    },
  },
  {
    name: 'by name: the base URL of a credential may be that of a page, and its test says what it understood',
    async run(editor, { sandbox }) {
      const { baseUrl, platformId } = sandbox.credentials;
      const page = `${baseUrl}/projects/platform/${platformId}/project/p/jobs?tab=a`;
      await editor.addNode(search, projectsNode, 'Get many projects');
      await editor.testCredential();
      try {
        const understood = await editor.changeCredential({ baseUrl: page, platformId: '' });
        assert.match(understood, /"status":"OK"/);
        assert.ok(understood.includes(`platform ${platformId} at ${baseUrl}`));
        const conflict = await editor.changeCredential({ platformId: '7' });
        assert.match(conflict, /Base URL is that of the platform 1, but the Platform ID is 7/);
        await editor.showTestDetails();
        await editor.screenshot('base-url-of-a-page');
      } finally {
        // Others use the same credential.
        await editor.changeCredential({ baseUrl, platformId });
      }
    },
  },
];
