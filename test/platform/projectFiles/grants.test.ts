import {
  APP_TECHNOLOGY_IDS,
  type Generation,
  startSandbox,
  TECHNOLOGY_IDS,
} from '../../../sandbox';
import { Platform } from '../../../platform/connection/platform';
import { changeGrants } from '../../../platform/projectFiles/deploy/grants';
import { DEPLOY_TIMING } from '../../../platform/projectFiles/options';
import { validateFiles } from '../../../platform/projectFiles/validate';
import { readGrants } from '../../../platform/projectFiles/files/readFiles';
import { right } from '../../../platform/projectFiles/kinds/right';
import { technology } from '../../../platform/projectFiles/kinds/allowedTechnology';
import { findTechnology } from '../../../platform/projectFiles/plan/resolve';
import { Problems } from '../../../platform/projectFiles/files/problems';
import { guardRights } from '../../../platform/projectFiles/plan/guards';
import { createStep } from '../../../platform/projectFiles/plan/step';
import type { Snapshot } from '../../../platform/projectFiles/target/snapshot';
import type { AuthorizedGroup } from '../../../sandbox/store/projects';
import { untilTestEnds } from '../../support/untilTestEnds';
import {
  deploy,
  filesWith,
  given,
  inWords,
  jobFiles,
  mutations,
  notUnchanged,
  plan,
  useProjects,
} from './support';

const GRANTS = { include: ['rights', 'technologies'] } as const;
const EDITOR = 'ROLE_PROJECT_EDITOR';
const MANAGER = 'ROLE_PROJECT_MANAGER';
const VIEWER = 'ROLE_PROJECT_VIEWER';
const { python, spark } = TECHNOLOGY_IDS;
const { notebook, dashboard } = APP_TECHNOLOGY_IDS;

const at = useProjects();

/** Sets the groups of a project, and the technologies of its jobs and apps. */
function grant(
  projectId: string,
  authorizedGroups: AuthorizedGroup[],
  jobs: string[] = [],
  apps: string[] = [],
): void {
  const [ofJobs = [], appTechnologies] = [jobs, apps].map((ids) => ids.map((id) => ({ id })));
  const technologiesByCategory = [{ jobCategory: 'Extraction', technologies: ofJobs }];
  const settings = { authorizedGroups, technologiesByCategory, appTechnologies };
  at.store.editProject(projectId, { settings });
}

const settingsOf = (projectId = at.to) => at.store.project(projectId)?.settings;
const groupsOf = (projectId?: string) => settingsOf(projectId)?.authorizedGroups ?? [];
const jobTechnologies = () =>
  settingsOf()?.technologiesByCategory?.map(({ jobCategory, technologies }) => [
    jobCategory,
    technologies.map(({ id }) => id),
  ]);

const filesOf = (rights: object, technologies: object = {}) =>
  filesWith({
    'project.json': { format: 1, include: GRANTS.include },
    'rights.json': rights,
    'technologies.json': technologies,
  });
const PYTHON = { jobs: { Extraction: ['Python'] } };

const grantsIn = (steps: Parameters<typeof inWords>[0]) =>
  inWords(steps.filter(({ kind }) => kind === 'right' || kind === 'technology'));

const GROUPS: AuthorizedGroup[] = [
  { name: 'zoo', role: VIEWER },
  { name: 'analysts', role: EDITOR },
];

test('files name groups and technologies, a line each, and no ID', async () => {
  grant(at.from, GROUPS, [spark, python], [notebook]);
  const files = await at.files(GRANTS);
  expect([...files.keys()]).toEqual(['project.json', 'rights.json', 'technologies.json']);
  const rights = `{\n  "analysts": "${EDITOR}",\n  "zoo": "${VIEWER}"\n}\n`;
  expect(String(files.get('rights.json'))).toBe(rights);
  expect(JSON.parse(String(files.get('technologies.json')))).toEqual({
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
  const allowed = { jobCategory: 'Extraction', technologies: [{ id: 'id-of-own' }] };
  const list = technology.fromResponse({ technologiesByCategory: [allowed] }) ?? [];
  const file = technology.toFile(technology.selectForFiles(list, { technologies }));
  const own = { label: 'Python', repository: 'own' };
  expect(file).toEqual({ apps: [], jobs: { Extraction: [own] } });
  const settings = { path: '', value: file, findLine: () => 1 };
  const [read] = readGrants('technology', settings, new Problems());
  expect(read).toMatchObject({ name: 'jobs/Extraction/Python (own)', doc: { technology: own } });
  const found = findTechnology(own, { technologies, labels: new Map() });
  expect(found).toMatchObject({ found: { id: 'id-of-own' } });
});

test.each([
  { technologiesByCategory: null, appTechnologies: [] },
  { technologiesByCategory: [], appTechnologies: null },
  { technologiesByCategory: [{ jobCategory: 'Extraction', technologies: null }] },
])('allowed technologies that are not returned are not taken for none: %j', (response) => {
  expect(() => technology.fromResponse(response)).toThrow('did not return the allowed');
});

test.each<Generation>(['middle', 'recent'])(
  'groups go to other projects, and a second deploy changes nothing: on a platform that is %s',
  async (generation) => {
    if (generation !== 'recent') await at.startOther({ generation });
    const apps = [notebook];
    grant(at.from, GROUPS, [python, spark], apps);
    const theirs: AuthorizedGroup = { name: 'theirs', role: VIEWER };
    grant(at.to, [theirs], [python]);
    const files = await at.files(GRANTS);
    expect(await validateFiles(given(files))).toEqual([]);
    expect(notUnchanged((await plan(at.sandbox, files, at.from)).steps)).toEqual([]);

    const added = GROUPS.length + 1 + apps.length;
    const planned = await at.plan(files);
    expect(planned.steps.filter(({ action }) => action === 'create')).toHaveLength(added);
    expect(grantsIn(planned.steps)).toContain('right theirs extraneous');
    at.sandbox.stats.reset();
    const { changes } = await at.deploy(files, { approvedPlan: planned.fingerprint });
    expect(changes.filter(({ action }) => action === 'created')).toHaveLength(added);
    expect(at.mutations()).toEqual({ editProject: 2 });
    expect(groupsOf()).toEqual(expect.arrayContaining([...GROUPS, theirs]));
    expect(jobTechnologies()).toEqual([['Extraction', expect.arrayContaining([python, spark])]]);
    at.sandbox.stats.reset();
    await at.deploy(files);
    expect(at.mutations()).toEqual({});

    const name = `Made on ${generation}`;
    const made = await deploy(at.sandbox, files, { name });
    expect(groupsOf(made.projectId)).toHaveLength(GROUPS.length);
    expect(notUnchanged((await plan(at.sandbox, files, { name })).steps)).toEqual([]);
  },
);

test('what is not in the files is deleted only with Delete Extraneous', async () => {
  const groups = [
    { name: 'a', role: MANAGER },
    { name: 'b', role: VIEWER },
  ] as const;
  grant(at.to, [...groups], [python, spark], [notebook]);
  const files = filesOf({ a: MANAGER }, PYTHON);
  const { changes } = await at.deploy(files);
  expect(changes.map(({ action }) => action)).not.toContain('deleted');
  expect(changes.at(-1)?.reason).toBe('It is not in the files. It is kept.');
  expect(groupsOf()).toHaveLength(2);

  const options = { deleteExtraneous: true };
  const { steps, fingerprint } = await at.plan(files, options);
  expect(grantsIn(steps)).toEqual([
    'technology jobs/Extraction/Python unchanged',
    'technology jobs/Extraction/Spark extraneous',
    'technology apps/Notebook extraneous',
    'right a unchanged',
    'right b extraneous',
  ]);
  expect(steps.at(-1)?.reason).toContain('Check that the login keeps its access');
  expect(steps.at(-1)?.changes).toEqual([{ field: 'role', from: VIEWER, to: null }]);
  const deleted = await at.deploy(files, { ...options, approvedPlan: fingerprint });
  expect(grantsIn(deleted.changes).filter((line) => line.endsWith('deleted'))).toHaveLength(3);
  expect(groupsOf()).toEqual([groups[0]]);
  expect(jobTechnologies()).toEqual([['Extraction', [python]]]);
  expect(settingsOf()?.appTechnologies).toEqual([]);
});

test('empty files delete nothing, and a technology in use stays', async () => {
  grant(at.to, [{ name: 'a', role: MANAGER }], [python, spark]);
  at.addJob(at.to, 'load', { technologyId: spark, category: 'Extraction' });
  const { steps } = await at.plan(filesOf({}, PYTHON), { deleteExtraneous: true });
  expect(grantsIn(steps)).toEqual([
    'technology jobs/Extraction/Python unchanged',
    'technology jobs/Extraction/Spark unchanged',
    'right a blocked',
  ]);
  expect(steps.find(({ name }) => name.endsWith('Spark'))?.reason).toContain('jobs/load needs it');
});

test('the technology of a job stays that a protected pipeline needs', async () => {
  grant(at.to, [], [python, spark]);
  const { id } = at.addJob(at.to, 'needed', { technologyId: spark, category: 'Extraction' });
  at.addPipeline(at.to, 'audit', id);
  const include = ['jobs', 'pipelines', 'technologies'];
  const files = filesWith({
    'project.json': { format: 1, include, protect: ['pipelines/audit'] },
    'technologies.json': PYTHON,
    ...jobFiles(['load']),
  });
  const { steps } = await at.plan(files, { deleteExtraneous: true });
  const step = steps.find(({ name }) => name.endsWith('Spark'));
  expect(step?.reason).toContain('jobs/needed needs it');
});

test("the platform's administrators are never sent, and the last manager is not lost", async () => {
  grant(at.to, [{ name: 'a', role: MANAGER }]);
  const files = filesOf({ administrators: VIEWER, a: VIEWER });
  const { steps } = await at.plan(files);
  expect(grantsIn(steps)).toEqual(['right a update', 'right administrators unchanged']);
  expect(steps.at(-1)?.reason).toMatch(/^It has access to all projects as ROLE_PROJECT_MANAGER\./);
  await at.deploy(files);
  expect(groupsOf()).toEqual([{ name: 'a', role: VIEWER }]);
});

const A = { kind: 'right', name: 'a', key: 'a' } as const;
const rightOfA = (role: string) => right.fromResponse([{ name: 'a', role }])?.[0];

test.each([undefined, null, false])(
  'a group with isAllProjects %s belongs to the project',
  (isAllProjects) => {
    const list = right.fromResponse([{ name: 'a', role: MANAGER, isAllProjects }]) ?? [];
    expect(right.selectForFiles(list, { technologies: new Map() })).toMatchObject([{ id: 'a' }]);
  },
);

test.each([
  { action: 'update', role: VIEWER },
  { action: 'extraneous', role: MANAGER },
] as const)(
  '%j of the only manager is blocked where the platform has no administrators',
  (change) => {
    const { action, role } = change;
    const [current, grant] = [MANAGER, role].map(rightOfA);
    const step = { ...createStep(A, { current }), action, grant };
    const snapshot = { grants: new Map([['right', [current]]]) } as unknown as Snapshot;
    guardRights([step], snapshot, { deleteExtraneous: true });
    expect(step.action).toBe('blocked');
    expect(step.reason).toContain('no group of the project');
  },
);

test('what a platform lacks blocks, or is left out', async () => {
  const without = [
    'Query.rights',
    'Project.appTechnologies',
    'ProjectEditionInput.appTechnologies',
  ];
  await at.startOther({ schemaChanges: { without, instead: '' } });
  const uses = { apps: ['Notebook'], jobs: { Extraction: ['Python', 'Unknown'] } };
  const files = filesOf({ a: VIEWER }, uses);
  const blocked = await at.plan(files);
  expect(grantsIn(blocked.steps)).toEqual([
    'technology apps/Notebook blocked',
    'technology jobs/Extraction/Python create',
    'technology jobs/Extraction/Unknown blocked',
    'right a blocked',
  ]);
  const technologyLabels = new Map([['Unknown', 'Spark']]);
  const leaveOut = ['technologies', 'rights'];
  const { steps } = await at.plan(files, { leaveOut, technologyLabels });
  expect(grantsIn(steps)).toEqual([
    'technology apps/Notebook unchanged',
    'technology jobs/Extraction/Python create',
    'technology jobs/Extraction/Unknown create',
    'right a unchanged',
  ]);
});

test('a list that the platform stops returning is not taken for an empty one', async () => {
  const without = { without: ['Query.rights'], instead: '' };
  const hidden = await untilTestEnds(startSandbox({ schemaChanges: without }));
  const endpoint = Platform.connect(hidden.credentials).projects;
  const projectId = hidden.store.addProject({ name: 'To' }).id;
  const ids = { job: new Map<string, string>(), volume: new Map<string, string>() };
  const step = { ...createStep(A, {}), grant: rightOfA(VIEWER) };
  const change = changeGrants({ endpoint, projectId, ids }, [step], {
    ...DEPLOY_TIMING,
    lookupDelaysMs: [0],
  });
  await expect(change).rejects.toThrow('does not return the rights of the project');
  expect(mutations(hidden)).toEqual({});
});

test('technologies of apps are added to those that are allowed, though those of jobs are not returned', async () => {
  const without = ['Project.technologiesByCategory', 'ProjectEditionInput.technologiesByCategory'];
  await at.startOther({ schemaChanges: { without, instead: '' } });
  grant(at.to, [], [], [dashboard]);
  await at.deploy(filesOf({}, { apps: ['Notebook'] }));
  expect(
    settingsOf()
      ?.appTechnologies?.map(({ id }) => id)
      .sort(),
  ).toEqual([dashboard, notebook].sort());
  await expect(at.files(GRANTS)).rejects.toThrow('does not return the allowed technologies');
});

const FILES = filesOf({ a: EDITOR, b: VIEWER }, PYTHON);

test.each<[string, AuthorizedGroup[]]>([
  ['grants', []],
  ['changes', [{ name: 'a', role: VIEWER }]],
])(
  'an approved plan overwrites no right that another user %s during the deploy',
  async (_how, before) => {
    grant(at.to, before);
    const { fingerprint } = await at.plan(FILES);
    const authorizedGroups: AuthorizedGroup[] = [{ name: 'a', role: MANAGER }];
    at.when('editProject', 1, () =>
      at.store.editProject(at.to, { settings: { authorizedGroups } }),
    );
    const { conflict, changes } = await at.deploy(FILES, { approvedPlan: fingerprint });
    expect(conflict?.message).toMatch(/^The right "a" was changed on the target after the plan/);
    expect(grantsIn(changes)).toEqual([
      'technology jobs/Extraction/Python created',
      'right a failed',
      'right b failed',
    ]);
    expect(groupsOf()).toEqual(authorizedGroups);
  },
);

test.each([
  [EDITOR, VIEWER, 'update', /Check that the login keeps/],
  [VIEWER, EDITOR, 'update', /^$/],
  [VIEWER, 'ROLE_OF_NONE', 'blocked', /The target does not have the role "ROLE_OF_NONE"\./],
] as const)('a group whose role changes from %s to %s: %s', async (role, after, action, reason) => {
  grant(at.to, [{ name: 'a', role }]);
  const { steps } = await at.plan(filesOf({ a: after }));
  expect(steps.at(-1)?.action).toBe(action);
  expect(steps.at(-1)?.reason ?? '').toMatch(reason);
});

test('files without rights and technologies ask for neither, and variables not for the catalog', async () => {
  grant(at.from, [{ name: 'a', role: MANAGER }]);
  const files = await at.files();
  expect([...files.keys()]).not.toContain('rights.json');
  at.sandbox.stats.reset();
  await deploy(at.sandbox, files, at.from, { deleteExtraneous: true });
  expect(at.sandbox.stats.byOperation).not.toHaveProperty('rights');
  at.sandbox.stats.reset();
  await at.files({ include: ['variables'] });
  expect(at.sandbox.stats.byOperation).not.toHaveProperty('repositories');
  expect(groupsOf(at.from)).toHaveLength(1);
});

test.each([
  ['technologies', 0, ['technology', 'right', 'right']],
  ['rights', 1, ['right', 'right']],
])('if the change of the %s is lost, the next deploy completes it', async (_what, skip, kinds) => {
  at.sandbox.faults.add({ kind: 'resetBefore', operation: 'editProject', skip, times: 50 });
  const { changes } = await at.deploy(FILES, { continueOnError: true });
  const failed = changes.filter(({ action }) => action === 'failed');
  expect(failed.map(({ kind }) => kind)).toEqual(kinds);
  at.sandbox.faults.clear();
  await at.deploy(FILES);
  expect(notUnchanged((await at.plan(FILES)).steps)).toEqual([]);
  expect(groupsOf()).toHaveLength(2);
});

test('a change of rights that is lost has failed, even if the rights cannot be read afterward', async () => {
  const { faults } = at.sandbox;
  faults.add({ kind: 'status', status: 504, operation: 'editProject', times: 50 });
  const errors = [{ message: 'No', path: ['rights'] }];
  at.when('editProject', 1, () =>
    faults.add({ kind: 'errors', operation: 'rights', errors, times: 50 }),
  );
  const { changes } = await at.deploy(filesOf({ a: MANAGER }), { continueOnError: true });
  expect(changes.at(-1)?.failure?.name).toBe('OutcomeUnknownError');
});

test('a lost request counts once, however many rights it changes', async () => {
  const groups = ['a', 'b', 'c', 'd', 'e'];
  const files = filesOf(Object.fromEntries(groups.map((name) => [name, MANAGER])));
  at.sandbox.faults.add({ kind: 'resetBefore', operation: 'editProject', times: 50 });
  const { changes } = await at.deploy(files, { continueOnError: true });
  const failed = changes.filter(({ action }) => action === 'failed');
  expect(failed.map(({ name }) => name)).toEqual(groups);
  expect(new Set(failed.map(({ reason }) => reason)).size).toBe(1);
});
