import assert from 'node:assert/strict';
import { type Check, projectsNode, search } from '../check';

export const reportChecks: Check[] = [
  {
    name: 'report: a page of all projects is made and shown at the output',
    async run(editor) {
      await editor.addNode(search, projectsNode, 'Get report of projects');
      await editor.setOption('projects', 'All Projects');
      await editor.setOption('period', 'Last 7 Days');
      await editor.setOption('output', 'Page');
      const [file] = await editor.executeStepWithFile();
      assert.match(String(file), /report\.html/);
      const page = await editor.viewFile();
      await page.locator('h1').waitFor();
      assert.match(await page.locator('h1').innerText(), /^Report/);
      assert.match(await page.locator('body').innerText(), /runs: [\d,]+ succeeded/);
      await editor.screenshot('report-page');
    },
  },
];
