import assert from 'node:assert/strict';
import { type Check, projectsNode, search } from '../check';

const secondsToStop = 2;

export const failureChecks: Check[] = [
  {
    name: 'a query with a syntax error fails with a message that tells the line',
    async run(editor) {
      await editor.addNode(search, projectsNode, 'Execute GraphQL query');
      await editor.writeText('query', 'query { projects { id name ');
      const shown = await editor.failStep();
      await editor.screenshot('syntax-mistake');
      assert.match(shown, /syntax error at line/i);
    },
  },
  {
    name: 'Stop ends an execution whose request is never answered',
    async run(editor, { sandbox, api }) {
      await editor.addNode(search, projectsNode, 'Get many projects');
      sandbox.accidents.add({ kind: 'hang', operation: 'projects' });
      try {
        await editor.startWorkflow();
        const started = Date.now();
        while (sandbox.accidents.pending().length > 0) {
          assert.ok(Date.now() - started < 10_000, 'The request has not come.');
          await editor.page.waitForTimeout(100);
        }
        const seconds = await editor.stopExecution();
        await editor.screenshot('stopped');
        const { results } = await api.request<{ results: Array<{ status: string }> }>(
          'GET',
          '/executions?limit=1',
        );
        assert.equal(results[0]?.status, 'canceled');
        assert.ok(seconds < secondsToStop, `It took ${seconds.toFixed(1)} s.`);
      } finally {
        sandbox.accidents.clear();
      }
    },
  },
];
