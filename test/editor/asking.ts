import { readFile } from 'node:fs/promises';
import { APP_IDS, PROJECT_IDS } from '../../sandbox';
import type { Running } from '../../start/bringUp';
import type { Editor } from './editor';
import { openOneNode } from './oneNode';

const retail = {
  __rl: true,
  mode: 'list',
  value: PROJECT_IDS.retail,
  cachedResultName: 'Retail Analytics',
};

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

/** An app that has been down for 40 minutes. */
function failApp({ sandbox: { store } }: Running): void {
  const { technologyId = '' } = store.apps.find(APP_IDS.salesDashboard) ?? {};
  const script = { outcome: 'FAILED', outcomeDetails: 'The container exited with code 1' } as const;
  const { id } = store.apps.add({
    projectId: PROJECT_IDS.retail,
    name: 'Price dashboard',
    technologyId,
    script,
  });
  store.apps.begin(id, 'STARTING', Date.now() - 40 * 60_000);
}

/** A picture of a node that was executed. */
const executed = (
  name: string,
  node: string,
  parameters: object,
  prepare?: (running: Running) => void,
) => ({
  name,
  async take(editor: Editor, running: Running): Promise<void> {
    prepare?.(running);
    const id = name.replace(/\W/g, '').padEnd(16, '0').slice(0, 16);
    await openOneNode(editor, running, { id, node, parameters });
    await editor.executeStep();
  },
});

/** For the pages of the resources Project, Pipeline and Platform: what is asked and changes nothing. */
export const askingPictures = [
  executed(
    'get-rights',
    'Get rights of project',
    { resource: 'project', operation: 'getRights', projectId: retail },
    grantRights,
  ),
  executed('platform', 'Get platform', { resource: 'platform', operation: 'get' }),
  executed('check-condition', 'Check condition of pipeline', {
    resource: 'pipeline',
    operation: 'checkCondition',
    projectId: retail,
    expression: 'double(rmse) < 500.0',
    variables: '{ "rmse": "420.5" }',
  }),
];

/** For docs/report.md: the page of a report, whose apps come last. */
export const reportPictures = [
  {
    name: 'apps',
    async take(editor: Editor, running: Running): Promise<void> {
      failApp(running);
      const parameters = {
        resource: 'project',
        operation: 'getReport',
        projects: 'one',
        projectId: retail,
        resources: 'pipelines',
        output: 'page',
        options: { includeApps: true },
      };
      const node = 'Get report of projects';
      await openOneNode(editor, running, { id: 'reportWithApps01', node, parameters });
      await editor.executeStepWithFile();
      const html = await readFile(await editor.downloadFile(), 'utf8');
      await editor.page.goto('about:blank');
      await editor.page.setContent(html);
    },
  },
];

/** For docs/project-files.md: rights and technologies among the files of a project. */
export const grantPictures = [
  executed(
    'rights-and-technologies',
    'Export project',
    {
      resource: 'project',
      operation: 'export',
      projectId: retail,
      include: ['jobs', 'rights', 'technologies'],
      packages: false,
      output: 'files',
    },
    grantRights,
  ),
];
