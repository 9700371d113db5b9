import type { Age } from '../../../sandbox';
import { validateFiles } from '../../../platform/projectFiles/validate/validateFiles';
import { grantsAsFile, readGrants } from '../../../platform/projectFiles/files/grants';
import { findTechnology } from '../../../platform/projectFiles/plan/resolve';
import { deployedGrants } from '../../../platform/projectFiles/target/grants';
import { guardRights } from '../../../platform/projectFiles/plan/planGrants';
import type { GrantStep } from '../../../platform/projectFiles/plan/steps';
import type { ProjectSnapshot } from '../../../platform/projectFiles/target/readTarget';
import type { AuthorizedGroup } from '../../../sandbox/store/projects';
import {
  addJob,
  deploy,
  filesOf,
  filesWith,
  given,
  inWords,
  mutations,
  notUnchanged,
  plan,
  useProjects,
  when,
} from './support';

const GRANTS = { include: ['rights', 'technologies'] } as const;
const EDITOR = 'ROLE_PROJECT_EDITOR';
const MANAGER = 'ROLE_PROJECT_MANAGER';
const VIEWER = 'ROLE_PROJECT_VIEWER';

const at = useProjects();
const store = () => at.sandbox.store;

function technologyId(label: string): string {
  const all = store()
    .catalog.list()
    .flatMap(({ technologies }) => technologies);
  return all.find((technology) => technology.label === label)?.id ?? '';
}

function addProject(groups: AuthorizedGroup[], jobs: string[] = [], apps: string[] = []): string {
  const idsOf = (labels: string[]) => labels.map((label) => ({ id: technologyId(label) }));
  const settings = {
    authorizedGroups: groups,
    technologiesByCategory: [{ jobCategory: 'Extraction', technologies: idsOf(jobs) }],
    appTechnologies: idsOf(apps),
  };
  return store().addProject({ name: 'Project', settings }).id;
}

const settingsOf = (projectId: string) => store().project(projectId)?.settings;
const groupsOf = (projectId: string) => settingsOf(projectId)?.authorizedGroups ?? [];
const jobTechnologies = (projectId: string) =>
  settingsOf(projectId)?.technologiesByCategory?.map(({ jobCategory, technologies }) => [
    jobCategory,
    technologies.map(({ id }) => id),
  ]);

const asFiles = (files: Record<string, unknown>) =>
  filesWith({ 'project.json': { format: 1, include: GRANTS.include }, ...files });
const textOf = (files: ReadonlyMap<string, Buffer>, path: string) => String(files.get(path));

/** What becomes of rights and technologies. */
const grantsIn = (steps: Parameters<typeof inWords>[0]) =>
  inWords(steps.filter(({ kind }) => kind === 'right' || kind === 'technology'));

const GROUPS: AuthorizedGroup[] = [
  { name: 'zoo', role: VIEWER },
  { name: 'analysts', role: EDITOR },
];

test('files name groups and technologies, a line each, and no ID', async () => {
  const id = addProject(GROUPS, ['Spark', 'Python'], ['Notebook']);
  const files = await filesOf(at.sandbox, id, GRANTS);
  expect([...files.keys()]).toEqual(['project.json', 'rights.json', 'technologies.json']);
  expect(textOf(files, 'rights.json')).toBe(
    `{\n  "analysts": "${EDITOR}",\n  "zoo": "${VIEWER}"\n}\n`,
  );
  expect(JSON.parse(textOf(files, 'technologies.json'))).toEqual({
    apps: ['Notebook'],
    jobs: { Extraction: ['Python', 'Spark'] },
  });
});

test('of technologies of one label, the repository is written and found again', () => {
  const technologies = new Map(
    ['own', 'official'].map((repository) => {
      const id = `id-of-${repository}`;
      return [id, { id, label: 'Python', repository, contexts: [] }];
    }),
  );
  const entries = new Map([['jobs/Extraction/id-of-own', 'id-of-own']]);
  const grants = new Map([['technology', { entries, ofPlatform: new Map() }]]);
  const snapshot = { grants, technologies } as unknown as ProjectSnapshot;
  const deployed = deployedGrants('technology', snapshot);
  const file = grantsAsFile('technology', deployed);
  expect(file).toEqual({
    apps: [],
    jobs: { Extraction: [{ label: 'Python', repository: 'own' }] },
  });
  const read = readGrants('technology', { path: '', value: file, lineOf: () => 1 });
  expect(read).toEqual([expect.objectContaining({ name: 'jobs/Extraction/Python (own)' })]);
  const [{ technology = { label: '' } } = {}] = read;
  const found = findTechnology(technology, technologies, new Map());
  expect(found).toMatchObject({ found: { id: 'id-of-own' } });
});

test.each<Age>(['2021', 'today'])(
  'groups go to other projects, and a second deploy changes nothing: on a platform of %s',
  async (age) => {
    if (age !== 'today') await at.startOther({ age: '2021' });
    const apps = age === 'today' ? ['Notebook'] : [];
    const from = addProject(GROUPS, ['Python', 'Spark'], apps);
    const theirs: AuthorizedGroup = { name: 'theirs', role: VIEWER };
    const to = addProject([theirs], ['Python']);
    const files = await filesOf(at.sandbox, from, GRANTS);
    expect(await validateFiles(given(files))).toEqual([]);
    expect(notUnchanged((await plan(at.sandbox, files, from)).steps)).toEqual([]);

    const added = GROUPS.length + 1 + apps.length;
    const planned = await plan(at.sandbox, files, to);
    expect(planned.steps.filter(({ action }) => action === 'create')).toHaveLength(added);
    expect(grantsIn(planned.steps)).toContain('right theirs extraneous');
    at.sandbox.stats.reset();
    const { changes } = await deploy(at.sandbox, files, to, { approvedPlan: planned.fingerprint });
    expect(changes.filter(({ action }) => action === 'created')).toHaveLength(added);
    expect(mutations(at.sandbox)).toEqual({ editProject: 2 });
    expect(groupsOf(to)).toEqual(expect.arrayContaining([...GROUPS, theirs]));
    expect(jobTechnologies(to)).toEqual([
      ['Extraction', expect.arrayContaining([technologyId('Python'), technologyId('Spark')])],
    ]);
    at.sandbox.stats.reset();
    await deploy(at.sandbox, files, to);
    expect(mutations(at.sandbox)).toEqual({});

    const name = `Made on ${age}`;
    const made = await deploy(at.sandbox, files, { name });
    expect(groupsOf(made.projectId)).toHaveLength(GROUPS.length);
    expect(notUnchanged((await plan(at.sandbox, files, { name })).steps)).toEqual([]);
  },
);

test('what is not in the files is deleted only with Delete Extraneous', async () => {
  const groups: AuthorizedGroup[] = [
    { name: 'a', role: MANAGER },
    { name: 'b', role: VIEWER },
  ];
  const to = addProject(groups, ['Python', 'Spark'], ['Notebook']);
  const files = asFiles({
    'rights.json': { a: MANAGER },
    'technologies.json': { jobs: { Extraction: ['Python'] } },
  });
  const { changes } = await deploy(at.sandbox, files, to);
  expect(changes.map(({ action }) => action)).not.toContain('deleted');
  expect(groupsOf(to)).toHaveLength(2);

  const options = { deleteExtraneous: true };
  const planned = await plan(at.sandbox, files, to, options);
  expect(grantsIn(planned.steps)).toEqual([
    'technology jobs/Extraction/Python unchanged',
    'technology jobs/Extraction/Spark extraneous',
    'technology apps/Notebook extraneous',
    'right a unchanged',
    'right b extraneous',
  ]);
  const right = planned.steps.find(({ name }) => name === 'b');
  expect(right?.reason).toContain('check that it keeps its access');
  const deleted = await deploy(at.sandbox, files, to, {
    ...options,
    approvedPlan: planned.fingerprint,
  });
  expect(grantsIn(deleted.changes).filter((line) => line.endsWith('deleted'))).toHaveLength(3);
  expect(groupsOf(to)).toEqual([{ name: 'a', role: MANAGER }]);
  expect(jobTechnologies(to)).toEqual([['Extraction', [technologyId('Python')]]]);
  expect(settingsOf(to)?.appTechnologies).toEqual([]);
});

test('empty files delete nothing, and a technology in use stays', async () => {
  const to = addProject([{ name: 'a', role: MANAGER }], ['Python', 'Spark']);
  const technology = { technologyId: technologyId('Spark'), category: 'Extraction' };
  addJob(at.sandbox, to, 'load', technology);
  const files = asFiles({
    'rights.json': {},
    'technologies.json': { jobs: { Extraction: ['Python'] } },
  });
  const { steps } = await plan(at.sandbox, files, to, { deleteExtraneous: true });
  expect(grantsIn(steps)).toEqual([
    'technology jobs/Extraction/Python unchanged',
    'technology jobs/Extraction/Spark unchanged',
    'right a blocked',
  ]);
  expect(steps.find(({ name }) => name.endsWith('Spark'))?.reason).toContain('jobs/load needs it');
});

test("the platform's administrators are never sent, and the last manager is not lost", async () => {
  const to = addProject([{ name: 'a', role: MANAGER }]);
  const files = asFiles({
    'rights.json': { administrators: VIEWER, a: VIEWER },
    'technologies.json': {},
  });
  const planned = await plan(at.sandbox, files, to);
  const ofPlatform = planned.steps.find(({ name }) => name === 'administrators');
  expect(grantsIn(planned.steps)).toEqual(['right a update', 'right administrators unchanged']);
  expect(ofPlatform?.reason).toMatch(/^It has access to all projects/);
  await deploy(at.sandbox, files, to);
  expect(groupsOf(to)).toEqual([{ name: 'a', role: VIEWER }]);
});

test.each([
  { action: 'update', value: VIEWER },
  { action: 'extraneous', value: null },
])('%j of the only manager is blocked where the platform has no administrators', (change) => {
  const step = { kind: 'right', name: 'a', key: 'a', changes: [], ...change } as GrantStep;
  const grants = new Map([
    ['right', { entries: new Map([['a', MANAGER]]), ofPlatform: new Map() }],
  ]);
  guardRights([step], { grants } as unknown as ProjectSnapshot, { deleteExtraneous: true });
  expect(step.action).toBe('blocked');
  expect(step.reason).toContain('no group of the project');
});

test('what a platform lacks blocks, or is left out', async () => {
  await at.startOther({ age: '2021' });
  const to = addProject([]);
  const files = asFiles({
    'rights.json': {},
    'technologies.json': { apps: ['Notebook'], jobs: { Extraction: ['Python', 'Unknown'] } },
  });
  const blocked = await plan(at.sandbox, files, to);
  expect(grantsIn(blocked.steps)).toEqual([
    'technology apps/Notebook blocked',
    'technology jobs/Extraction/Python create',
    'technology jobs/Extraction/Unknown blocked',
  ]);
  const { steps } = await plan(at.sandbox, files, to, {
    leaveOut: ['technologies'],
    technologies: new Map([['Unknown', 'Spark']]),
  });
  expect(grantsIn(steps)).toEqual([
    'technology apps/Notebook unchanged',
    'technology jobs/Extraction/Python create',
    'technology jobs/Extraction/Unknown create',
  ]);
});

const files = asFiles({
  'rights.json': { a: EDITOR, b: VIEWER },
  'technologies.json': { jobs: { Extraction: ['Python'] } },
});

test('an approved plan overwrites no right that somebody changes during the deploy', async () => {
  const to = addProject([]);
  const { fingerprint } = await plan(at.sandbox, files, to);
  const authorizedGroups: AuthorizedGroup[] = [{ name: 'a', role: MANAGER }];
  when(at.sandbox, 'editProject', 1, () =>
    store().editProject(to, { settings: { authorizedGroups } }),
  );
  const { conflict, changes } = await deploy(at.sandbox, files, to, { approvedPlan: fingerprint });
  expect(conflict?.message).toMatch(/^The right "a" was changed on the target after the plan/);
  expect(grantsIn(changes)).toEqual([
    'technology jobs/Extraction/Python created',
    'right a failed',
    'right b failed',
  ]);
  expect(groupsOf(to)).toEqual(authorizedGroups);
});

test.each([
  [EDITOR, VIEWER, 'update', /check that it keeps/],
  [VIEWER, EDITOR, 'update', /^$/],
  [VIEWER, 'ROLE_OF_NONE', 'blocked', /The target does not have the role "ROLE_OF_NONE"\./],
])('a group whose role changes from %s to %s: %s', async (before, after, action, reason) => {
  const to = addProject([{ name: 'a', role: before as AuthorizedGroup['role'] }]);
  const files = asFiles({ 'rights.json': { a: after }, 'technologies.json': {} });
  const { steps } = await plan(at.sandbox, files, to);
  expect(steps.at(-1)?.action).toBe(action);
  expect(steps.at(-1)?.reason ?? '').toMatch(reason);
});

test('files without rights and technologies ask for neither', async () => {
  const id = addProject([{ name: 'a', role: MANAGER }]);
  const files = await filesOf(at.sandbox, id);
  expect([...files.keys()]).not.toContain('rights.json');
  at.sandbox.stats.reset();
  await deploy(at.sandbox, files, id, { deleteExtraneous: true });
  expect(at.sandbox.stats.byOperation).not.toHaveProperty('rights');
  expect(groupsOf(id)).toHaveLength(1);
});

test.each([
  ['technologies', 0, ['technology', 'right', 'right']],
  ['rights', 1, ['right', 'right']],
])('if the change of the %s is lost, the next deploy completes it', async (_what, skip, kinds) => {
  const to = addProject([]);
  at.sandbox.accidents.add({ kind: 'resetBefore', operation: 'editProject', skip, times: 50 });
  const { changes } = await deploy(at.sandbox, files, to, { isPartly: true });
  const failed = changes.filter(({ action }) => action === 'failed');
  expect(failed.map(({ kind }) => kind)).toEqual(kinds);
  at.sandbox.accidents.clear();
  await deploy(at.sandbox, files, to);
  expect(notUnchanged((await plan(at.sandbox, files, to)).steps)).toEqual([]);
  expect(groupsOf(to)).toHaveLength(2);
});
