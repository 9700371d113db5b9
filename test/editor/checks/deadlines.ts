import assert from 'node:assert/strict';
import { PROJECT_IDS } from '../../../sandbox';
import type { Check } from '../check';

const trigger = 'When something did not happen';

export const deadlineChecks: Check[] = [
  {
    name: 'deadlines: the fields of each event are shown with it, and a real occasion is fetched',
    async run(editor, { api, sandbox }) {
      const [credential] = (await api.listCredentials()).filter(
        ({ type }) => type === 'dataPlatformApi',
      );
      assert.ok(credential);
      const script = { queueSeconds: 0, durationSeconds: 0, outcome: 'FAILED' as const };
      const { id: jobId } = sandbox.store.addJob({
        projectId: PROJECT_IDS.retail,
        name: 'Failed and recovered',
        script,
      });
      sandbox.store.startRun(jobId);
      sandbox.store.setScript(jobId, { outcome: 'SUCCEEDED' });
      sandbox.store.startRun(jobId);
      const id = 'deadlines';
      await api.saveWorkflow({
        id,
        name: id,
        nodes: [
          {
            id: 'trigger',
            name: trigger,
            type: 'n8n-nodes-data-platform.dataPlatformProjectsTrigger',
            typeVersion: 1,
            position: [0, 0],
            credentials: { dataPlatformApi: credential },
            parameters: {
              resource: 'job',
              projectId: { __rl: true, mode: 'id', value: '' },
              ids: [jobId],
              events: ['scheduleMissed', 'notSucceededInTime', 'runTooLong', 'recovered'],
              deadline: 'timeOfDay',
            },
          },
        ],
        connections: {},
        settings: { executionOrder: 'v1' },
      });
      await editor.openWorkflow(id);
      await editor.openNode(trigger);
      for (const label of [
        'Grace Period (Minutes)',
        'Deadline',
        'Count Successes From',
        'Limit for a Run',
      ])
        await editor.page.getByText(label, { exact: true }).first().waitFor();
      assert.deepEqual(await editor.cutTexts(), []);
      const [row] = await editor.executeStep();
      assert.equal(row?.event, 'recovered');
      assert.equal(row?.jobName, 'Failed and recovered');
      assert.equal(row?.failures, '1');
      await editor.screenshot('deadlines-event');
    },
  },
];
