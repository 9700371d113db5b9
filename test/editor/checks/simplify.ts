import assert from 'node:assert/strict';
import { JOB_IDS } from '../../../sandbox';
import { type Check, projectsNode, search } from '../check';

const NODE = 'Get job';
const ID = 'simplifiedJob001';

export const simplifyChecks: Check[] = [
  {
    name: 'simplify: an output of many fields is reduced to the important ones',
    async run(editor) {
      await editor.addNode(search, projectsNode, NODE);
      await editor.openList('jobId');
      await editor.searchList('Extract daily sales');
      await editor.pick('Retail Analytics / Extract daily sales');
      const [whole] = await editor.executeStep();
      await editor.switchOn('simplify');
      const [simple] = await editor.executeStep();
      await editor.screenshot('simplify');
      assert.equal(simple?.name, whole?.name);
      assert.ok(!('creationDate' in (simple ?? {})), Object.keys(simple ?? {}).join(', '));
    },
  },
  {
    name: 'simplify: the tool of an agent returns the fields that are selected',
    async run(editor, running) {
      const credentials = await running.api.listCredentials();
      const credential = credentials.find(({ type }) => type === 'dataPlatformApi');
      assert.ok(credential);
      await running.api.saveWorkflow({
        id: ID,
        name: ID,
        nodes: [
          {
            id: 'tool',
            name: NODE,
            type: 'n8n-nodes-data-platform.dataPlatformProjectsTool',
            typeVersion: 1,
            position: [0, 0],
            parameters: {
              resource: 'job',
              operation: 'get',
              jobId: { __rl: true, mode: 'id', value: JOB_IDS.salesExtraction },
            },
            credentials: { dataPlatformApi: credential },
          },
        ],
        connections: {},
        settings: { executionOrder: 'v1' },
      });
      await editor.openWorkflow(ID);
      await editor.zoomToFit();
      await editor.openNode(NODE);
      await editor.setOption('toolOutput', 'Selected Fields');
      await editor.writeLine('outputFields', 'name, url');
      await editor.screenshot('simplify-tool');
      assert.equal(
        await editor.page.locator('[data-test-id="parameter-input-simplify"]').count(),
        0,
      );
    },
  },
];
