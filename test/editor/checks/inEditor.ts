import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JOB_IDS, PROJECT_IDS } from '../../../sandbox';
import { projectRoot } from '../../../start/paths';
import { panels } from '../../pictures/panels';
import { confFilesNode, projectsNode, search, type EditorCheck } from '../check';
import { openNodes, openOneNode, panelViewport } from '../oneNode';
import { byId } from '../../support/ids';

/** Words that users who do not know the name of a node may type, and the node. */
const searches: Array<[string, string]> = [
  ['run a job', projectsNode],
  ['start job', projectsNode],
  ['cron', projectsNode],
  ['config', confFilesNode],
];

const credentialTypes = [
  'Data Platform API',
  'Data Platform Kubernetes API',
  'Data Platform Upload Token API',
];

export const inEditorChecks: EditorCheck[] = [
  {
    name: `canvas: ${searches.map(([text]) => `"${text}"`).join(', ')} find the node, with a description of at most two lines`,
    async run(editor) {
      for (const [text, node] of searches) {
        const found = await editor.creator.search(text, node);
        assert.ok(found.includes(node), `"${text}" found: ${found.join(', ')}`);
      }
      await editor.creator.search(search);
      const descriptions = editor.page.getByTestId('node-creator-item-description');
      const lines = await descriptions.evaluateAll((all) =>
        all.map((element) =>
          Math.round(element.clientHeight / parseFloat(getComputedStyle(element).lineHeight)),
        ),
      );
      assert.ok(lines.length > 0 && Math.max(...lines) <= 2, lines.join());
    },
  },
  {
    name: 'canvas: a project narrows the list of jobs, and a node shows the name of its action and the chosen job',
    async run(editor) {
      await editor.creator.add(search, projectsNode, 'Run job and wait');
      await editor.node.choose('projectId', 'Urban Mobility');
      const jobs = await editor.node.openList('jobId');
      assert.deepEqual(jobs, ['Forecast demand', 'Ingest trips', 'Stream vehicle positions']);
      await editor.node.pick('Ingest trips');
      assert.deepEqual(await editor.canvas.readLastNode(), ['Run job and wait', 'Ingest trips']);
    },
  },
  {
    name: 'panels: no text in the nodes’ panels is cut off at 1280 × 800',
    async run(editor, running) {
      await editor.page.setViewportSize(panelViewport);
      await openNodes(editor, running, 'Panels', panels);
      for (const { node } of panels) {
        await editor.node.open(node);
        assert.deepEqual(await editor.node.listCutTexts(), [], node);
        await editor.node.close();
      }
    },
  },
  {
    name: 'runs: a failed job’s error shows the last lines of its log, and its page is a click away',
    async run(editor, running) {
      const lines = [
        'Reading table <orders> & joining',
        'Traceback (most recent call last):',
        '  File "load.py", line 7, in <module>',
        'ValueError: no column "price"',
      ];
      const { id } = running.sandbox.store.addJob({
        // In Energy Forecast, a ready-made workflow would react to the failure.
        projectId: PROJECT_IDS.retail,
        name: 'Waited for',
        script: {
          queueSeconds: 0,
          durationSeconds: 1,
          outcome: 'FAILED',
          outcomeDetails: 'The container exited with code 1',
          logLines: lines.map((value) => ({ stream: 'STDERR', value })),
        },
      });
      const parameters = { resource: 'job', operation: 'runAndWait', jobId: byId(id) };
      await openOneNode(editor, running, { node: 'Run and wait', parameters });
      const shown = await editor.node.executeFailingStep();
      assert.match(shown, /failed after 1 s: The container exited with code 1 \(run 1\)/);
      assert.match(shown, new RegExp(`Job ${id} · run 1 `));
      const shownLines = shown.split('\n').map((line) => line.trim());
      for (const line of lines) {
        assert.ok(
          shownLines.includes(line.trim()),
          `Not on a line of its own: ${line}\nin: ${shown}`,
        );
      }
      const link = editor.page.locator('a[href*="/instances/"]').first();
      const [page] = await Promise.all([editor.page.context().waitForEvent('page'), link.click()]);
      assert.match(await page.title(), /^Waited for, run 1$/);
    },
  },
  {
    name: 'a mutation found in the list of the live schema shows its arguments as a form, and is called',
    async run(editor) {
      await editor.creator.add(search, projectsNode, 'Call GraphQL operation');
      await editor.node.openList('rootField');
      const found = await editor.node.searchList('runJob');
      const mutation = found.find((entry) => entry.startsWith('runJob · Mutation · '));
      assert.ok(mutation !== undefined, `found: ${found.join(', ')}`);
      await editor.node.pick(mutation);
      const form = await editor.node.readArgumentForm();
      assert.deepEqual(form, { labels: ['jobId * (UUID)'], missing: [] });
      await editor.node.write('jobId', JOB_IDS.tripIngestion);
      const rows = await editor.node.executeStep();
      assert.equal(rows.length, 1);
      assert.match(rows[0]?.id ?? '', /^[0-9a-f-]{36}$/);
    },
  },
  {
    name: 'n8n’s HTTP Request node lists the credentials',
    isShort: true,
    async run(editor) {
      await editor.creator.add('HTTP Request', 'HTTP Request');
      await editor.node.setOption('authentication', 'Predefined Credential Type');
      const listed = await editor.node.searchCredentialTypes('Data Platform');
      assert.deepEqual(listed.sort(), credentialTypes);
    },
  },
  {
    name: 'ready-made workflows: n8n shows no problem on the canvas',
    async run(editor, { workflows }) {
      await editor.openWorkflows();
      for (const { name } of workflows) {
        await editor.pickWorkflow(name);
        await editor.canvas.zoomToFit();
        // n8n marks a node with a problem in red.
        assert.deepEqual(await editor.page.getByTestId('node-issues').allInnerTexts(), [], name);
        await editor.page.goBack();
      }
    },
  },
  {
    name: 'the quick start leads to a run and to a workflow that is published',
    isShort: true,
    async run(editor, { sandbox }) {
      const page = readFileSync(join(projectRoot, 'docs', 'quick-start.md'), 'utf8');
      const requireInPage = (text: string) => {
        assert.ok(page.includes(`**${text}**`), `docs/quick-start.md does not name "${text}"`);
        return text;
      };
      await editor.createWorkflow(requireInPage('Create workflow'));
      const trigger = requireInPage('Schedule Trigger');
      await editor.creator.add(trigger, trigger);
      const action = requireInPage('Run job and wait');
      await editor.creator.addAfter(trigger, requireInPage(projectsNode), action);
      requireInPage('Create new credential');
      await editor.credential.create();
      const fields = await editor.credential.readFieldNames();
      for (const field of ['Base URL', 'Platform ID', 'Realm', 'Login', 'Password']) {
        assert.ok(
          fields.includes(requireInPage(field)),
          `no field "${field}" among ${fields.join(', ')}`,
        );
      }
      await editor.credential.change({ ...sandbox.credentials });
      await editor.credential.leave();
      const entry = 'Retail Analytics / Extract daily sales';
      await editor.node.choose('jobId', entry, 'Extract daily sales');
      requireInPage('Execute step');
      const [row] = await editor.node.executeStep();
      assert.equal(row?.status, 'SUCCEEDED');
      await editor.node.close();
      await editor.publish(requireInPage('Publish'));
    },
  },
];
