import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '../../../../start/bringUp';
import { outputOf } from '../../../../start/localN8n/n8nApi';
import { startSandbox, type Sandbox } from '../../../../sandbox';
import type { Check } from '../../check';
import type { Editor } from '../../editor';
import { waiting } from '../waiting';

const LOOKS = 60;
const PRODUCTION = 'Production platform';

export const promoteChecks: Check[] = [
  {
    name: 'ready-made workflows: a project is promoted from one platform to another, as it was approved',
    run: promote,
  },
];

async function promote(editor: Editor, { api, workflows, sandbox }: Running): Promise<void> {
  const production = await startSandbox({ seedRuns: false });
  try {
    const { store } = production;
    await api.saveCredential({
      name: PRODUCTION,
      type: 'dataPlatformApi',
      data: {
        catalogAddress: 'auto',
        realmHeader: 'Platform-Realm',
        allowUnauthorizedCerts: false,
        caCertificate: '',
        ...production.credentials,
      },
    });
    // A user's own copy of it, with another platform as the target.
    const original = workflows.find(({ id }) => id === 'promoteProject1');
    assert.ok(original);
    const id = 'promoteToOther01';
    const credentials = (await api.listCredentials()).filter(
      ({ type }) => type === 'dataPlatformApi',
    );
    const dev = credentials.find(({ name }) => name !== PRODUCTION);
    assert.ok(dev);
    const nodes = original.nodes.map((node) => ({
      ...node,
      ...(node.credentials && { credentials: { dataPlatformApi: dev } }),
    }));
    await api.saveWorkflow({ ...original, id, name: 'Promote to production', nodes });
    await editor.openWorkflow(id);
    for (const node of ['Plan', 'Deploy approved plan']) {
      await editor.openNode(node);
      await editor.chooseCredential(PRODUCTION);
      await editor.closeNode();
    }
    assert.deepEqual(await editor.complaints(), []);

    await editor.startWorkflow();
    const executionId = await startedIn(api, id);
    const asking = await waiting(api, executionId);
    assert.equal(store.projectByName('Retail Production'), undefined);
    const planned = outputOf(asking, 'Plan');
    assert.ok(planned.some(({ action }) => action === 'create'));
    await editor.openNode('Plan');
    const [summary] = await editor.outputRows();
    assert.equal(summary?.kind, 'summary');
    assert.match(summary?.reason ?? '', /^\d+ to create\.$/);
    await editor.screenshot('promote-plan');
    await editor.closeNode();
    const [request] = outputOf(asking, 'Write request');
    await approveInBrowser(editor, String(request?.approveAt));

    const execution = await api.waitForExecution(executionId);
    assert.equal(execution.status, 'success', execution.error?.message);
    const deployed = outputOf(execution, 'Deploy approved plan');
    assert.deepEqual(
      deployed.map(({ kind, name }) => [kind, name]),
      planned.map(({ kind, name }) => [kind, name]),
    );
    assert.ok(deployed.every(({ action }) => action === 'created' || action === 'unchanged'));
    assert.deepEqual(
      contentOf(production, 'Retail Production'),
      contentOf(sandbox, 'Retail Analytics'),
    );
    await editor.openWorkflow(id);
    await editor.zoomToFit();
    await editor.screenshot('promoted-canvas');
  } finally {
    await production.close();
  }
}

/** What a project holds, as the files tell it. */
function contentOf({ store }: Sandbox, name: string) {
  const projectId = store.projectByName(name)?.id;
  assert.ok(projectId);
  const sorted = (names: string[]) => names.sort();
  return {
    jobs: sorted(store.jobs({ projectId }).map((job) => `${job.name} ${job.alias}`)),
    pipelines: sorted(store.pipelines.list(projectId).map((pipeline) => pipeline.name)),
    volumes: sorted(store.volumes.of(projectId).map((volume) => `${volume.name} ${volume.size}`)),
  };
}

/** The newest execution of a workflow, as soon as there is one. */
async function startedIn(api: Running['api'], workflowId: string): Promise<string> {
  const filter = encodeURIComponent(JSON.stringify({ workflowId }));
  for (let look = 0; look < LOOKS; look++) {
    const { results } = await api.request<{ results: Array<{ id: string }> }>(
      'GET',
      `/executions?filter=${filter}&limit=1`,
    );
    if (results[0]) return results[0].id;
    await sleep(500);
  }
  throw new Error('The workflow does not start');
}

async function approveInBrowser(editor: Editor, address: string): Promise<void> {
  const form = await editor.page.context().newPage();
  await form.goto(address);
  await form.getByText('Deploy to production?').waitFor();
  await form.locator('select').selectOption({ label: 'Deploy' });
  await editor.screenshot('promote-approval', form);
  await form.getByRole('button').first().click();
  await form
    .getByText(/response has been recorded|Form Submitted/i)
    .first()
    .waitFor();
  await form.close();
}
