import assert from 'node:assert/strict';
import type { Check } from '../../check';
import { beginFirstProject } from '../../firstProject';

export const firstProjectChecks: Check[] = [
  {
    name: 'docs/first-project.md: files of a repository are planned and deployed for one of their targets',
    async run(editor, running) {
      const project = await beginFirstProject(editor, running, 'Shop Staging');
      try {
        const planned = await project.plan();
        await editor.screenshot('first-project-plan');
        assert.equal(planned[0]?.kind, 'summary');
        assert.ok(planned.some(({ kind, name }) => kind === 'pipeline' && name === 'Nightly'));
        assert.ok(planned.slice(1).every(({ action }) => action === 'create'));
        assert.equal(running.sandbox.store.projectByName('Shop Staging'), undefined);
        await editor.closeNode();

        const deployed = await project.deploy();
        await editor.screenshot('first-project-deploy');
        assert.ok(deployed.every(({ action }) => action === 'created'));
        const { store } = running.sandbox;
        const { id = '' } = store.projectByName('Shop Staging') ?? {};
        assert.equal(store.jobs({ projectId: id }).length, 2);
        const again = await editor.executeStep();
        assert.ok(again.every(({ action }) => action === 'unchanged'));
      } finally {
        await project.close();
      }
    },
  },
];
