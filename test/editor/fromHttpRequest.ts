import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JOB_IDS } from '../../sandbox';
import type { Running } from '../../start/bringUp';
import type { WorkflowFile } from '../../start/localN8n/n8nApi';
import { projectRoot } from '../../start/paths';
import type { Editor } from './editor';
import { findCredential } from './workflow';

/** The example with n8n's HTTP Request nodes (before), and with one node of this package (after). */
export const WAYS = ['before', 'after'] as const;
export type Way = (typeof WAYS)[number];

/** Job that both workflows run. */
export const RUN_JOB_ID = JOB_IDS.meterReadings;

/** Address of the sandbox platform in the examples. */
const LOCAL_PLATFORM = 'http://127.0.0.1:4010';

/** Imports an example of docs/from-http-request.md with a shorter wait. @returns ID of the workflow */
export async function importExample(
  { api, sandbox }: Running,
  way: Way,
  address = sandbox.baseUrl,
): Promise<string> {
  const file = join(projectRoot, 'docs/examples/from-http-request', `${way}.json`);
  const text = readFileSync(file, 'utf8')
    .replaceAll(LOCAL_PLATFORM, address)
    .replace('"amount": 5', '"amount": 1');
  const workflow = JSON.parse(text) as WorkflowFile;
  const credentials = await findCredential(api);
  for (const node of workflow.nodes) if (node.credentials) node.credentials = credentials;
  await api.saveWorkflow(workflow);
  return workflow.id;
}

export const fromHttpRequestPictures = WAYS.map((way) => ({
  name: `from-http-request/from-http-request-${way}`,
  async take(editor: Editor, running: Running) {
    await editor.openWorkflow(await importExample(running, way, LOCAL_PLATFORM));
    await editor.canvas.zoomToFit();
  },
}));
