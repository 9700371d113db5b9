import { join } from 'node:path';
import { APP_IDS, PROJECT_IDS } from '../../sandbox';
import type { Running } from '../../start/bringUp';
import { projectRoot } from '../../start/paths';
import { listed } from '../pictures/panels';
import { GitHost } from '../support/gitHost';
import { confFilesNode, projectsNode, search } from './check';
import type { Editor } from './editor';
import { openOneNode } from './oneNode';
import { byId } from '../support/ids';
import { buildManualTrigger, describeNode, PROJECTS, saveChain } from './workflow';

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

/** Adds a job that fails since its second version, which reads another file. @returns ID of its last run */
function addFailedRun({ sandbox: { store } }: Running): string {
  const script = { queueSeconds: 0, durationSeconds: 40 };
  const { id } = store.addJob({
    name: 'Load orders',
    projectId: PROJECT_IDS.retail,
    script,
    version: { commandLine: 'python load.py' },
  });
  const startRun = (hoursAgo: number, script: object) =>
    store.startRun(id, { requestedAt: Date.now() - hoursAgo * HOUR_MS, script })?.id ?? '';
  for (let hour = 9; hour > 2; hour--) startRun(hour, {});
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
  return [2, 1].map((hour) => startRun(hour, failure)).at(-1) ?? '';
}

/** Defines a picture of an executed Data Platform Projects node. @param prepare function that returns its parameters */
const pictureExecuted = (name: string, node: string, prepare: (running: Running) => object) => ({
  name,
  async take(editor: Editor, running: Running): Promise<void> {
    await openOneNode(editor, running, { node, parameters: prepare(running) });
    await editor.node.executeStep();
  },
});

/** Defines a picture of docs/cluster.md, with files that are read through the cluster. */
const pictureThroughCluster = (name: string, action: string) => ({
  name,
  async take(editor: Editor, { api, sandbox }: Running): Promise<void> {
    const credential = 'Files of the cluster';
    await editor.newWorkflow();
    await api.saveCredential({
      name: credential,
      type: 'dataPlatformUploadTokenApi',
      data: { ...sandbox.uploadCredentials, localAddress: '', uploadToken: '' },
    });
    await editor.creator.add(search, confFilesNode, action);
    await editor.credential.choose(credential);
    await editor.node.setOption('readThrough', 'Cluster');
    const type = 'dataPlatformKubernetesApi';
    const cluster = (await api.listCredentials()).find((entry) => entry.type === type);
    await editor.credential.choose(cluster?.name ?? '', 'Data Platform Kubernetes API');
    // The trigger includes subfolders by default.
    if (action === 'Get many files') await editor.node.switchOn('recursive');
    await editor.node.executeStep();
  },
});

/** Pictures of the whole window in a small size. */
export const chosenPictures = [
  pictureThroughCluster('cluster/cluster-list', 'Get many files'),
  pictureThroughCluster('cluster/cluster-trigger', 'On file created'),
  {
    name: 'quick-start/actions',
    async take(editor: Editor): Promise<void> {
      await editor.newWorkflow();
      await editor.creator.add('Schedule Trigger', 'Schedule Trigger');
      await editor.creator.searchAfter('Schedule Trigger', search);
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
      // The app must have started before the trigger polls.
      await editor.page.waitForTimeout(3_000);
      await editor.page.getByText('Fetch Test Event').first().click();
      await editor.page.getByText('changedAt').first().waitFor();
    },
  },
  pictureExecuted('chosen/app-run', 'Run app and wait', (running) => ({
    resource: 'app',
    operation: 'runAndWait',
    appId: byId(addApp(running)),
    simplify: true,
    options: { timeout: 600 },
  })),
  pictureExecuted('chosen/by-name', 'Get job', ({ sandbox: { store } }) => ({
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

/** The names that n8n gives the nodes of docs/first-project.md. */
const PLAN = 'Plan deploy of project';
const DEPLOY = 'Deploy project';

/** Defines a picture of a step of docs/first-project.md. */
const pictureFirstProject = (name: string, step: string) => ({
  name,
  async take(editor: Editor, { api }: Running): Promise<void> {
    const host = await GitHost.start(join(projectRoot, 'docs', 'examples', 'first-project'));
    try {
      const options = { response: { response: { responseFormat: 'file' } } };
      const plan = {
        resource: 'project',
        operation: 'plan',
        target: 'newProject',
        name: 'Shop Staging',
        options: {
          targetFile: 'staging',
          variables: { values: [{ name: 'DATABASE_PASSWORD', value: 'change-me' }] },
        },
      };
      const deploy = describeNode(DEPLOY, PROJECTS, { resource: 'project', operation: 'deploy' });
      const url = host.archiveAddress();
      const nodes = [
        buildManualTrigger('Start'),
        describeNode('Download files', 'n8n-nodes-base.httpRequest', { url, options }),
        describeNode(PLAN, PROJECTS, plan),
        ...(step === DEPLOY ? [deploy] : []),
      ];
      const id = await saveChain(api, `firstProject${step[0]}`, nodes, 'Shop Staging');
      await editor.openWorkflow(id);
      await editor.node.open(step);
      await editor.node.executeStep();
      // The table view would show "undefined" for fields that only the summary has.
      await editor.node.showJson();
    } finally {
      await host.close();
    }
  },
});

/** Takes the picture of docs/runs.md with jobs that were not started, because the second of five jobs failed. */
async function takeOrder(editor: Editor, { api, sandbox: { store } }: Running): Promise<void> {
  const names = ['Load shops', 'Load orders', 'Load prices', 'Load stock', 'Load report'];
  const jobs = names.map((name, index) => {
    const outcome = index === 1 ? ('FAILED' as const) : ('SUCCEEDED' as const);
    const script = { queueSeconds: 0, durationSeconds: index === 1 ? 1 : 3, outcome };
    return store.addJob({ name, projectId: PROJECT_IDS.retail, script }).id;
  });
  const value = `={{ ${JSON.stringify(jobs)} }}`;
  const assignments = [{ id: 'jobs', name: 'jobId', value, type: 'array' }];
  const parameters = {
    resource: 'job',
    operation: 'runAndWait',
    jobId: byId('={{ $json.jobId }}'),
    options: {},
  };
  const nodes = [
    buildManualTrigger('Start'),
    describeNode('Jobs', 'n8n-nodes-base.set', { assignments: { assignments } }),
    describeNode('Each job', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'jobId' }),
    describeNode('Run job and wait', PROJECTS, parameters, { onError: 'continueErrorOutput' }),
  ];
  await editor.openWorkflow(await saveChain(api, 'runsInOrder00001', nodes, 'Runs in order'));
  await editor.canvas.zoomToFit();
  await editor.node.open('Run job and wait');
  await editor.node.addOptions(['Max Concurrent Runs', 'Stop After Failures']);
  await editor.node.write('maxConcurrentRuns', '2');
  await editor.node.write('stopAfterFailures', '1');
  await editor.node.executeStep();
  const output = editor.page.getByTestId('output-panel');
  const errors = output.getByText(/^Error/).first();
  await errors.click();
  await output.getByText('was not started').first().waitFor();
}

/** Pictures of the whole window in a large size. */
export const nodePictures = [
  pictureFirstProject('first-project/first-plan', PLAN),
  pictureFirstProject('first-project/first-deploy', DEPLOY),
  { name: 'runs/order', take: takeOrder },
  pictureExecuted('runs/diagnose', 'Diagnose job run', (running) => ({
    resource: 'jobRun',
    operation: 'diagnose',
    runId: byId(addFailedRun(running)),
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
  pictureExecuted('projects-as-code/rights-and-technologies', 'Export project', (running) => {
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
