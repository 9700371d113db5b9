import { startSandbox, type Sandbox } from '../../../sandbox';
import { byId, perform } from './support';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterEach(() => sandbox.close());

/** What becomes of each item when its job is named by this expression. */
async function outcomesOf(expression: string, items: object[]): Promise<unknown[]> {
  const { json } = await perform(
    sandbox,
    'job.get',
    { jobId: byId(expression) },
    {
      items: items.map((item) => ({ json: { ...item } })),
      settings: { onError: 'continueRegularOutput' },
    },
  );
  return json.map(({ id, error }) => id ?? error);
}

const [first, second] = ['one', 'two'];
const ids = () =>
  [first, second].map((name) => sandbox.store.addJob({ name }).id) as [string, string];

// What does more than to name a value is always evaluated by n8n.
test.each([
  ['={{ $json.job.id }}', '={{ $json.job?.id ?? undefined }}'],
  ['={{ $json["the job"] }}', '={{ $json["the job"] || $json["the job"] }}'],
])('%s means what n8n takes it to mean, for each item', async (named, evaluated) => {
  const [one, two] = ids();
  const items = [
    { job: { id: one }, 'the job': one },
    { job: { id: two }, 'the job': two },
    {},
    { job: { id: null }, 'the job': null },
    { job: 'text', 'the job': { id: one } },
    { job: { id: 7 }, 'the job': 7 },
    { job: { id: ` ${one}` }, 'the job': ` ${one}` },
    { job: { id: '={{ 1 }}' }, 'the job': '={{ 1 }}' },
  ];
  for (const order of [items, items.toReversed()]) {
    const outcomes = await outcomesOf(named, order);
    expect(outcomes).toEqual(await outcomesOf(evaluated, order));
    expect(outcomes).toEqual(expect.arrayContaining([one, two]));
  }
});
