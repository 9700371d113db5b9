import assert from 'node:assert/strict';
import type { Running } from '../../../start/bringUp';
import { type Check, confFilesNode, type ExecutionCheck, search } from '../check';

const syncWorkflow = 'syncConfFiles0001';

const posted = [
  { path: 'spark/app.conf', content: 'spark.app.name=forecast\n' },
  { path: 'spark/log4j.properties', content: 'log4j.rootCategory=INFO, console\n' },
  { path: 'überblick/100% sure?.txt', content: 'Gültig ab heute\n' },
];

export const confFilesChecks: Check[] = [
  {
    name: 'the configuration files are listed by their node, and the upload token’s test says that the connection works',
    async run(editor) {
      await editor.creator.add(search, confFilesNode, 'Get many files');
      await editor.node.switchOn('recursive');
      const rows = await editor.node.executeStep();
      await editor.screenshot('conf-files');
      const paths = rows.map((row) => row.path);
      assert.ok(paths.includes('/spark/spark-defaults.conf'), paths.join(', '));
      assert.ok(paths.includes('/hadoop/core-site.xml'), paths.join(', '));
      const verdict = await editor.credential.test();
      await editor.screenshot('conf-files-credential');
      assert.match(verdict, /success/i);
    },
  },
];

export const syncChecks: ExecutionCheck[] = [
  {
    name: 'ready-made workflows: the sync, once published, uploads what is posted to it, once',
    async run(running) {
      await running.api.publishWorkflow(syncWorkflow);
      const paths = posted.map(({ path }) => `/from-repository/${path}`);
      assert.deepEqual(await post(running), actions(paths, 'uploaded'));
      for (const { path, content } of posted) {
        const stored = running.sandbox.confFiles.read(`/from-repository/${path}`);
        assert.equal(stored?.toString('utf8'), content, path);
      }
      assert.deepEqual(await post(running), actions(paths, 'unchanged'));
      for (const wrong of WRONG_PAYLOADS) {
        const { status, answer } = await send(running, wrong);
        assert.equal(status, 400, `${wrong}: ${answer}`);
        assert.match(answer, /Nothing was synced\. Post JSON/);
      }
      assert.deepEqual(await post(running), actions(paths, 'unchanged'));
    },
  },
];

/** What a repository may send that was set up in another way. */
const WRONG_PAYLOADS = [
  '{}',
  '{ "files": [] }',
  '{ "files": { "path": "a.conf", "content": "x" } }',
  '{ "files": [{ "path": "a.conf" }] }',
  '{ "files": [{ "path": " ", "content": "x" }] }',
  '{ "files": [null, { "path": "a.conf", "content": "x" }] }',
  '[]',
];

async function post(running: Running): Promise<Array<{ path: unknown; action: unknown }>> {
  const { status, answer } = await send(running, JSON.stringify({ files: posted }));
  assert.equal(status, 200, answer);
  const items = JSON.parse(answer) as Array<{ path: string; action: string }>;
  return items.map(({ path, action }) => ({ path, action }));
}

async function send({ n8n }: Running, body: string): Promise<{ status: number; answer: string }> {
  const response = await fetch(`${n8n.baseUrl}/webhook/sync-configuration-files`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  return { status: response.status, answer: await response.text() };
}

function actions(paths: string[], action: string) {
  return paths.map((path) => ({ path, action }));
}
