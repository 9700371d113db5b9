import { writeFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import { buildProjectFileSchemas } from '../../platform/projectFiles/files/jsonSchemas';
import { ALL_PARTS } from '../../platform/projectFiles/tree';
import { startSandbox } from '../../sandbox';
import { filesOf } from '../platform/projectFiles/support';
import { cases } from '../support/cases';
import { fillProject } from '../support/randomProject';
import { PACKAGE_FOLDER } from '../support/packedPackage';
import { filesIn, readText, ROOT } from '../support/repository';
import { untilTestEnds } from '../support/untilTestEnds';
import { compareGenerated } from '../support/compareGenerated';

const FOLDER = 'docs/project-files';

beforeAll(() => {
  if (!process.env.UPDATE_DOCS) return;
  for (const [name, text] of buildProjectFileSchemas()) {
    writeFileSync(path.join(ROOT, FOLDER, name), text);
  }
});

test.each([FOLDER, `${PACKAGE_FOLDER}/dist/project-files`])(
  '%s has those of the code',
  (folder) => {
    const schemas = filesIn(folder, '*.schema.json').map((name) => [name, readText(folder, name)]);
    compareGenerated(() => {
      expect(Object.fromEntries(schemas)).toEqual(Object.fromEntries(buildProjectFileSchemas()));
    });
  },
);

/** Validates a project file by the schema for its path. */
function findErrors(name: string, value: unknown): string[] {
  const [part = ''] = name.replace(/\.json$/, '').split('/');
  const text = buildProjectFileSchemas().get(`${part}.schema.json`);
  if (text === undefined) throw new Error(`No schema for ${name}`);
  const ajv = new Ajv({ allErrors: true });
  ajv.validate(JSON.parse(text) as object, value);
  return (ajv.errors ?? []).map(({ dataPath, message }) => `${name}${dataPath} ${message}`);
}

test('what is exported follows them, whatever the project', async () => {
  const sandbox = await untilTestEnds(startSandbox({ seedRuns: false }));
  for (let seed = 1; seed <= cases(20, 5); seed++) {
    const { id } = sandbox.store.addProject({ name: `Random ${seed}` });
    fillProject(sandbox, id, seed);
    const files = [...(await filesOf(sandbox, id, { include: ALL_PARTS }))].filter(([name]) =>
      /^[^/]*\.json$|^[^/]+\/[^/]+\.json$/.test(name),
    );
    expect(files.length).toBeGreaterThan(1);
    for (const [name, bytes] of files) {
      expect(findErrors(name, JSON.parse(bytes.toString('utf8')))).toEqual([]);
    }
  }
});

test.each([
  ['jobs/a.json', { name: 'A', alerting: { email: [] } }],
  ['jobs/a.json', { category: 'Extraction' }],
  ['pipelines/a.json', { name: 'A', isScheduled: 'yes' }],
  ['volumes/a.json', { name: 'A', size: 10 }],
  ['rights.json', { analysts: 1 }],
  ['technologies.json', { app: [] }],
  ['project.json', { format: 2 }],
  ['jobs/a.json', { name: '' }],
  ['jobs/a.json', { name: 'x'.repeat(255) }],
  ['jobs/a.json', { name: 'A', alias: 'a/b' }],
  ['jobs/a.json', { name: 'A', cronScheduling: '1 2 3' }],
  ['jobs/a.json', { name: 'A', technology: { repository: 'Ours' } }],
  ['apps/a.json', { name: 'A', version: { ports: [{ number: 70_000 }] } }],
  ['apps/a.json', { name: 'A', version: { volumes: [{ path: 'data', volume: 'm' }] } }],
  ['volumes/a.json', { name: 'A', size: '0 GB' }],
  ['pipelines/a.json', { name: 'A' }],
  ['pipelines/a.json', { name: 'A', version: { graph: { jobs: [null] } } }],
  ['targets/a.json', { jobs: { load: { version: { package: 'a/b.zip' } } } }],
  ['project.json', null],
  ['targets/a.json', null],
  ['rights.json', null],
  ['technologies.json', null],
])('%s: a mistake is one by them: %j', (name, file) => {
  expect(findErrors(name, file)).not.toEqual([]);
});

const IN_TARGET = { version: { docker: { credentials: null } }, description: null };

test.each([
  ['targets/a.json', { jobs: { load: IN_TARGET }, volumes: { models: { size: '20 GB' } } }],
  ['targets/a.json', { jobs: { load: null } }],
  ['jobs/a.json', { $schema: './jobs.schema.json', name: 'A' }],
])('%s may be no more than %j', (name, file) => {
  expect(findErrors(name, file)).toEqual([]);
});
