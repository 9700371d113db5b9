import { byId, perform } from './support';
import { sandboxForEachTest } from '../../support/testSandbox';

const sandbox = sandboxForEachTest({ seedRuns: false });

/** Outcome of each item if this expression names its job. */
async function outcomesOf(expression: string, items: object[]): Promise<unknown[]> {
  const parameters = { jobId: byId(expression) };
  const { json } = await perform(sandbox, 'job.get', parameters, {
    items: items.map((item) => ({ json: { ...item } })),
    settings: { onError: 'continueRegularOutput' },
  });
  return json.map(({ id, error }) => id ?? error);
}

// n8n always evaluates an expression that is more than a name.
test.each([
  ['={{ $json.job.id }}', '={{ $json.job?.id ?? undefined }}'],
  ['={{ $json["the job"] }}', '={{ $json["the job"] || $json["the job"] }}'],
])('%s means what n8n takes it to mean, for each item', async (named, evaluated) => {
  const [one, two] = ['one', 'two'].map((name) => sandbox.store.addJob({ name }).id);
  const values = [one, two, null, 'text', 7, { id: one }, ` ${one}`, '={{ 1 }}'];
  const items = [
    {},
    { job: 'text', 'the job': 'text' },
    ...values.map((id) => ({ job: { id }, 'the job': id })),
  ];
  for (const order of [items, items.toReversed()]) {
    const outcomes = await outcomesOf(named, order);
    expect(outcomes).toEqual(await outcomesOf(evaluated, order));
    expect(outcomes).toEqual(expect.arrayContaining([one, two]));
  }
});
