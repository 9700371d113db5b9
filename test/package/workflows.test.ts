import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { tasks } from '../editor/tasks';

interface WorkflowNode {
  name: string;
  parameters: { projectId?: { value: string } };
}

/** The project that a node of a ready-made workflow works with. */
function projectOf(workflow: string, name: string): string | undefined {
  const file = path.join(__dirname, '../../workflows', `${workflow}.json`);
  const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as { nodes: WorkflowNode[] };
  return nodes.find((node) => node.name === name)?.parameters.projectId?.value;
}

test('the workflow that reacts to failed runs watches the project whose nightly job fails', () => {
  const watched = projectOf('react-to-any-failed-run', 'When a run fails');
  expect(watched).toMatch(/^[0-9a-f-]{36}$/);
  expect(watched).toBe(projectOf('nightly-job-with-failure-alert', 'Run job and wait'));
});

test('docs/dev/tested.md has the clicks that the tasks take in the editor', () => {
  const page = readFileSync(path.join(__dirname, '../../docs/dev/tested.md'), 'utf8');
  for (const { name, clicks } of tasks) {
    expect(page).toMatch(new RegExp(`${name} ${clicks}\\b`));
  }
});

const FOLDER = path.join(__dirname, '../../workflows');

test.each(readdirSync(FOLDER))('docs/workflows.md shows the canvas of %s', (file) => {
  const { name } = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as { name: string };
  const picture = `images/workflows/${name.toLowerCase().replaceAll(' ', '-')}.png`;
  const docs = path.join(FOLDER, '../docs');
  expect(readFileSync(path.join(docs, 'workflows.md'), 'utf8')).toContain(
    `![The canvas of "${name}"](${picture})`,
  );
  expect(existsSync(path.join(docs, picture))).toBe(true);
});
