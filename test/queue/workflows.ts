import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowFile } from '../../start/localN8n/n8nApi';
import { workflowsFolder } from '../../start/paths';

type WorkflowNode = WorkflowFile['nodes'][number];
type Credentials = Record<string, { id: string; name: string }>;

const PROJECTS = 'n8n-nodes-data-platform.dataPlatformProjects';
const CONF_FILES = 'n8n-nodes-data-platform.dataPlatformConfFiles';
const jobId = { __rl: true, mode: 'id', value: '={{ $json.body.jobId }}' };
const progress = { executionOrder: 'v1', saveExecutionProgress: true };
const options = { pollInterval: 5, timeout: 300 };

/** Each is started by a call of its webhook; the path is the workflow's ID. */
export function workflowsFor(credentials: Credentials): Record<string, WorkflowFile> {
  const node = (name: string, type: string, parameters: object): WorkflowNode => {
    const typeVersion = type.endsWith('.webhook') ? 2 : 1;
    return { id: name, name, type, typeVersion, position: [0, 0], parameters, credentials };
  };
  const calledBy = (id: string): WorkflowNode => ({
    ...node('Call', 'n8n-nodes-base.webhook', { httpMethod: 'POST', path: id, options: {} }),
    webhookId: id,
  });
  const chain = (id: string, ...nodes: WorkflowNode[]): WorkflowFile => {
    const all = [calledBy(id), ...nodes];
    const links = all.slice(1).map(({ name }, before) => [all[before]?.name, linkTo(name)]);
    return { id, name: id, nodes: all, connections: Object.fromEntries(links), settings: progress };
  };
  const inOne = { resource: 'job', operation: 'runAndWait', jobId, options };
  const run = { resource: 'job', operation: 'run', jobId };
  const runId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
  const wait = { resource: 'jobRun', operation: 'wait', runId, options };
  const upload = {
    resource: 'file',
    operation: 'upload',
    filePath: '={{ $json.query.name }}',
    contentSource: 'binary',
    binaryPropertyName: 'data',
  };
  return {
    runAndWait: chain('runAndWait', node('Run', PROJECTS, inOne)),
    runThenWait: chain('runThenWait', node('Run', PROJECTS, run), node('Wait', PROJECTS, wait)),
    upload: chain('upload', node('Upload', CONF_FILES, upload)),
    runForHours: runForHours(calledBy('runForHours'), credentials),
  };
}

/** The ready-made workflow, called by a webhook, and with the shortest wait for which n8n puts an execution aside. */
function runForHours(call: WorkflowNode, credentials: Credentials): WorkflowFile {
  const file = join(workflowsFolder, 'run-for-hours.json');
  const text = readFileSync(file, 'utf8').replaceAll('Every night', call.name);
  const { nodes, ...workflow } = JSON.parse(text) as WorkflowFile;
  const changed = nodes.map((node): WorkflowNode => {
    if (node.name === call.name) return call;
    const parameters = node.parameters as Record<string, unknown>;
    if (node.name === 'Wait a while') {
      return { ...node, parameters: { ...parameters, amount: 66, unit: 'seconds' } };
    }
    if (node.name === 'Run job')
      return { ...node, credentials, parameters: { ...parameters, jobId } };
    return node.credentials ? { ...node, credentials } : node;
  });
  return { ...workflow, id: 'runForHours', name: 'runForHours', nodes: changed };
}

function linkTo(node: string) {
  return { main: [[{ node, type: 'main', index: 0 }]] };
}
