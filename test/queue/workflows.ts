import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { N8nApi, WorkflowFile } from '../../start/localN8n/n8nApi';
import { workflowsFolder } from '../../start/paths';
import { byId } from '../support/ids';
import { findCredential, describeNode, PROJECTS, saveChain } from '../editor/workflow';

type WorkflowNode = WorkflowFile['nodes'][number];

const CONF_FILES = 'n8n-nodes-data-platform.dataPlatformConfFiles';
const jobId = byId('={{ $json.body.jobId }}');
const options = { pollInterval: 5, timeout: 300 };

/** Saves and publishes workflows; each is started by a call of its webhook, whose path is the workflow's ID. */
export async function publishWorkflows(api: N8nApi): Promise<void> {
  const chain = async (id: string, ...nodes: WorkflowNode[]) =>
    await saveChain(api, id, [calledBy(id), ...nodes], id, { saveExecutionProgress: true });
  const inOne = { resource: 'job', operation: 'runAndWait', jobId, options };
  const run = { resource: 'job', operation: 'run', jobId };
  const wait = { resource: 'jobRun', operation: 'wait', runId: byId('={{ $json.id }}'), options };
  const upload = {
    resource: 'file',
    operation: 'upload',
    filePath: '={{ $json.query.name }}',
    contentSource: 'binary',
    binaryPropertyName: 'data',
  };
  await chain('runAndWait', describeNode('Run', PROJECTS, inOne));
  await chain(
    'runThenWait',
    describeNode('Run', PROJECTS, run),
    describeNode('Wait', PROJECTS, wait),
  );
  await chain('upload', describeNode('Upload', CONF_FILES, upload));
  await api.saveWorkflow(await runForHours(api));
  for (const id of ['runAndWait', 'runThenWait', 'upload', 'runForHours']) {
    await api.publishWorkflow(id);
  }
}

const calledBy = (id: string) => {
  const parameters = { httpMethod: 'POST', path: id, options: {} };
  return describeNode('Call', 'n8n-nodes-base.webhook', parameters, { webhookId: id });
};

/** The ready-made workflow, called by a webhook, and with the shortest wait for which n8n puts an execution aside. */
async function runForHours(api: N8nApi): Promise<WorkflowFile> {
  const credentials = await findCredential(api);
  const call = calledBy('runForHours');
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
