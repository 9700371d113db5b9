import { APP_IDS, PROJECT_IDS } from '../../sandbox';
import type { Running } from '../../start/bringUp';
import { projectsNode, search } from './check';
import type { Editor } from './editor';
import { listed } from '../pictures/panels';
import { openOneNode } from './oneNode';
import { byId } from './workflow';

const HOUR_MS = 3_600_000;
const retail = listed(PROJECT_IDS.retail, 'Retail Analytics');

function grantRights({ sandbox: { store } }: Running): void {
  store.editProject(PROJECT_IDS.retail, {
    settings: {
      authorizedGroups: [
        { name: 'analysts', role: 'ROLE_PROJECT_VIEWER' },
        { name: 'retail-team', role: 'ROLE_PROJECT_MANAGER' },
        { name: 'schedulers', role: 'ROLE_PROJECT_EDITOR' },
      ],
    },
  });
}

function addApp({ sandbox: { store } }: Running): string {
  const { technologyId = '' } = store.apps.find(APP_IDS.salesDashboard) ?? {};
  const projectId = PROJECT_IDS.retail;
  return store.apps.add({ projectId, name: 'Price dashboard', technologyId }).id;
}

/** A job that began to fail with its second version, since that reads another file. */
function failedRun({ sandbox: { store } }: Running): string {
  const script = { queueSeconds: 0, durationSeconds: 40 };
  const { id } = store.addJob({
    name: 'Load orders',
    projectId: PROJECT_IDS.retail,
    script,
    version: { commandLine: 'python load.py' },
  });
  const run = (hoursAgo: number, more: object) =>
    store.startRun(id, { requestedAt: Date.now() - hoursAgo * HOUR_MS, script: more })?.id ?? '';
  for (let hour = 9; hour > 2; hour--) run(hour, {});
  store.addJobVersion(id, { commandLine: 'python load.py --file orders.csv' }, 'ana');
  const log = [
    'Loading orders',
    'Traceback (most recent call last):',
    '  File "load.py", line 7, in <module>',
    "FileNotFoundError: [Errno 2] No such file or directory: '/data/orders.csv'",
  ];
  const logLines = log.map((value, index) => ({
    stream: index === 0 ? 'STDOUT' : 'STDERR',
    value,
  }));
  const failure = {
    outcome: 'FAILED',
    outcomeDetails: 'The container exited with code 1',
    logLines,
  };
  return [2, 1].map((hour) => run(hour, failure)).at(-1) ?? '';
}

/** A picture of a Data Platform Projects node that was executed. */
const executed = (name: string, node: string, parametersOf: (running: Running) => object) => ({
  name,
  async take(editor: Editor, running: Running): Promise<void> {
    await openOneNode(editor, running, { node, parameters: parametersOf(running) });
    await editor.node.executeStep();
  },
});

/** In a small window. */
export const chosenPictures = [
  {
    name: 'quick-start/actions',
    async take(editor: Editor): Promise<void> {
      await editor.newWorkflow();
      await editor.creator.add('Schedule Trigger', 'Schedule Trigger');
      await editor.creator.searchAfter({ node: 'Schedule Trigger', output: 0 }, search);
      await editor.creator.openActions(projectsNode);
    },
  },
  {
    name: 'quick-start/credential',
    async take(editor: Editor): Promise<void> {
      await editor.newWorkflow();
      await editor.creator.add(search, projectsNode, 'Run job and wait');
      await editor.credential.test();
    },
  },
  {
    name: 'chosen/quiet-dates',
    async take(editor: Editor, running: Running): Promise<void> {
      await openOneNode(editor, running, {
        type: 'dataPlatformProjectsTrigger',
        node: 'On missed run',
        parameters: {
          projectId: { __rl: true, mode: 'name', value: 'Retail Analytics' },
          ids: ['jobs'],
          events: ['scheduleMissed', 'runTooLong'],
          options: {
            quietDates: '2026-12-24..2027-01-01 # holidays\n2027-05-01, 2027-05-06',
          },
        },
      });
      await editor.page.getByText('Quiet Dates', { exact: true }).first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'chosen/app-events',
    async take(editor: Editor, running: Running): Promise<void> {
      running.sandbox.store.apps.begin(APP_IDS.salesDashboard, 'RESTARTING');
      await openOneNode(editor, running, {
        type: 'dataPlatformProjectsTrigger',
        node: 'When an app starts',
        parameters: { resource: 'app', events: ['appStarted'], simplify: true },
      });
      // Until it has started.
      await editor.page.waitForTimeout(3_000);
      await editor.page.getByText('Fetch Test Event').first().click();
      await editor.page.getByText('changedAt').first().waitFor();
    },
  },
  executed('chosen/app-run', 'Run app and wait', (running) => ({
    resource: 'app',
    operation: 'runAndWait',
    appId: byId(addApp(running)),
    simplify: true,
    options: { timeout: 600 },
  })),
  executed('chosen/by-name', 'Get job', ({ sandbox: { store } }) => ({
    resource: 'job',
    operation: 'get',
    projectId: { __rl: true, mode: 'name', value: 'Retail Analytics' },
    jobId: {
      __rl: true,
      mode: 'alias',
      value: store.jobs({ projectId: PROJECT_IDS.retail })[0]?.alias,
    },
  })),
];

export const nodePictures = [
  executed('runs/diagnose', 'Diagnose job run', (running) => ({
    resource: 'jobRun',
    operation: 'diagnose',
    runId: byId(failedRun(running)),
  })),
  {
    name: 'runs/variables',
    async take(editor: Editor): Promise<void> {
      await editor.newWorkflow();
      await editor.creator.add(search, projectsNode, 'Run job and wait');
      const entry = 'Energy Forecast / Collect meter readings';
      await editor.node.choose('jobId', entry, 'Collect meter readings');
      await editor.node.addOptions(['Include Variables']);
      await editor.node.switchOn('includeVariables');
      await editor.node.pressExecuteStep();
      const output = editor.page.getByTestId('output-panel');
      await output.getByTestId('radio-button-json').click();
      await output.locator('.vjs-tree').waitFor();
    },
  },
  executed('projects-as-code/rights-and-technologies', 'Export project', (running) => {
    grantRights(running);
    return {
      resource: 'project',
      operation: 'export',
      projectId: retail,
      include: ['jobs', 'rights', 'technologies'],
      packages: false,
      output: 'files',
    };
  }),
];
