import { createHash } from 'node:crypto';
import type { WorkflowFile } from '../../start/localN8n/n8nApi';
import { filesIn, readJson, ROOT } from '../support/repository';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { panels, toldOfEvent, toldOfItem } from './panels';
import { reportPageOf } from './reportPages';
import { listActions, credentialTexts, panelTexts, type Shown } from './texts';

const { dependencies } = readJson<{ dependencies: { n8n: string } }>('start/n8n/package.json');
/** Each picture of the editor shows parts of n8n, which change with each minor version. */
const n8n = /^\d+\.\d+/.exec(dependencies.n8n)?.[0];

/** Returns what the canvas shows: nodes, notes and lines, but no names of credentials. */
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

const WORKFLOWS = filesIn('workflows', '*.json').map((name) =>
  readJson<WorkflowFile>('workflows', name),
);
const example = (way: string) => canvas(readJson(`docs/examples/from-http-request/${way}.json`));

/** Returns the fields of an output, which a picture shows as columns or in a list. */
const readFields = (schema: string) =>
  Object.keys(readJson<{ properties: object }>('dist/nodes', schema).properties);
const runFields = readFields('Projects/__schema__/v1.0.0/job/runAndWait.json');
const eventFields = readFields('ProjectsTrigger/__schema__/v1.0.0.json');

const ofProjects = (resource: string, operation: string, more: object = {}) =>
  panelTexts('dataPlatformProjects', { resource, operation, ...more });
const ofTrigger = (resource: string, events?: string[]) =>
  panelTexts('dataPlatformProjectsTrigger', { resource, ...(events && { events }) });
const runAndWait = ofProjects('job', 'runAndWait');
const runFailed = ofTrigger('run');
const throughCluster = { resource: 'file', operation: 'getAll', readThrough: 'cluster' };

const FIRST_PROJECT = 'docs/examples/first-project';
const firstProject = (operation: string) => ({
  exampleProject: filesIn(FIRST_PROJECT, '**/*.*')
    .map((name) => readFileSync(path.join(ROOT, FIRST_PROJECT, name), 'base64'))
    .sort(),
  texts: ofProjects('project', operation, { target: 'newProject' }),
});

const CREDENTIAL_PAGES = {
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
  ...Object.fromEntries(
    Object.entries(CREDENTIAL_PAGES).flatMap(([page, type]) =>
      ['', '-failed'].map((ending) => [`credentials/${page}${ending}.png`, credentialTexts(type)]),
    ),
  ),
  'chosen/quiet-dates.png': ofTrigger('run', ['scheduleMissed', 'runTooLong']),
  'chosen/app-events.png': ofTrigger('app', ['appStarted']),
  'chosen/app-run.png': ofProjects('app', 'runAndWait'),
  'chosen/by-name.png': ofProjects('job', 'get'),
  'quick-start/actions.png': listActions('dataPlatformProjects'),
  'quick-start/credential.png': credentialTexts('dataPlatformApi'),
  'alerts/alert-error-output-message.png': { runFields, runAndWait, told: toldOfItem },
  'alerts/alert-error-output.png': { told: toldOfItem },
  'alerts/alert-trigger-message.png': { eventFields, told: toldOfEvent },
  'alerts/alert-trigger.png': { runFailed, told: toldOfEvent },
  'cluster/cluster-list.png': panelTexts('dataPlatformConfFiles', throughCluster),
  'cluster/cluster-trigger.png': panelTexts('dataPlatformConfFilesTrigger', throughCluster),
  'from-http-request/from-http-request-before.png': example('before'),
  'from-http-request/from-http-request-after.png': example('after'),
  'first-project/first-plan.png': firstProject('plan'),
  'first-project/first-deploy.png': firstProject('deploy'),
  'runs/diagnose.png': ofProjects('jobRun', 'diagnose'),
  'runs/variables.png': [runFields, runAndWait],
  'runs/order.png': runAndWait,
  'projects-as-code/rights-and-technologies.png': ofProjects('project', 'export'),
};

/** Hashes what a picture shows. A picture without nodes, workflows and labels has no hash. */
export async function shownIn(picture: string): Promise<string | undefined> {
  const page = await reportPageOf(picture);
  const shown = PICTURES[picture];
  if (page === undefined && shown === undefined) return undefined;
  const text = page ?? JSON.stringify({ n8n, shown });
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
