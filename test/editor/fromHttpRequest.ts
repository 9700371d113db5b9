import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JOB_IDS } from '../../sandbox';
import type { Running } from '../../start/bringUp';
import type { WorkflowFile } from '../../start/localN8n/n8nApi';
import { projectRoot } from '../../start/paths';
import type { Editor } from './editor';
import { credentialOf } from './workflow';

/** The same work done by n8n's HTTP Request nodes, and by one node. */
export const WAYS = ['before', 'after'] as const;
export type Way = (typeof WAYS)[number];

/** The job that both workflows run. */
export const RUN_JOB_ID = JOB_IDS.meterReadings;

/** Where the examples find the local platform of `npm start`. */
const LOCAL_PLATFORM = 'http://127.0.0.1:4010';

/** Imports an example of docs/from-http-request.md, for the platform of this test, with a shorter wait; gives its ID. */
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
  const credentials = await credentialOf(api);
  for (const node of workflow.nodes) if (node.credentials) node.credentials = credentials;
  await api.saveWorkflow(workflow);
  return workflow.id;
}

/** Pictures of the canvas for the page. */
export const fromHttpRequestPictures = WAYS.map((way) => ({
  name: `from-http-request/from-http-request-${way}`,
  async take(editor: Editor, running: Running) {
    await editor.openWorkflow(await importExample(running, way, LOCAL_PLATFORM));
    await editor.canvas.zoomToFit();
  },
}));
