import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { WorkflowFile } from '../../start/localN8n/n8nApi';
import { panels, toldOfEvent, toldOfItem } from './panels';
import { actionsOf, credentialTexts, panelTexts, type Shown } from './texts';

const ROOT = path.resolve(__dirname, '..', '..');
const read = (...names: string[]) => readFileSync(path.join(ROOT, ...names), 'utf8');

const { dependencies } = JSON.parse(read('start', 'n8n', 'package.json')) as {
  dependencies: Record<string, string>;
};
/** n8n's own buttons and panels are in each picture of the editor; they change from one 2.x to the next. */
const n8n = /^\d+\.\d+/.exec(String(dependencies.n8n))?.[0];

const WORKFLOWS = readdirSync(path.join(ROOT, 'workflows'))
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(read('workflows', name)) as WorkflowFile);

/** What the canvas shows of a workflow: its nodes, notes and lines; the names of credentials are not there. */
function canvas({ name, nodes, connections }: WorkflowFile): Shown {
  const shown = nodes.map(({ name, type, position, parameters, disabled }) => ({
    name,
    type,
    position,
    parameters,
    disabled,
  }));
  return { name, nodes: shown, connections };
}

/** The fields of an operation's output, which a picture shows as columns or in a list. */
const fieldsOf = (schema: string) =>
  Object.keys((JSON.parse(read('nodes', schema)) as { properties: object }).properties);
const runFields = fieldsOf('Projects/__schema__/v1.0.0/job/runAndWait.json');
const eventFields = fieldsOf('ProjectsTrigger/__schema__/v1.0.0.json');

const ofProjects = (resource: string, operation: string) =>
  panelTexts('dataPlatformProjects', { resource, operation });
const runAndWait = ofProjects('job', 'runAndWait');
const runFailed = panelTexts('dataPlatformProjectsTrigger', { resource: 'job' });
const throughCluster = { resource: 'file', operation: 'getAll', readThrough: 'cluster' };
const firstProject = (operation: string) => ({
  exampleProject,
  texts: panelTexts('dataPlatformProjects', {
    resource: 'project',
    operation,
    target: 'newProject',
  }),
});
const exampleProject = readdirSync(path.join(ROOT, 'docs/examples/first-project'), {
  recursive: true,
  withFileTypes: true,
  encoding: 'utf8',
})
  .filter((entry) => entry.isFile())
  .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'base64'))
  .sort();

const example = (way: string) =>
  JSON.parse(read('docs/examples/from-http-request', `${way}.json`)) as WorkflowFile;

const credentialPages = {
  'platform-api': 'dataPlatformApi',
  'upload-token-api': 'dataPlatformUploadTokenApi',
  'kubernetes-api': 'dataPlatformKubernetesApi',
};

const PICTURES: Record<string, Shown> = {
  'editor.png': [runFields, WORKFLOWS.filter(({ id }) => id === 'runAJob000000001').map(canvas)],
  ...Object.fromEntries(
    WORKFLOWS.map((workflow) => [
      `workflows/${workflow.name.toLowerCase().replaceAll(' ', '-')}.png`,
      canvas(workflow),
    ]),
  ),
  ...Object.fromEntries(
    panels.flatMap(({ page, node, type, parameters }) =>
      ['', '-dark'].map((ending) => [
        `nodes/${page}${ending}.png`,
        { node, parameters, texts: panelTexts(type, parameters) },
      ]),
    ),
  ),
  'chosen/quiet-dates.png': panelTexts('dataPlatformProjectsTrigger', {
    resource: 'job',
    events: ['scheduleMissed', 'runTooLong'],
  }),
  'chosen/app-events.png': panelTexts('dataPlatformProjectsTrigger', {
    resource: 'app',
    events: ['appStarted'],
  }),
  'chosen/app-run.png': panelTexts('dataPlatformProjects', { resource: 'app', operation: 'run' }),
  'chosen/by-name.png': panelTexts('dataPlatformProjects', { resource: 'job', operation: 'get' }),
  'quick-start/actions.png': actionsOf('dataPlatformProjects'),
  'quick-start/credential.png': credentialTexts('dataPlatformApi'),
  'alerts/alert-error-output-message.png': { runFields, runAndWait, told: toldOfItem },
  'alerts/alert-error-output.png': { told: toldOfItem },
  'alerts/alert-trigger-message.png': { eventFields, told: toldOfEvent },
  'alerts/alert-trigger.png': { runFailed, told: toldOfEvent },
  'cluster/cluster-list.png': panelTexts('dataPlatformConfFiles', throughCluster),
  'cluster/cluster-trigger.png': panelTexts('dataPlatformConfFilesTrigger', throughCluster),
  'from-http-request/from-http-request-before.png': canvas(example('before')),
  'from-http-request/from-http-request-after.png': canvas(example('after')),
  'first-project/first-plan.png': firstProject('plan'),
  'first-project/first-deploy.png': firstProject('deploy'),
  'runs/diagnose.png': panelTexts('dataPlatformProjects', {
    resource: 'jobRun',
    operation: 'diagnose',
  }),
  'runs/variables.png': [runFields, runAndWait],
  'projects/move.png': panelTexts('dataPlatformProjects', { resource: 'job', operation: 'move' }),
  'projects/get-rights.png': ofProjects('project', 'getRights'),
  'projects/platform.png': ofProjects('platform', 'get'),
  'projects/check-condition.png': ofProjects('pipeline', 'checkCondition'),
  'report/apps.png': ofProjects('project', 'getReport'),
  'projects-as-code/rights-and-technologies.png': ofProjects('project', 'export'),
  'runs/order.png': runAndWait,
  'projects-as-code/promote-chain.png': panelTexts('dataPlatformProjects', {
    resource: 'project',
    operation: 'deploy',
    target: 'newProject',
  }),
  ...Object.fromEntries(
    Object.entries(credentialPages).flatMap(([page, type]) =>
      ['', '-empty', '-failed'].map((ending) => [
        `credentials/${page}${ending}.png`,
        credentialTexts(type),
      ]),
    ),
  ),
};

/** A hash of what the picture below docs/images shows; none of one that shows nothing of a node, workflow or label. */
export function shownIn(picture: string): string | undefined {
  const shown = PICTURES[picture];
  if (shown === undefined) return undefined;
  return createHash('sha256').update(JSON.stringify({ n8n, shown })).digest('hex').slice(0, 16);
}
