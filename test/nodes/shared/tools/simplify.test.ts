import { PROJECTS_NODE } from '../../../support/engine/runWorkflow';
import { RESOURCES } from '../../../../nodes/outputs';
import { NO_SUCH_ID } from '../../../support/ids';
import { describedOperations } from '../../../support/descriptions/describedOperations';
import { sandboxForAllTests } from '../../../support/testSandbox';
import { byId, perform } from '../../Projects/support';

const OPERATIONS = Object.entries(RESOURCES).flatMap(([node, resources]) =>
  resources.flatMap((resource) =>
    resource.operations.map((operation) => {
      const name = `${resource.value}/${operation.value}`;
      const fields = Object.keys(operation.output ?? {});
      return { name: `${node} ${name}`, fields, simplified: operation.simplified };
    }),
  ),
);

/** Their items are of several kinds, with at most ten fields each. */
const OF_SEVERAL_KINDS = ['Projects project/plan', 'Projects project/deploy'];

describe('outputs of more than ten fields can be simplified', () => {
  const large = OPERATIONS.filter(
    ({ name, fields }) => fields.length > 10 && !OF_SEVERAL_KINDS.includes(name),
  );

  test.each(large)('$name', ({ simplified = [], fields }) => {
    const names = simplified.filter((name) => fields.includes(name));
    expect(names.length).toBeGreaterThan(2);
    expect(names.length).toBeLessThan(fields.length);
  });
});

// Operations share lists, and not each of them has all fields of its list.
test('each field of a simplified output is one of an output that has this list', () => {
  const unknown = OPERATIONS.flatMap(({ name, simplified = [] }) => {
    const sharing = OPERATIONS.filter((other) => other.simplified === simplified);
    const fields = new Set(sharing.flatMap((operation) => operation.fields));
    return simplified.filter((field) => !fields.has(field)).map((field) => `${name}: ${field}`);
  });
  expect(unknown).toEqual([]);
});

/** Outcome of an operation, or its request. */
const OUTCOMES = ['action', 'skipped', 'timedOut', 'variables'];

test('a simplified output says what was done', () => {
  // In a report, "skipped" is a number of runs.
  const silent = OPERATIONS.filter(({ name }) => name !== 'Projects project/getReport').filter(
    ({ fields, simplified = fields }) =>
      OUTCOMES.some((name) => fields.includes(name) && !simplified.includes(name)),
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test('a node shows Simplify, and its tool Fields to Return', () => {
  const runAndWait = describedOperations().find(({ name }) => name === 'Projects job.runAndWait');
  const conditions = runAndWait?.fields.map(({ name, displayOptions: { show, hide } = {} }) => [
    name,
    show?.['@tool'] ?? hide?.['@tool']?.map((is) => !is),
  ]);
  expect(conditions?.slice(-4)).toEqual([
    ['simplify', [false]],
    ['toolOutput', [true]],
    ['outputFields', [true]],
    ['options', undefined],
  ]);
});

describe('of 100 jobs', () => {
  const TOOL = `${PROJECTS_NODE}Tool`;
  const sandbox = sandboxForAllTests({ seedRuns: false });
  let ids: string[];
  beforeAll(() => {
    const { id: projectId } = sandbox.store.addProject({ name: 'Big' });
    const names = Array.from({ length: 100 }, (_, n) => `Job ${n}`);
    ids = names.map((name) => sandbox.store.addJob({ name, projectId }).id);
  });

  const get = async (more: object, type = PROJECTS_NODE, items = ids.map((id) => ({ id }))) => {
    const { json } = await perform(
      sandbox,
      'job.get',
      { jobId: byId('={{ $json.id }}'), ...more },
      {
        items: items.map((item) => ({ json: item })),
        settings: { type, onError: 'continueRegularOutput' },
      },
    );
    return json;
  };

  test('all fields by default, and the same in their order when simplified', async () => {
    const [whole, simple] = [await get({}), await get({ simplify: true })];
    expect(Object.keys(whole[0] ?? {}).length).toBeGreaterThan(15);
    expect(simple).toHaveLength(100);
    simple.forEach((job, n) => {
      expect(Object.keys(job).slice(0, 2)).toEqual(['name', 'id']);
      expect(Object.keys(job).length).toBeLessThan(12);
      expect(whole[n]).toMatchObject(job);
    });
  });

  test('each item says for itself', async () => {
    const items = ids.map((id, n) => ({ id, isSimple: n % 2 === 0 }));
    const jobs = await get({ simplify: '={{ $json.isSimple }}' }, PROJECTS_NODE, items);
    jobs.forEach((job, n) => expect('resources' in job).toBe(n % 2 === 1));
  });

  test('a failed item keeps its error, without a note on its fields', async () => {
    const items = [{ id: ids[0] ?? '' }, { id: NO_SUCH_ID }];
    const [job, failed] = await get({ simplify: true }, PROJECTS_NODE, items);
    expect(job).toMatchObject({ name: 'Job 0' });
    expect(failed).toMatchObject({ errorCode: 'NOT_FOUND', jobId: NO_SUCH_ID });
    const selection = { toolOutput: 'selected', outputFields: 'name' };
    expect(await get(selection, TOOL, items.slice(1))).toEqual([{ error: expect.any(String) }]);
  });

  test('an agent gets all, the simplified or the selected fields', async () => {
    const one = [{ id: ids[0] ?? '' }];
    const [raw] = await get({ toolOutput: 'raw' }, TOOL, one);
    const [simple] = await get({}, TOOL, one);
    const selection = {
      toolOutput: 'selected',
      outputFields: 'status , name,, __proto__, category',
    };
    expect(Object.keys(raw ?? {}).length).toBeGreaterThan(Object.keys(simple ?? {}).length);
    expect(Object.keys(simple ?? {}).slice(0, 2)).toEqual(['name', 'id']);
    expect(await get(selection, TOOL, one)).toEqual([
      { name: 'Job 0', category: raw?.category },
      { note: 'The output has no field status, __proto__' },
    ]);
  });

  test('an unknown choice of the output is refused before a change', async () => {
    const more = { operation: 'run', toolOutput: 'all' };
    const [failed] = await get(more, TOOL, [{ id: ids[0] ?? '' }]);
    expect(failed?.error).toContain('"Fields to Return"');
    expect(sandbox.stats.byOperation.runJob).toBeUndefined();
  });

  test('fields may be selected by a list', async () => {
    const more = { toolOutput: 'selected', outputFields: '={{ ["id", "name"] }}' };
    const [id = ''] = ids;
    expect(await get(more, TOOL, [{ id }])).toEqual([{ id, name: 'Job 0' }]);
  });

  test.each([
    ['no selected fields', { toolOutput: 'selected' }, TOOL, { toolOutput: 'raw' }],
    ["the node's field for its tool", { simplify: false }, TOOL, {}],
    ["the tool's field for its node", { toolOutput: 'simplified' }, PROJECTS_NODE, {}],
  ])('%s: as if it was not given', async (_what, more, type, same) => {
    const one = [{ id: ids[0] ?? '' }];
    expect(await get(more, type, one)).toEqual(await get(same, type, one));
  });
});
