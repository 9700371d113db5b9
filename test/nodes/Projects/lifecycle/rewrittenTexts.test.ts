import { PROJECT_IDS, startSandbox, TECHNOLOGY_IDS, type Sandbox } from '../../../../sandbox';
import { byId, performed } from '../support';

const GENERATIONS = ['early', 'middle', 'recent'] as const;
const COUNTS = [1, 100];

let sandbox: Sandbox | undefined;
afterEach(async () => await sandbox?.close());

const projectId = byId(PROJECT_IDS.retail);

/** One platform of each generation that tells texts in another form than it was given. */
const start = async (generation: (typeof GENERATIONS)[number]) =>
  (sandbox = await startSandbox({ seedRuns: false, generation, rewritesTexts: true }));

describe.each(GENERATIONS)(
  'on a platform of the generation %s that rewrites texts',
  (generation) => {
    test.each(COUNTS)('a second upsert of %i jobs changes nothing', async (count) => {
      const platform = await start(generation);
      const items = Array.from({ length: count }, (_, index) => ({
        json: { name: `job ${index}` },
        file: { name: 'main.py', text: 'print(1)' },
      }));
      const job = {
        projectId,
        name: '={{ $json.name }}',
        category: byId('Extraction'),
        technologyId: byId(TECHNOLOGY_IDS.python),
        binaryPropertyName: 'data',
        version: { commandLine: 'python {file}\r\n  --day 1 ' },
        additionalFields: { cronScheduling: ' 0  6 * * * ', description: 'every day ' },
      };
      const upsert = async () => await performed(platform, 'job.upsert', job, { items });
      const actions = (upserted: Awaited<ReturnType<typeof upsert>>) =>
        new Set(upserted.map(({ action }) => action));
      expect(actions(await upsert())).toEqual(new Set(['created']));
      expect(actions(await upsert())).toEqual(new Set(['unchanged']));
      const { byOperation } = platform.stats;
      expect([byOperation.addJobVersion, byOperation.editJob]).toEqual([undefined, undefined]);
    });
  },
);

describe.each(['middle', 'recent'] as const)(
  'on a platform of the generation %s that rewrites texts',
  (generation) => {
    test.each(COUNTS)('a second upsert of %i pipelines changes nothing', async (count) => {
      const platform = await start(generation);
      for (const alias of ['one', 'two']) {
        platform.store.addJob({ projectId: PROJECT_IDS.retail, name: alias, alias });
      }
      const graph = {
        jobNodes: [
          { id: 'a', job: 'one', nextNodes: ['c'] },
          { id: 'b', job: 'two' },
        ],
        conditionNodes: [{ id: 'c', condition: { expression: ' 1 > 0' }, nextNodesSuccess: ['b'] }],
      };
      const pipeline = {
        projectId,
        name: '={{ $json.name }}',
        jobsAs: 'graph',
        graph,
        additionalFields: { cronScheduling: '0  6 * * *' },
      };
      const items = Array.from({ length: count }, (_, index) => ({
        json: { name: `pipeline ${index}` },
      }));
      const upsert = async () => await performed(platform, 'pipeline.upsert', pipeline, { items });
      await upsert();
      const again = await upsert();
      expect(new Set(again.map(({ action }) => action))).toEqual(new Set(['unchanged']));
      const { byOperation } = platform.stats;
      expect([byOperation.addGraphPipelineVersion, byOperation.editPipeline]).toEqual([
        undefined,
        undefined,
      ]);
    });
  },
);
