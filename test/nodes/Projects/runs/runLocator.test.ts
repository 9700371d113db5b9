import { PIPELINE_IDS } from '../../../../sandbox';
import { runTitle } from '../../../../nodes/Projects/runs/read/runOutput';
import { runNode } from '../../../support/engine/runWorkflow';
import { searchList } from '../../../support/engine/searchList';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';

const test = testBeside({ seedRuns: false });

const credentials = () => ({ dataPlatformApi: sandbox().credentials });
const search = async (more: object, filter?: string) => {
  const parameters = { resource: 'jobRun', operation: 'get', ...more };
  return await searchList({ method: 'searchRuns', parameters, credentials: credentials() }, filter);
};
const chosen = (value: string) => ({ __rl: true, mode: 'list', value });

/** A job with runs of which some have failed. */
function jobWithRuns(count: number, hasFailed: (n: number) => boolean = () => false) {
  const { id } = sandbox().store.addJob({ name: 'Job' });
  const startMs = Date.now() - 10 * 86_400_000;
  const runs = Array.from({ length: count }, (_, n) => {
    const script = { outcome: hasFailed(n) ? 'FAILED' : 'SUCCEEDED' } as const;
    return sandbox().store.startRun(id, { requestedAt: startMs + n * 1_000, script })?.id ?? '';
  });
  return { id, runs };
}

test('the latest runs of the chosen job, newest first, as people name them', async () => {
  const { id, runs } = jobWithRuns(130, (n) => n % 3 === 2);
  const { results, paginationToken } = await search({ jobId: chosen(id) });
  expect(paginationToken).toBeUndefined();
  expect(results.map(({ value }) => value)).toEqual(runs.reverse().slice(0, 100));
  expect(results[0]?.name).toMatch(/^130 · succeeded · \d{4}-\d\d-\d\d \d\d:\d\d$/);
  expect(results[1]?.name).toMatch(/^129 · failed · /);
  const found = await search({ jobId: chosen(id) }, 'failed 99');
  expect(found.results.map(({ name }) => name.split(' ·')[0])).toEqual(['99']);
});

test('the runs of a pipeline', async () => {
  const id = PIPELINE_IDS.dailySales;
  const run = sandbox().store.pipelines.start(id);
  const { results } = await search({ resource: 'pipelineRun', pipelineId: chosen(id) });
  expect(results).toEqual([{ name: expect.stringMatching(/^1 · /), value: run?.id }]);
});

test('while no job is chosen, the list says so', async () => {
  await expect(search({ jobId: chosen('') })).rejects.toMatchObject({
    message: 'No job is selected',
  });
  await expect(search({ resource: 'pipelineRun' })).rejects.toMatchObject({
    message: 'No pipeline is selected',
    description: expect.stringContaining('the ID of'),
  });
});

// How the parameter stands in a workflow: as it was saved before there was a list, and since.
test.each<[string, (id: string) => unknown, boolean]>([
  ['the plain text of an earlier workflow', (id) => id, true],
  ['an expression of an earlier workflow', () => '={{ $json.id }}', false],
  ['a choice from the list', chosen, true],
  ['an ID', (id) => ({ __rl: true, mode: 'id', value: id }), true],
  ['an expression', () => ({ __rl: true, mode: 'id', value: '={{ $json.id }}' }), false],
])('%s gives the run to an operation', async (_name, form, isFixed) => {
  const { runs } = jobWithRuns(3);
  const input = isFixed ? [{}] : runs.map((id) => ({ id }));
  for (const operation of ['get', 'wait']) {
    const parameters = { resource: 'jobRun', operation, runId: form(runs[0] ?? '') };
    const node = { parameters: parameters as never };
    const { json, error } = await runNode(node, credentials(), input);
    expect(error).toBeUndefined();
    expect(new Set(json.map((item) => item.id))).toEqual(new Set(isFixed ? [runs[0]] : runs));
  }
});

test.each([
  ['2026-11-21T23:30:00Z', '17 · failed · 2026-11-22 00:30'],
  [null, '17 · failed'],
  ['soon', '17 · failed'],
  ['2026-11-22T13:02:00.381215Z[UTC]', '17 · failed · 2026-11-22 14:02'],
])('a run that began at %s is "%s"', (startTime, title) => {
  expect(runTitle({ id: 'x', number: 17, startTime }, 'failed', 'Europe/Berlin')).toBe(title);
});
