import { wrapText } from '../../../../platform/common/content/fileContent';
import { readProjectFiles } from '../../../../platform/projectFiles/files/readFiles';
import { validateFiles } from '../../../../platform/projectFiles/validate';
import { valueAt } from '../../../../platform/common/text/values';
import { failureOf } from '../../../support/failureOf';
import { filesWith, given, jobFile } from '../support';

const SECRET = 'do-not-print-4711';

type Files = Record<string, unknown>;

const FILES: Files = {
  'volumes/models.json': { name: 'models', size: '1 GB' },
  'project.json': { format: 1, description: 'Base', protect: ['jobs/ledger'] },
  'variables.json': [
    { name: 'URL', value: 'base', description: 'Where' },
    { name: 'TOKEN', isPassword: true },
    { name: 'DEBUG', value: 'no' },
  ],
  'jobs/load.json': jobFile('load', {
    isScheduled: true,
    cronScheduling: '0 1 * * *',
    resources: { cpu: { request: 1, limit: 2 } },
    version: { commandLine: 'python main.py' },
    variables: [
      { name: 'LEVEL', value: 'info' },
      { name: 'ROWS', value: '10' },
    ],
  }),
  'jobs/save.json': jobFile('save', {
    cronScheduling: '0 2 * * *',
    version: { commandLine: 'python save.py' },
    variables: [{ name: 'LEVEL', value: 'info' }],
  }),
  'pipelines/nightly.json': {
    name: 'Nightly',
    alias: 'nightly',
    isScheduled: true,
    cronScheduling: '0 3 * * *',
    version: {
      graph: {
        jobs: [
          { node: 'first', job: 'load', next: ['second'] },
          { node: 'second', job: 'save' },
        ],
      },
    },
  },
};

const asGiven = (files: Files) => given(filesWith(files));

const withTarget = async (target: unknown, files: Files = FILES) => {
  const given = asGiven({ ...files, 'targets/staging.json': target });
  return await readProjectFiles(given, { targetFile: 'staging' });
};

const refusal = async (work: Promise<unknown>): Promise<string> => {
  const { message, hint } = await failureOf(work);
  return `${message} | ${hint}`;
};

test('a target file changes things by their aliases, and * before the named one', async () => {
  const target = {
    project: { description: 'For staging' },
    variables: { URL: { value: 'staging' }, DEBUG: null },
    volumes: { models: { size: '2 GB' } },
    jobs: {
      '*': { resources: { cpu: { limit: 1 } }, variables: { LEVEL: { value: 'debug' } } },
      load: {
        name: 'Load (staging)',
        resources: { cpu: { limit: 4 } },
        version: { commandLine: null },
        variables: { ROWS: null },
      },
      save: { variables: null },
    },
    pipelines: { nightly: { cronScheduling: '30 3 * * *' } },
  };
  const { entries, protect } = await withTarget(target);
  const variables = [{ name: 'LEVEL', doc: { value: 'debug' } }];
  expect(entries).toMatchObject({
    project: [{ doc: { description: 'For staging' } }],
    variable: [
      { name: 'TOKEN', doc: { isPassword: true } },
      { name: 'URL', doc: { value: 'staging', description: 'Where' } },
    ],
    volume: [{ doc: { name: 'models', size: '2 GB' } }],
    job: [
      {
        ...{ key: 'load', name: 'Load (staging)', variables },
        doc: { resources: { cpu: { request: 1, limit: 4 } } },
      },
      { key: 'save', variables: [], doc: { resources: { cpu: { limit: 1 } } } },
    ],
    pipeline: [{ doc: { cronScheduling: '30 3 * * *', isScheduled: true } }],
  });
  expect(protect).toMatchObject([{ glob: { text: 'jobs/ledger' }, blocksChanges: false }]);
  const commands = entries.job.map(({ doc }) => valueAt(doc, 'version.commandLine'));
  expect(commands).toEqual([undefined, 'python save.py']);
  expect(await validateFiles(asGiven({ ...FILES, 'targets/staging.json': target }))).toEqual([]);
});

test('a patch for the variables of all jobs keeps their other variables', async () => {
  const target = { jobs: { '*': { variables: { LEVEL: { value: 'debug' } } } } };
  const [before] = (await withTarget({})).entries.job;
  const [after] = (await withTarget(target)).entries.job;
  const changed = before?.variables.map((variable) =>
    variable.name === 'LEVEL' ? { ...variable, doc: { value: 'debug' } } : variable,
  );
  expect(after?.variables).toEqual(changed);
});

test.each([
  ['as in the files', {}, [true, false, true]],
  ['as in the files, if it says so', { schedules: 'asInFiles' }, [true, false, true]],
  ['paused', { schedules: 'paused' }, [false, false, false]],
  [
    'paused, but for what a patch makes live',
    { schedules: 'paused', jobs: { load: { isScheduled: true } } },
    [true, false, false],
  ],
])('with a target file, schedules are %s', async (_what, target, live) => {
  const { entries } = await withTarget(target);
  const files = [...entries.job, ...entries.pipeline].map(({ doc }) => doc);
  expect(files.map(({ isScheduled }) => isScheduled)).toEqual(live);
  const crons = files.map(({ cronScheduling }) => cronScheduling);
  expect(crons).toEqual(['0 1 * * *', '0 2 * * *', '0 3 * * *']);
});

test('null takes a thing away, with its package', async () => {
  const files = { ...FILES, 'jobs/load/main.py': 'print(1)' };
  const jobs = async (target: object) => {
    const { job, pipeline } = (await withTarget(target, files)).entries;
    return [job.map((one) => [one.key, one.package !== undefined]), pipeline.length];
  };
  expect(await jobs({})).toEqual([
    [
      ['load', true],
      ['save', false],
    ],
    1,
  ]);
  const target = { jobs: { load: null }, pipelines: { nightly: null } };
  expect(await jobs(target)).toEqual([[['save', false]], 0]);
});

test.each(['staging', 'staging.json', 'targets/staging', './targets/staging.json', ' staging '])(
  'the target file may be called "%s"',
  async (targetFile) => {
    // Files that were not chosen are not even read.
    const others = { 'targets/broken.json': '{' };
    const target = { 'targets/staging.json': { project: { description: 'S' } } };
    const files = asGiven({ ...FILES, ...others, ...target });
    const { entries } = await readProjectFiles(files, { targetFile });
    expect(entries.project).toMatchObject([{ doc: { description: 'S' } }]);
  },
);

test('the target file may be none of the files', async () => {
  const file = (text: string) => ({ path: 'Target File', content: wrapText(text) });
  const targetFile = file('{ "project": { "description": "S" } }');
  const { entries } = await readProjectFiles(asGiven(FILES), { targetFile });
  expect(entries.project).toMatchObject([{ doc: { description: 'S' } }]);
  const wrong = file('{\n"jobs": { "lod": {} } }');
  expect(await refusal(readProjectFiles(asGiven(FILES), { targetFile: wrong }))).toMatch(
    /Target File, line 2, names the job "lod"/,
  );
});

test('a target file that is not there is refused, with those that are', async () => {
  const files = { ...FILES, 'targets/staging.json': {}, 'targets/eu/production.json': {} };
  expect(await refusal(readProjectFiles(asGiven(files), { targetFile: 'stagging' }))).toBe(
    'The files do not include the target file targets/stagging.json | Fix the option "Target File". Available: eu/production, staging. Nothing was sent.',
  );
  expect(await refusal(readProjectFiles(asGiven(FILES), { targetFile: '../jobs/load' }))).toContain(
    'The files include no target file.',
  );
});

/** Each has one mistake, which Validate also finds: the target file and the message. */
const MISTAKES: Array<[name: string, target: string, message: RegExp]> = [
  ['no JSON', '{"jobs":', /targets\/staging.json, line 1, is not JSON/],
  ['an unknown name', '{\n"job": {}}', /line 2, has an unknown field "job" \| Known fields: .*jobs/],
  ['an unknown field', '{"jobs": {"load": {\n"resources": {"memmory": {}}}}}', /line 2, has an unknown field "jobs.load.resources.memmory"/],
  ['another type', '{"jobs": {"load":\n{"isScheduled": "no"}}}', /line 2, has an invalid "jobs.load.isScheduled" \| It must be true or false/],
  ['another word', '{"schedules": "pause"}', /has an invalid "schedules" \| It must be "asInFiles" or "paused"/],
  ['a name twice', '{"jobs": {"load": {},\n"load": {}}}', /line 2, contains the name "load" twice/],
  ['an alias', '{"jobs": {"load": {"alias": "x"}}}', /has an unknown field "jobs.load.alias"/],
  ['the name of a volume', '{"volumes": {"*": {"name": "x"}}}', /has an unknown field "volumes.\*.name"/],
  ['a job that no file has', '{"jobs": {\n"lod": {}}}', /line 2, names the job "lod", which no file has/],
  ['a variable that no file has', '{"variables": {"URI": {"value": "x"}}}', /names the variable "URI", which variables.json does not have/],
  ['a variable that a job does not have', '{"jobs": {"save": {"variables": {\n"ROWS": {"value": "x"}}}}}', /line 2, names the variable "ROWS", which the job "save" does not have/],
  ['all jobs taken away', '{"jobs": {\n"*": null}}', /line 2, removes all jobs/],
  ['one name for all', '{"jobs": {"*": {\n"name": "x"}}}', /line 2, sets the same name for all jobs/],
  ['a password', `{"variables": {\n"TOKEN": {"value": "${SECRET}"}}}`, /makes another file invalid: variables.json has a value for the password "TOKEN" \| .*option "Variables"/],
  ['a password of a job', `{"jobs": {"load": {"variables": {\n"ROWS": {"isPassword": true, "value": "${SECRET}"}}}}}`, /invalid: jobs\/load.json has a value for the password "ROWS"/],
  ['a cron', '{"jobs": {"load": {\n\n"cronScheduling": "1 2"}}}', /line 3, has an invalid "jobs.load.cronScheduling" \| A cron expression has five fields/],
  ['a cron for all', '{"jobs": {"*": {\n"cronScheduling": "1 2"}}}', /line 2, has an invalid "jobs.\*.cronScheduling"/],
  ['no cron', '{"jobs": {"load": {"isScheduled": true, "cronScheduling": null}}}', /invalid: jobs\/load.json has a schedule without a cron expression/],
  ['a circle', '{"pipelines": {"nightly": {"version": {"graph":\n{"jobs": [{"node": "1", "job": "load", "next": ["1"]}]}}}}}', /invalid: pipelines\/nightly.json has an invalid graph/],
  ['a technology without label', '{"jobs": {"load": {"technology": {"label": null}}}}', /invalid: jobs\/load.json has no "technology.label"/],
  ['protect of nothing', '{"protect": [\n"job\\/x"]}', /line 2, has "job\/x" in "protect", which is not a valid pattern \| It must start with/],
  ['protect with another word', '{"protect": [{"match": "jobs/x", "change": "no"}]}', /an invalid "protect.0.change" \| It must be "allow" or "block"/],
]; // prettier-ignore

test.each(MISTAKES)('%s is refused by file and line', async (_name, target, message) => {
  const given = asGiven({ ...FILES, 'targets/staging.json': target });
  const refused = await refusal(readProjectFiles(given, { targetFile: 'staging' }));
  expect(refused).toMatch(message);
  expect(refused).toContain('targets/staging.json');
  expect(refused).toMatch(/Nothing was sent\.$/);
  const problems = await validateFiles(given);
  expect(problems.length).toBeGreaterThan(0);
  for (const { path } of problems) expect(path).toBe('targets/staging.json');
  expect(refused + JSON.stringify(problems)).not.toContain(SECRET);
});

test('Validate checks every target file, and what each makes of the files', async () => {
  const files = {
    ...FILES,
    'targets/staging.json': { jobs: { load: null } },
    'targets/eu/production.json': { variables: { URI: null } },
    'targets/good.json': { schedules: 'paused' },
  };
  expect(await validateFiles(asGiven(files))).toEqual([
    {
      path: 'targets/eu/production.json',
      field: 'variables.URI',
      message: expect.stringContaining('names the variable "URI"'),
    },
    {
      path: 'targets/staging.json',
      field: null,
      message:
        'With this target file, pipelines/nightly.json has an invalid "version.graph". No file contains the job "load" of the graph. Add its file, or remove the reference.',
    },
  ]);
});

test('a mistake of the files is not reported once more for each target file', async () => {
  const save = jobFile('save', { isScheduled: true });
  const files = { ...FILES, 'jobs/save.json': save, 'targets/good.json': { project: {} } };
  const problems = await validateFiles(asGiven(files));
  expect(problems.map(({ path }) => path)).toEqual([
    'jobs/save.json',
    // The pipeline needs the job.
    'pipelines/nightly.json',
  ]);
});
