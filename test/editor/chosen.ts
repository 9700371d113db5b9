import assert from 'node:assert/strict';
import { APP_IDS, PROJECT_IDS } from '../../sandbox';
import type { Running } from '../../start/bringUp';
import type { Editor } from './editor';

const QUIET_DATES = `2026-12-24..2027-01-01 # holidays
2027-05-01, 2027-05-06`;

/** Opens the panel of a node with these parameters, in a workflow of its own. */
async function openWith(
  editor: Editor,
  { api }: Running,
  type: string,
  name: string,
  parameters: object,
): Promise<void> {
  const [credential] = (await api.listCredentials()).filter(
    (one) => one.type === 'dataPlatformApi',
  );
  assert.ok(credential);
  const id = name.replace(/\W/g, '').padEnd(16, '0').slice(0, 16);
  await api.saveWorkflow({
    id,
    name,
    nodes: [
      {
        id: 'node',
        name,
        type: `n8n-nodes-data-platform.${type}`,
        typeVersion: 1,
        position: [0, 0],
        parameters: parameters as never,
        credentials: { dataPlatformApi: credential },
      },
    ],
    connections: {},
    settings: { executionOrder: 'v1' },
  });
  await editor.openWorkflow(id);
  await editor.openNode(name);
}

/** A job of the project Retail by its alias; the project by its name. */
export async function openByAlias(editor: Editor, running: Running): Promise<void> {
  const { store } = running.sandbox;
  const [job] = store.jobs({ projectId: PROJECT_IDS.retail });
  await openWith(editor, running, 'dataPlatformProjects', 'Get job', {
    resource: 'job',
    operation: 'get',
    projectId: { __rl: true, mode: 'name', value: store.project(PROJECT_IDS.retail)?.name },
    jobId: { __rl: true, mode: 'alias', value: job?.alias },
  });
}

/** For docs/deadlines.md, docs/runs.md and docs/triggers.md. */
export const chosenPictures = [
  {
    name: 'quiet-dates',
    async take(editor: Editor, running: Running): Promise<void> {
      await openWith(editor, running, 'dataPlatformProjectsTrigger', 'On missed run', {
        resource: 'job',
        projectId: {
          __rl: true,
          mode: 'name',
          value: running.sandbox.store.project(PROJECT_IDS.retail)?.name,
        },
        events: ['scheduleMissed', 'runTooLong'],
        options: { quietDates: QUIET_DATES },
      });
      await editor.page.getByText('Quiet Dates', { exact: true }).first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'app-events',
    async take(editor: Editor, running: Running): Promise<void> {
      running.sandbox.store.apps.begin(APP_IDS.salesDashboard, 'RESTARTING');
      await openWith(editor, running, 'dataPlatformProjectsTrigger', 'When an app starts', {
        resource: 'app',
        events: ['appStarted'],
        simplify: true,
      });
      // Until it has started.
      await editor.page.waitForTimeout(3_000);
      await editor.page.getByText('Fetch Test Event').first().click();
      await editor.page.getByText('changedAt').first().waitFor();
    },
  },
  {
    name: 'app-run',
    async take(editor: Editor, running: Running): Promise<void> {
      const { technologyId = '' } = running.sandbox.store.apps.find(APP_IDS.gridApi) ?? {};
      const app = running.sandbox.store.apps.add({
        projectId: PROJECT_IDS.retail,
        name: 'Price dashboard',
        technologyId,
      });
      await openWith(editor, running, 'dataPlatformProjects', 'Run app', {
        resource: 'app',
        operation: 'run',
        appId: { __rl: true, mode: 'id', value: app.id },
        simplify: true,
        options: { waitUntilStarted: true, timeout: 600 },
      });
      await editor.executeStep();
    },
  },
  {
    name: 'by-name',
    async take(editor: Editor, running: Running): Promise<void> {
      await openByAlias(editor, running);
      await editor.executeStep();
    },
  },
];
