import assert from 'node:assert/strict';
import { APP_IDS, PROJECT_IDS } from '../../../sandbox';
import type { Check } from '../check';

const trigger = 'When an app changes';
const run = 'Run an app';

export const appChecks: Check[] = [
  {
    name: 'apps: a run waits until the app has started, and its event is fetched',
    async run(editor, { api, sandbox }) {
      const [credential] = (await api.listCredentials()).filter(
        ({ type }) => type === 'dataPlatformApi',
      );
      assert.ok(credential);
      const { technologyId = '' } = sandbox.store.apps.find(APP_IDS.gridApi) ?? {};
      const app = sandbox.store.apps.add({
        projectId: PROJECT_IDS.retail,
        name: 'Price dashboard',
        technologyId,
      });
      const node = (name: string, type: string, at: number, parameters: object) => ({
        id: name,
        name,
        type: `n8n-nodes-data-platform.${type}`,
        typeVersion: 1,
        position: [at, 0] as [number, number],
        credentials: { dataPlatformApi: credential },
        parameters: parameters as never,
      });
      const id = 'appsOfPlatform01';
      await api.saveWorkflow({
        id,
        name: id,
        nodes: [
          node(trigger, 'dataPlatformProjectsTrigger', 0, { resource: 'job' }),
          node(run, 'dataPlatformProjects', 240, {
            resource: 'app',
            operation: 'run',
            appId: { __rl: true, mode: 'id', value: app.id },
            options: { waitUntilStarted: true },
          }),
        ],
        connections: {},
        settings: { executionOrder: 'v1' },
      });
      await editor.openWorkflow(id);
      await editor.openNode(run);
      const [started] = await editor.executeStep();
      assert.equal(started?.status, 'STARTED');
      assert.deepEqual(await editor.cutTexts(), []);
      await editor.screenshot('app-run');
      await editor.closeNode();
      await editor.openNode(trigger);
      await editor.setOption('resource', 'App');
      await editor.page.getByText('App Names or IDs', { exact: true }).first().waitFor();
      await editor.screenshot('app-trigger-switched');
      assert.deepEqual(await editor.cutTexts(), []);
    },
  },
];
