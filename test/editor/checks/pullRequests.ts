import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Running } from '../../../start/bringUp';
import { projectRoot } from '../../../start/paths';
import { GitHost } from '../../support/gitHost';
import { until } from '../../support/checks';
import type { ExecutionCheck } from '../check';
import { findCredential, post } from '../workflow';

const EXAMPLE = join(projectRoot, 'docs', 'examples', 'first-project');

export const pullRequestChecks: ExecutionCheck[] = [
  {
    name: 'ready-made workflows: a pull request shows its plan, and its merge deploys exactly this plan',
    run: deployFromPullRequests,
  },
];

async function deployFromPullRequests(running: Running): Promise<void> {
  const host = await GitHost.start(EXAMPLE);
  try {
    const { api, workflows, sandbox } = running;
    const { store } = sandbox;
    const original = workflows.find(({ id }) => id === 'deployPullReq001');
    assert.ok(original);
    // The check uses a copy of the workflow with another repository, as a user would.
    const id = 'deployPullReq002';
    const credentials = await findCredential(api);
    const text = JSON.stringify(original.nodes)
      .replaceAll('https://git.example.com/api/v1/repos/shop/shop', host.api)
      .replaceAll('https://git.example.com/shop/shop', host.repository)
      .replace('"path":"pull-request"', '"path":"pull-request-of-shop"');
    const nodes = (JSON.parse(text) as typeof original.nodes).map((node) => ({
      ...node,
      ...(node.credentials && { credentials }),
    }));
    await api.saveWorkflow({ ...original, id, name: 'Deploy the shop', nodes });
    await api.publishWorkflow(id);
    const send = async (number: number, action: string) =>
      await post(running, 'pull-request-of-shop', {
        number,
        action,
        pull_request: { merged: true },
      });
    const sendAndReadComment = async (number: number, action: string) => {
      const before = host.listComments(number).length;
      await send(number, action);
      const condition = `a comment after "${action}" of ${number}`;
      await until(condition, () => host.listComments(number).length > before);
      return String(host.listComments(number).at(-1));
    };
    const findProject = () => store.projectByName('Shop Production');
    const readCommand = (alias: string) => {
      const job = store
        .jobs({ projectId: findProject()?.id ?? '' })
        .find((entry) => entry.alias === alias);
      return job && store.jobVersions(job).at(-1)?.details.commandLine;
    };

    host.open(1, { 'README.md': 'The shop' });
    const plan = await sendAndReadComment(1, 'opened');
    assert.match(plan, /^### Plan\n\n`Shop Production`: \d+ to create/);
    assert.match(plan, /\n- create job `Load orders`/);
    assert.match(plan, /postgres:\/\/production\.example\/shop/);
    assert.match(plan, /A merge deploys plan `[0-9a-f]{64}`\.$/);
    assert.equal(findProject(), undefined);

    // The webhook reports a merge that the Git server does not confirm.
    const { pullRequestReads } = host;
    await send(1, 'closed');
    await until('a request for the pull request', () => host.pullRequestReads > pullRequestReads);
    host.merge(1);
    const done = await sendAndReadComment(1, 'closed');
    assert.match(done, /^### Deployed\n/);
    assert.match(done, /\n- created pipeline `Nightly`/);
    assert.equal(readCommand('load_orders'), 'python load_orders.py');

    const job = `{ "alias": "load_orders", "name": "Load orders", "category": "Extraction",
      "technology": { "label": "Python" },
      "version": { "commandLine": "python load_orders.py --fast", "package": "load_orders.py", "runtimeVersion": "3.12" },
      "variables": [{ "name": "LOG_LEVEL", "value": "info" }] }`;
    host.open(2, { 'jobs/load_orders.json': job });
    const change = await sendAndReadComment(2, 'opened');
    assert.match(change, /`version\.commandLine` from `python load_orders\.py` to `.* --fast`/);
    host.merge(2);
    // The target changes after the approval, so the deploy would differ from the approved plan.
    store.addJob({ projectId: findProject()?.id ?? '', name: 'Made by hand', alias: 'by_hand' });
    const refused = await sendAndReadComment(2, 'closed');
    assert.match(refused, /^### Not deployed\n/);
    assert.match(refused, /The approved plan is not the current plan/);
    assert.equal(readCommand('load_orders'), 'python load_orders.py');
  } finally {
    await host.close();
  }
}
