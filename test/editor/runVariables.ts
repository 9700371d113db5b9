import { projectsNode, search } from './check';
import type { Editor } from './editor';

/** Runs a job of the local platform that sets variables, and returns its output as text. */
export async function runWithVariables(editor: Editor): Promise<string> {
  await editor.addNode(search, projectsNode, 'Run job and wait');
  await editor.openList('jobId');
  await editor.searchList('Collect meter readings');
  await editor.pick('Energy Forecast / Collect meter readings');
  await editor.addOptions(['Include Variables']);
  await editor.switchOn('includeVariables');
  await editor.pressExecuteStep();
  return await editor.outputJson();
}

/** For docs/runs.md: the variables of a run. */
export const variablesPictures = [
  {
    name: 'variables',
    async take(editor: Editor): Promise<void> {
      await editor.newWorkflow();
      await runWithVariables(editor);
    },
  },
];
