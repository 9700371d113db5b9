import { JOB_IDS, PROJECT_IDS } from '../../sandbox';
import { byId, perform } from './Projects/support';
import { sandboxForEachTest } from '../support/testSandbox';

// Switches and numbers as text: `values.test.ts`.
const sandbox = sandboxForEachTest({ seedRuns: false });

const given = (value: unknown) => `={{ ${JSON.stringify(value)} }}`;

test.each(['1;2', '1 2', '1,,2', '1.0', '0x1'])(
  'Delete Versions of %j deletes none',
  async (text) => {
    const { error } = await perform(sandbox, 'job.deleteVersions', {
      jobId: byId(JOB_IDS.salesExtraction),
      versionNumbers: text,
    });
    expect(error?.message).toMatch(/^The version number is missing or is not a whole number/);
  },
);

const entry = (name: unknown, value: unknown) => ({ name: given(name), value: given(value) });

test.each([
  ['a name twice', [entry('A', 'x'), entry(' A', 'y')], '"Variables" contains "A" twice'],
  ['no name', [entry('', 'x')], '"Variables" has an entry without a "name"'],
  ['an object', [entry('A', { deep: 'sesame' })], '"Variables" must be text, not an object'],
])('Plan with variables that have %s is refused by name', async (_what, values, message) => {
  const target = { target: 'project', projectId: byId(PROJECT_IDS.retail) };
  const { error } = await perform(
    sandbox,
    'project.plan',
    {
      source: 'items',
      filePath: '={{ $json.path }}',
      ...target,
      options: { variables: { values } },
    },
    {
      items: [
        ['project.json', '{ "format": 1, "include": [] }'],
        ['volumes/data.json', '{ "name": "data", "size": "1 GB" }'],
      ].map(([path = '', text = '']) => ({ json: { path }, file: { name: 'file.json', text } })),
    },
  );
  expect(error?.message).toBe(message);
});
