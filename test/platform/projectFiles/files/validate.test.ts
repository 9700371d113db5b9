import { readProjectFiles } from '../../../../platform/projectFiles/files/readFiles';
import { validateFiles } from '../../../../platform/projectFiles/validate';
import { failureOf } from '../../../support/failureOf';
import { filesWith, given } from '../support';

type Files = Record<string, unknown>;

const asGiven = (files: Files) => given(filesWith({ 'project.json': PROJECT, ...files }));
const validate = async (files: Files) => await validateFiles(asGiven(files));

const PROJECT = { format: 1 };
const JOB = { name: 'Load', category: 'Extraction' };

const job = (more: object) => ({ 'jobs/Load.json': { ...JOB, ...more } });
const volume = (more: object) => ({ 'volumes/m.json': { name: 'm', ...more } });
const api = (version: object) => ({ ...volume({}), 'apps/Api.json': { name: 'Api', version } });
const daily = (version: unknown) => ({
  'jobs/Load.json': JOB,
  'pipelines/Daily.json': { name: 'Daily', version },
});
const variables = (...list: unknown[]) => ({ 'variables.json': list });
const load = (more: object) => ({ node: 'a', job: 'Load', ...more });
const long = 'x'.repeat(255);
const SECRET = 'do-not-print-4711';
/** A project with rights and technologies. */
const withGrants = (more: Files) => ({
  'project.json': { ...PROJECT, include: ['rights', 'technologies'] },
  ...{ 'rights.json': {}, 'technologies.json': {} },
  ...more,
});
const inText = (text: string) => ({ 'variables.json': text });
/** Each kind with variables, with a variable of its own. */
const withVariable = (more: object): Array<[path: string, Files]> => {
  const variables = [{ name: 'TOKEN', isPassword: true, ...more }];
  const version = { graph: { jobs: [load({})] } };
  return [
    ['jobs/Load.json', { 'jobs/Load.json': { ...JOB, variables } }],
    ['pipelines/Daily.json', { 'jobs/Load.json': JOB, 'pipelines/Daily.json': { name: 'Daily', version, variables } }],
    ['apps/Api.json', { 'apps/Api.json': { name: 'Api', variables } }],
    ['variables.json', { 'variables.json': variables }],
  ];
}; // prettier-ignore

/** Each has one mistake: the files, the path, the field and the message. */
type Mistake = [string, Files, string, string | null, RegExp];
const MISTAKES: Mistake[] = [
  ['a long name', job({ name: long }), 'jobs/Load.json', 'name', /It has 1 to 254 characters/],
  ['a blank name', job({ name: ' ' }), 'jobs/Load.json', 'name', /has no "name"/],
  ['the alias a/b', job({ alias: 'a/b' }), 'jobs/Load.json', 'alias', /letters without accents/],
  ['an empty alias', job({ alias: '' }), 'jobs/Load.json', 'alias', /has an invalid "alias"/],
  ['a schedule without a cron', job({ isScheduled: true }), 'jobs/Load.json', 'isScheduled', /without a cron/],
  ['a blank cron', job({ isScheduled: true, cronScheduling: ' ' }), 'jobs/Load.json', 'isScheduled', /without a cron/],
  ['a time zone with a blank', job({ scheduleTimezone: ' UTC' }), 'jobs/Load.json', 'scheduleTimezone', /Europe/],
  ['no time zone', job({ scheduleTimezone: 'Mars/Base' }), 'jobs/Load.json', 'scheduleTimezone', /Europe/],
  ['no email', job({ alerting: { emails: ['ann'] } }), 'jobs/Load.json', 'alerting.emails.0', /email/],
  ['less than nothing', job({ resources: { cpu: { limit: -1 } } }), 'jobs/Load.json', 'resources.cpu.limit', /cores, 0 or more/],
  ['an unknown field', job({ alerting: { email: [] } }), 'jobs/Load.json', 'alerting.email', /^Line 5 has an unknown field "alerting.email"\. Known fields: emails, logins, statusList\.$/],
  ['no JSON', { 'jobs/Load.json': '{ "name": "Load",\n}' }, 'jobs/Load.json', null, /^Line 2 is not JSON/],
  ['no UTF-8', { 'jobs/Load.json': Buffer.from('{ "name": "\xe9" }', 'latin1') }, 'jobs/Load.json', null, /is not JSON/],
  ['another format', { 'project.json': { format: 2 } }, 'project.json', 'format', /has an unknown "format": 2/],
  ['a format that is an object', { 'project.json': { format: {} } }, 'project.json', 'format', /has an unknown "format": an object/],
  ['two packages', { ...job({ version: { package: 'a.py' } }), 'jobs/Load/a.py': '1', 'jobs/Load/b.py': '2' }, 'jobs/Load.json', null, /has 2 packages/],
  ...withVariable({ value: SECRET }).map(([path, files]): Mistake =>
    [`a password with a value in ${path}`, files, path, path === 'variables.json' ? 'TOKEN' : 'variables.TOKEN', /^Line \d+ has a value for the password "TOKEN".*in the option "Variables"/]),
  ['a password in quotes', inText(`[\n {"name":"TOKEN","value":"${SECRET}","isPassword":"true"}]`), 'variables.json', 'TOKEN.isPassword', /^Line 2 has an invalid "TOKEN.isPassword"\. It must be true or false\./],
  ['a password by a number', job({ variables: [{ name: 'T', value: SECRET, isPassword: 1 }] }), 'jobs/Load.json', 'variables.T.isPassword', /^Line 8 has an invalid "variables.T.isPassword"/],
  ['an unknown field of a variable', inText(`[\n {"name":"TOKEN",\n"value":"${SECRET}","isPasword":true}]`), 'variables.json', 'TOKEN.isPasword', /^Line 3 has an unknown field "TOKEN.isPasword"/],
  ['no list of variables', inText('{"A":{"deep":1}}'), 'variables.json', null, /cannot be used\. It must be a list\./],
  ['an object as a value', variables({ name: 'A', value: { deep: SECRET } }), 'variables.json', 'A.value', /has an invalid "A.value"\. It must be a text in quotes\./],
  ['a field twice', inText(`[{"name":"A","value":"x",\n"value":"${SECRET}"}]`), 'variables.json', null, /^Line 2 contains the name "value" twice/],
  ['a number beyond 2^53', job({ version: { commandLine: 'x' }, resources: { x: 2 ** 53 } }), 'jobs/Load.json', null, /^Line \d+ contains a whole number beyond 2\^53 in "resources.x"\. Put the number in quotes/],
  ['a variable twice', inText('[{"name":"A"},\n{"name":"A"}]'), 'variables.json', 'A', /^Line 2 has two variables with the name "A"/],
  ['a comma too much', inText(`[{"name":"A","value":"${SECRET}",}]`), 'variables.json', null, /is not JSON/],
  ['an unknown field of the project', { 'project.json': '{"format":1,"packges":false}' }, 'project.json', 'packges', /^Line 1 has an unknown field "packges"/],
  ['a text for true or false', { 'project.json': '{"format":1,"packages":"false"}' }, 'project.json', 'packages', /has an invalid "packages"\. It must be true or false\./],
  ['one alias twice', { 'jobs/a.json': { ...JOB, alias: 'x' }, 'jobs/b.json': { ...JOB, alias: 'x' } }, 'jobs/b.json', null, /has the same alias as jobs\/a\.json/],
  ['a circle', daily({ graph: { jobs: [load({ next: ['b'] }), load({ node: 'b', next: ['a'] })] } }), 'pipelines/Daily.json', 'version.graph', /contains a loop/],
  ...['* * * *', '60 * * * *', '* 25 * * *', '0 0 32 * *', '0 22-2 * * *', '0 0 * * 8', '*/0 * * * *', '@daily', 'now', '5-1-2 * * * *', '0 0 1 FOO *'].map((cronScheduling): Mistake =>
    [`the cron ${cronScheduling}`, job({ cronScheduling }), 'jobs/Load.json', 'cronScheduling', /^Line 4 has an invalid "cronScheduling"\. A cron expression has five fields/]),
  ...['big', '10 apples', '-1 GB', 'GB'].map((size): Mistake =>
    [`the size ${size}`, volume({ size }), 'volumes/m.json', 'size', /A size is a number and a unit/]),
  ['less memory than none', job({ resources: { memory: { limit: -1 } } }), 'jobs/Load.json', 'resources.memory.limit', /in MB, for example 2048/],
  ['the package a/b.zip', job({ version: { package: 'a/b.zip' } }), 'jobs/Load.json', 'version.package', /without a folder/],
  ['an empty image', job({ version: { docker: { image: '' } } }), 'jobs/Load.json', 'version.docker.image', /has no/],
  ['an image of blanks', job({ version: { docker: { image: 'a b' } } }), 'jobs/Load.json', 'version.docker.image', /name of an image/],
  ['a technology without a label', job({ technology: {} }), 'jobs/Load.json', 'technology.label', /has no/],
  ['a null in a list', job({ alerting: { emails: [null] } }), 'jobs/Load.json', 'alerting.emails.0', /Remove the null/],
  ['the size 0', volume({ size: '0 GB' }), 'volumes/m.json', 'size', /above 0/],
  ['port -1', api({ ports: [{ number: -1 }] }), 'apps/Api.json', 'version.ports.0.number', /1 to 65535/],
  ['port 70000', api({ ports: [{ number: 70000 }] }), 'apps/Api.json', 'version.ports.0.number', /1 to 65535/],
  ['half a port', api({ ports: [{ number: 80.5 }] }), 'apps/Api.json', 'version.ports.0.number', /whole number/],
  ['a port without a number', api({ ports: [{ name: 'web' }] }), 'apps/Api.json', 'version.ports.web.number', /has no/],
  ['a port twice', api({ ports: [{ number: 80 }, { number: 80 }] }), 'apps/Api.json', 'version.ports.1', /two ports with the number "80"/],
  ['a relative path', api({ volumes: [{ path: 'data', volume: 'm' }] }), 'apps/Api.json', 'version.volumes.0.path', /absolute/],
  ['an empty volume', api({ volumes: [{ path: '/a', volume: '' }] }), 'apps/Api.json', 'version.volumes.0.volume', /has no/],
  ['a path twice', api({ volumes: [{ path: '/a', volume: 'm' }, { path: '/a', volume: 'm' }] }), 'apps/Api.json', 'version.volumes.1', /two volumes with the path/],
  ['a pipeline without a version', daily(undefined), 'pipelines/Daily.json', 'version', /at least one job/],
  ['a pipeline without a graph', daily({ sourceUrl: 'x' }), 'pipelines/Daily.json', 'version.graph', /at least one job/],
  ['a pipeline without jobs', daily({ graph: { jobs: [] } }), 'pipelines/Daily.json', 'version.graph.jobs', /at least one job/],
  ['a node that is null', daily({ graph: { jobs: [{ node: 'a', job: 'Load' }, null] } }), 'pipelines/Daily.json', 'version.graph.jobs.1', /null/],
  ['a node without a job', daily({ graph: { jobs: [{ node: 'a' }] } }), 'pipelines/Daily.json', 'version.graph.jobs.0.job', /has no/],
  ['half a position', daily({ graph: { jobs: [{ node: 'a', job: 'Load', position: { x: 1 } }] } }), 'pipelines/Daily.json', 'version.graph.jobs.0.position.y', /has no/],
  ['a condition that nothing leads to', daily({ graph: { jobs: [{ node: 'a', job: 'Load' }], conditions: [{ node: 'c' }] } }), 'pipelines/Daily.json', 'version.graph', /no node leads to the condition "c"/],
  ...['A-B', '_A', ' A ', '1A', 'É', long].map((name): Mistake =>
    [`the variable ${name.slice(0, 5)}`, variables({ name, value: 'x' }), 'variables.json', `${name}.name`, /starts with a letter/]),
  ['a variable without a name', variables({ value: 'x' }), 'variables.json', '0.name', /Add a name/],
  ['a variable that is null', variables(null), 'variables.json', '0', /Remove the null/],
  ['1e999', { 'jobs/Load.json': '{"name":"L","resources":{"cpu":{"limit":1e999}}}' }, 'jobs/Load.json', 'resources.cpu.limit', /It must be a number/],
  ['one alias by case', { 'jobs/a.json': { ...JOB, alias: 'load' }, 'jobs/b.json': { ...JOB, alias: 'LOAD' } }, 'jobs/b.json', null, /same alias as jobs\/a.json/],
  ['an alias that a name becomes', { 'jobs/a.json': { ...JOB, name: 'A b' }, 'jobs/b.json': { ...JOB, alias: 'a_b' } }, 'jobs/a.json', null, /same alias as jobs\/b.json: "A_b"/],
  ['one volume by case', { ...volume({}), 'volumes/n.json': { name: ' M ' } }, 'volumes/n.json', null, /has the same name as volumes\/m.json/],
  ['a volume in two apps', { ...api({ volumes: [{ path: '/a', volume: 'm' }] }), 'apps/Two.json': { name: 'Two', version: { volumes: [{ path: '/b', volume: 'm' }] } } }, 'apps/Two.json', 'version.volumes', /which apps\/Api.json also has/],
  ['the folder job', { ...job({}), 'job/Save.json': JOB }, 'job/Save.json', null, /Settings files are named "jobs\/<name>\.json"/],
  ['variable.json', { ...job({}), 'variable.json': [] }, 'variable.json', null, /variables.json/],
  ['the ending .JSON', { ...job({}), 'jobs/Save.JSON': JOB }, 'jobs/Save.JSON', null, /is not read/],
  ['a file too deep', { ...job({}), 'pipelines/a/b.json': {} }, 'pipelines/a/b.json', null, /"pipelines\/<name>.json"/],
  ['a package of no job', { ...job({}), 'jobs/Save/main.py': '1', 'jobs/Save/b.py': '2' }, 'jobs/Save/b.py', null, /belongs to no job. Add jobs\/Save.json/],
  ['a role that is a number', withGrants({ 'rights.json': { a: 1 } }), 'rights.json', 'a', /has an invalid "a"/],
  ['a list of rights', withGrants({ 'rights.json': [] }), 'rights.json', null, /is not a JSON object/],
  ['a group without a name', withGrants({ 'rights.json': { '': 'X' } }), 'rights.json', null, /has a group without a name/],
  ['a technology twice', withGrants({ 'technologies.json': { apps: ['A', 'A'] } }), 'technologies.json', 'apps.1', /contains "apps\/A" twice/],
  ['an unknown use of technologies', withGrants({ 'technologies.json': { job: [] } }), 'technologies.json', 'job', /has an unknown field "job"/],
  ['technologies for jobs that are a list', withGrants({ 'technologies.json': { jobs: ['A'] } }), 'technologies.json', 'jobs', /It must be an object/],
  ['a technology that has no label', withGrants({ 'technologies.json': { jobs: { E: [{}] } } }), 'technologies.json', 'jobs.E.0.label', /has no "jobs.E.0.label"/],
  ['no technologies', { 'project.json': { ...PROJECT, include: ['rights', 'technologies'] }, 'rights.json': {} }, 'technologies.json', null, /is missing/],
  ['nothing but project.json', {}, 'project.json', null, /without the other files/],
]; // prettier-ignore

/** References to entries that the target may have although the files do not. */
const MISSING: Mistake[] = [
  ['a job', { 'pipelines/Daily.json': { name: 'Daily', version: { graph: { jobs: [load({})] } } } }, 'pipelines/Daily.json', 'version.graph', /^No file contains the job "Load" of the graph\./],
  ['a volume', { 'apps/Api.json': { name: 'Api', version: { volumes: [{ path: '/m', volume: 'models' }] } } }, 'apps/Api.json', 'version.volumes', /^No file contains the volume "models"\./],
  ['a package', job({ version: { package: 'main.py' } }), 'jobs/Load.json', 'version.package', /The settings refer to the package "main.py"/],
]; // prettier-ignore

describe('one mistake', () => {
  test.each(MISTAKES)('%s', async (_name, files, path, field, message) => {
    const problems = await validate(files);
    expect(problems).toEqual([{ path, field, message: expect.stringMatching(message) as string }]);
    // "Plan" finds the problems of "Validate" before anything is sent.
    const { message: refused, hint } = await failureOf(readProjectFiles(asGiven(files)));
    expect(`${refused}. ${hint}`).toMatch(/^The file .*Nothing was sent\.$/s);
    expect(JSON.stringify([problems, refused, hint])).not.toContain(SECRET);
  });

  test.each(MISSING)('%s that no file has', async (_name, files, path, field, message) => {
    expect(await validate(files)).toEqual([
      { path, field, message: expect.stringMatching(message) as string },
    ]);
    await readProjectFiles(asGiven(files));
  });

  test.each<[string, Files]>([
    ['a README anywhere', { ...job({}), 'README.md': '', 'jobs/README.md': '', 'docs/a.json': '' }],
    ['a description alone', { 'project.json': { ...PROJECT, description: 'Retail' } }],
    ['no variables', { 'variables.json': [] }],
    ...[{}, { value: '' }, { value: null }].map((none): [string, Files] =>
      [`a password with ${JSON.stringify(none)}`, Object.assign({}, ...withVariable(none).map(([, files]) => files)) as Files]),
    ['a condition without words', daily({ graph: { jobs: [{ node: 'a', job: 'Load', next: ['c'] }], conditions: [{ node: 'c' }] } })],
    ['two jobs of one name', { 'jobs/a.json': { ...JOB, alias: 'a' }, 'jobs/b.json': { ...JOB, alias: 'b' } }],
    ['two jobs of one name without aliases', { 'jobs/a.json': JOB, 'jobs/b.json': JOB }],
    ['names of 254 characters', { ...job({ name: long.slice(1) }), ...variables({ name: long.slice(1), value: '' }) }],
    ['null for nothing', job({ cronScheduling: null, alias: null, version: { docker: null, package: null } })],
    ...['*/15 * * * *', '0 6 * * 1-5', '30 6 * * MON-FRI', '0 0 1,15 * *', '0 0 L * ?', '5-59/10 0-6 * jan sun', '0  6 * * 7'].map((cronScheduling): [string, Files] =>
      [`the cron ${cronScheduling}`, job({ cronScheduling })]),
    ...['10 GB', '1Gi', '512 MiB', '1.5TB', '100'].map((size): [string, Files] =>
      [`the size ${size}`, volume({ size })]),
    ...['Europe/Paris', 'Z', 'GMT+1', '+02', '-0230', 'UTC+02:00', 'Etc/GMT+2', ' '].map((scheduleTimezone): [string, Files] =>
      [`the time zone ${scheduleTimezone}`, job({ scheduleTimezone })]),
  ])('%s is none', async (_name, files) => {
    expect(await validate(files)).toEqual([]);
  }); // prettier-ignore
});

test('all mistakes of all files are reported at once, below the folder that holds them', async () => {
  const wrong = { name: 'J', resources: { memmory: {}, cpuu: {} }, isScheduled: 'yes' };
  const files = filesWith({
    'retail/project.json': PROJECT,
    'retail/jobs/a.json': { ...wrong, alias: 'a' },
    'retail/jobs/b.json': { ...wrong, alias: 'b' },
  });
  const problems = await validateFiles(given(files));
  const fields = ['resources.memmory', 'resources.cpuu', 'isScheduled'];
  expect(problems.map(({ path, field }) => [path, field])).toEqual(
    ['a', 'b'].flatMap((name) => fields.map((field) => [`retail/jobs/${name}.json`, field])),
  );
});

test('a file that is passed twice is refused, also if its paths are written differently', async () => {
  const again = given(filesWith({ './jobs/Load.json': JOB }));
  const { message } = await failureOf(readProjectFiles([...asGiven(job({})), ...again]));
  expect(message).toBe('The file jobs/Load.json was passed twice');
});

test('of many mistakes, the first 100 are reported by line, and how many more there are', async () => {
  const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`field${n}`, 1]));
  const problems = await validate({
    'jobs/a.json': { ...JOB, ...fields },
    'jobs/b.json': { ...JOB, ...fields },
  });
  expect(problems).toHaveLength(101);
  expect(problems[99]?.message).toMatch(/^Line 103 has an unknown field "field99"/);
  expect(problems[100]).toEqual({
    path: '',
    field: null,
    message: '… and 9900 more problems. Fix the listed problems first.',
    count: 9900,
  });
});

describe('a project that is too large is one problem, before anything of it is read', () => {
  const unread = (size: number) => ({
    size,
    open: () => {
      throw new Error('it was read');
    },
  });
  const files = (count: number, size: number, folder = 'jobs') => {
    const content = unread(size);
    const all = Array.from({ length: count }, (_, n) => ({ path: `${folder}/${n}.json`, content }));
    return [...asGiven({}), ...all];
  };
  test.each([
    ['150 × 10 MiB', files(150, 10 * 1024 * 1024), '1501 MiB of settings files', '50 MiB'],
    ['a target file', files(6, 10 * 1024 * 1024, 'targets'), '61 MiB of settings files', '50 MiB'],
    ['too many things', files(10_000, 10), '10001 settings files', '10,000'],
    ['too many files', files(50_000, 10, 'docs'), '50001 files', '50,000'],
  ])('%s', async (_name, given, size, bound) => {
    const message = `The project is too large: ${size}. A project can have up to ${bound}. Split the project, or remove files that do not belong to it.`;
    expect(await validateFiles(given)).toEqual([{ path: '', field: null, message }]);
  });

  test('a file that is too large is one problem, and is not read', async () => {
    const file = (path: string) => ({ path, content: unread(1024 * 1024 + 1) });
    const given = [...files(0, 0), file('jobs/Load.json'), file('targets/prod.json')];
    const message = 'The file is too large. A settings file can have up to 1 MiB.';
    expect(await validateFiles(given)).toEqual([
      { path: 'jobs/Load.json', field: null, message },
      { path: 'targets/prod.json', field: null, message },
    ]);
  });

  test('what no settings file is does not count', async () => {
    const large = { path: 'jobs/Load/main.json', content: unread(100 * 1024 * 1024) };
    const load = given(filesWith({ 'jobs/Load.json': { name: 'Load' } }));
    const all = [...files(100, 10 * 1024 * 1024, 'docs'), ...load, large];
    // The file is read as a package.
    expect(await validateFiles(all)).toMatchObject([{ field: 'version.package' }]);
  });
});
