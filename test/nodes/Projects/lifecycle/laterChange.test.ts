import { PROJECT_IDS, startSandbox, TECHNOLOGY_IDS, type Sandbox } from '../../../../sandbox';
import { byId, perform } from '../support';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterEach(() => sandbox.close());

/** Of the two changes of an update, the second one is refused. */
async function upsertWithRefusedVersion(additionalFields: object, count: number) {
  const technologyId = TECHNOLOGY_IDS.python;
  const names = Array.from({ length: count }, (_, index) => `etl ${index}`);
  const job = { projectId: PROJECT_IDS.retail, category: 'Extraction', technologyId };
  for (const name of names) sandbox.store.addJob({ ...job, name });
  const times = count * 10;
  sandbox.accidents.add({ kind: 'status', operation: 'addJobVersion', status: 403, times });
  const parameters = {
    projectId: byId(PROJECT_IDS.retail),
    name: '={{ $json.name }}',
    category: byId('Extraction'),
    technologyId: byId(technologyId),
    version: { commandLine: 'python {file} --day' },
    additionalFields,
  };
  const items = names.map((name) => ({ json: { name } }));
  const settings = { onError: 'continueRegularOutput' } as const;
  const { json } = await perform(sandbox, 'job.upsert', parameters, { settings, items });
  return json;
}

test.each([1, 100])('an item whose first change was made says so: %d', async (count) => {
  const failed = await upsertWithRefusedVersion({ description: 'New' }, count);
  expect(sandbox.stats.byOperation).toMatchObject({ editJob: count });
  expect(failed).toHaveLength(count);
  for (const item of failed) {
    expect(item).toMatchObject({ error: expect.anything(), mayHaveHappened: true });
  }
});

test('an item whose only change was refused has not happened', async () => {
  const failed = await upsertWithRefusedVersion({}, 1);
  expect(failed).toMatchObject([{ error: expect.anything(), mayHaveHappened: false }]);
});
