import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type Check, projectsNode, search } from '../../check';

export const reportChecks: Check[] = [
  {
    name: 'report: the page of all projects is downloaded and opened',
    async run(editor) {
      await editor.addNode(search, projectsNode, 'Get report of projects');
      await editor.setOption('projects', 'All Projects');
      await editor.setOption('period', 'Last 7 Days');
      await editor.setOption('output', 'Page');
      const [file] = await editor.executeStepWithFile();
      assert.match(String(file), /report\.html/);
      await editor.screenshot('report-panel');
      const html = await readFile(await editor.downloadFile(), 'utf8');
      const { page } = editor;
      await page.goto('about:blank');
      await page.setContent(html);
      assert.match(await page.locator('h1').innerText(), /^Report/);
      assert.match(await page.locator('body').innerText(), /runs: [\d,]+ succeeded/);
      await editor.screenshot('report-page');
    },
  },
];
