import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import { APP_TECHNOLOGY_IDS, GENERATIONS, PROJECT_IDS } from '../../sandbox';
import { settingsFrom } from '../../sandbox/options';
import { projectsSchema } from '../../sandbox/projects/schema';
import { catalogSchema } from '../../sandbox/catalog/routes';
import { clientOf, dataOf, sandboxWith, START, UNKNOWN } from './client';

const MODULES: Array<[name: string, schema: GraphQLSchema, options: object, path: string]> = [
  ...GENERATIONS.map((generation): [string, GraphQLSchema, object, string] => [
    generation,
    projectsSchema(settingsFrom({ generation })),
    { generation },
    '/projects/api/platform/1/graphql',
  ]),
  ['the catalog', catalogSchema(), {}, '/gateway/api/graphql'],
];

/** A value that a type accepts, as GraphQL text: nothing that the sandbox has. */
function anyValue(type: GraphQLInputType): string {
  if (isNonNullType(type)) return anyValue(type.ofType);
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type)) {
    const needed = Object.values(type.getFields()).filter(isRequiredInputField);
    return `{ ${needed.map((field) => `${field.name}: ${anyValue(field.type)}`).join(', ')} }`;
  }
  const values: Record<string, string> = { Int: '1', Float: '1', Boolean: 'true', Upload: 'null' };
  const texts: Record<string, string> = {
    UUID: UNKNOWN,
    DateTime: '2026-03-01T00:00:00Z',
    DataSize: '1 GB',
  };
  return values[type.name] ?? JSON.stringify(texts[type.name] ?? 'x');
}

test.each(MODULES)('every root field of %s answers', async (_name, schema, options, path) => {
  const sandbox = await sandboxWith(options);
  const ask = await clientOf(sandbox, sandbox.baseUrl + path);
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
  ] as const;
  const broken: unknown[] = [];
  for (const [kind, root] of roots) {
    for (const { name, args, type } of Object.values(root?.getFields() ?? {})) {
      const given = args.map((argument) => `${argument.name}: ${anyValue(argument.type)}`);
      const call = given.length > 0 ? `${name}(${given.join(', ')})` : name;
      const selection = isLeafType(getNamedType(type)) ? '' : '{ __typename }';
      const { data, errors = [] } = await ask(`${kind} { ${call} ${selection} }`);
      // A refusal has a code of the sandbox; an exception has none, or that of GraphQL's own checks.
      const isAnswer = errors.every(({ extensions }) =>
        ['BAD_INPUT', 'CONFLICT', 'NOT_FOUND'].includes(extensions?.code ?? ''),
      );
      if (!isAnswer || (errors.length === 0 && !data)) broken.push([call, errors]);
    }
  }
  expect(broken).toEqual([]);
});

const TIMING = { queueSeconds: 0, durationSeconds: 10, killSeconds: 0 };

/** A job and a pipeline of it, whose runs are said in the order in which they started, a day apart. */
async function withRuns() {
  let now = START;
  const sandbox = await sandboxWith({ seed: false, clock: () => now });
  const { store } = sandbox;
  const projectId = store.addProject().id;
  const jobId = store.addJob({ script: TIMING }).id;
  const ofPipeline = store.addJob({ script: TIMING }).id;
  const node = { id: 'a', position: null, jobId: ofPipeline, nextNodes: [] };
  const graph = { jobNodes: [node], conditionNodes: [] };
  const pipelineId = store.pipelines.add({ projectId, graph }).id;
  for (const outcome of ['SUCCEEDED', 'FAILED', 'SUCCEEDED'] as const) {
    store.setScript(ofPipeline, { outcome });
    store.startRun(jobId, { script: { outcome } });
    store.pipelines.start(pipelineId);
    now += 24 * 3_600_000;
  }
  // They have not ended.
  store.startRun(jobId);
  store.pipelines.start(pipelineId);
  return { store, jobId, pipelineId, ask: await clientOf(sandbox) };
}

const SECOND_DAY = new Date(START + 24 * 3_600_000).toISOString();
const COUNTS = [
  ['ALL', 3],
  ['SUCCEEDED', 2],
  ['FAILED', 1],
  ['STOPPED', 0],
  ['UNKNOWN', 0],
].map(([selector, count]) => ({ selector, count }));

test('runs of jobs are counted and deleted by status and by date', async () => {
  const { store, jobId, ask } = await withRuns();
  const data = dataOf(
    await ask(`{
      countJobInstancesBySelector(jobId: "${jobId}") { selector count }
      countJobInstancesByDate(jobId: "${jobId}", beforeAt: "${SECOND_DAY}")
    }`),
  );
  expect(data).toEqual({ countJobInstancesBySelector: COUNTS, countJobInstancesByDate: 1 });
  const [open, third, second, first] = store.runsOfJob(jobId).map(({ id }) => id);
  const change = async (text: string) =>
    Object.values(dataOf(await ask(`mutation { ${text} }`)) as object);
  const succeeded = `selector: SUCCEEDED, excludeJobInstanceIds: ["${third}"], moreJobInstanceIds: ["${open}"]`;
  expect(await change(`deleteJobInstancesBySelector(jobId: "${jobId}", ${succeeded})`)).toEqual([
    1,
  ]);
  expect(store.runsOfJob(jobId).map(({ id }) => id)).toEqual([open, third, second]);
  expect(store.run(first ?? '')).toBeUndefined();
  const before = `beforeAt: "${SECOND_DAY}", includeJobInstanceIds: ["${second}"]`;
  expect(await change(`deleteJobInstancesByDate(jobId: "${jobId}", ${before})`)).toEqual([1]);
  expect(store.runsOfJob(jobId).map(({ id }) => id)).toEqual([open, third]);
});

test('runs of pipelines are counted and deleted by status and by date', async () => {
  const { store, pipelineId, ask } = await withRuns();
  const data = dataOf(
    await ask(`{
      countDeletablePipelineInstancesByStatus(pipelineId: "${pipelineId}") { selector count }
      countDeletablePipelineInstancesByDate(pipelineId: "${pipelineId}", beforeAt: "${SECOND_DAY}")
    }`),
  );
  expect(data).toEqual({
    countDeletablePipelineInstancesByStatus: COUNTS,
    countDeletablePipelineInstancesByDate: 1,
  });
  const change = async (text: string) =>
    Object.values(dataOf(await ask(`mutation { ${text} }`)) as object);
  const failed = `pipelineId: "${pipelineId}", selector: FAILED`;
  expect(await change(`deletePipelineInstancesByStatusSelector(${failed})`)).toEqual([1]);
  const before = `pipelineId: "${pipelineId}", beforeAt: "${SECOND_DAY}"`;
  expect(await change(`deletePipelineInstancesByDateSelector(${before})`)).toEqual([1]);
  expect(store.pipelines.runs(pipelineId).map(({ number }) => number)).toEqual([4, 3]);
});

test('an installed app has volumes of its own, as its context names them', async () => {
  const sandbox = await sandboxWith();
  const ask = await clientOf(sandbox);
  const technology = sandbox.store.catalog.technology(APP_TECHNOLOGY_IDS.dashboard);
  const [context] = technology?.contexts ?? [];
  const install = `mutation {
    installApp(projectId: "${PROJECT_IDS.retail}", technologyId: "${technology?.id}", contextId: "${context?.id}") {
      id name currentVersion { runtimeContextId ports { number } volumesWithPath { path volume { id size } } }
    }
  }`;
  const [one, other] = [
    dataOf(await ask(install)).installApp,
    dataOf(await ask(install)).installApp,
  ];
  expect([one.name, other.name]).toEqual(['Dashboard', 'Dashboard 2']);
  const ports = context?.ports.map((number) => ({ number }));
  const volume = { path: '/data', volume: { size: '1.0 GB' } };
  const version = { runtimeContextId: context?.id, ports, volumesWithPath: [volume] };
  expect([one.currentVersion, other.currentVersion]).toMatchObject([version, version]);
  const [id, otherId] = [one, other].map(
    ({ currentVersion }) => currentVersion.volumesWithPath[0].volume.id as string,
  );
  expect(otherId).not.toBe(id);
});

test('the statuses of a version of an app are those since a start, newest first', async () => {
  let now = START;
  const sandbox = await sandboxWith({ seed: false, clock: () => now });
  const { apps } = sandbox.store;
  const projectId = sandbox.store.addProject().id;
  const app = apps.add({ projectId, technologyId: APP_TECHNOLOGY_IDS.dashboard });
  apps.begin(app.id, 'STARTING');
  now += 60_000;
  const ask = await clientOf(sandbox);
  const { history } = dataOf(
    await ask(`{ app(id: "${app.id}") { history { id startTime runningVersionNumber } } }`),
  ).app;
  const of = `appHistoryId: "${history.id}", versionNumber: 1, startTime: "${history.startTime}"`;
  const data = dataOf(
    await ask(`{
      appHistoryStatuses(${of}, limit: 1) { status recordAt }
      countAppHistoryStatuses(${of})
      none: countAppHistoryStatuses(${of.replace('versionNumber: 1', 'versionNumber: 2')})
    }`),
  );
  const recordAt = new Date(START + 2_000).toISOString();
  expect(data).toEqual({
    appHistoryStatuses: [{ status: 'STARTED', recordAt }],
    countAppHistoryStatuses: 2,
    none: 0,
  });
});

test('variables are replaced by lines of text; a password stays one', async () => {
  const sandbox = await sandboxWith({ seed: false });
  const { store } = sandbox;
  const entityId = store.addProject().id;
  const place = { scope: 'PROJECT', entityId } as const;
  store.variables.add({ ...place, name: 'OLD', value: '1' });
  store.variables.add({ ...place, name: 'SECRET', value: '2', isPassword: true });
  const ask = await clientOf(sandbox);
  const replace = async (text: string) =>
    await ask(
      `mutation ($text: String!) {
        replaceEnvironmentVariablesByRawForScope(entityId: "${entityId}", scope: PROJECT, rawEnvironmentVariables: $text) {
          name value isPassword
        }
      }`,
      { text },
    );
  const wanted = dataOf(await replace('SECRET=3\n\nURL=a=b\n'));
  expect(wanted.replaceEnvironmentVariablesByRawForScope).toEqual([
    { name: 'SECRET', value: null, isPassword: true },
    { name: 'URL', value: 'a=b', isPassword: false },
  ]);
  expect((await replace('URL=c\nno value')).errors?.[0]?.message).toBe(
    'The line no value has no =',
  );
  const stored = store.variables.of('PROJECT', entityId).map(({ name, value }) => [name, value]);
  expect(stored).toEqual([
    ['SECRET', '3'],
    ['URL', 'a=b'],
  ]);
});

test('the log of a condition is found by its run, and a pipeline by its name', async () => {
  let now = START;
  const sandbox = await sandboxWith({ seed: false, clock: () => now });
  const { store } = sandbox;
  const projectId = store.addProject().id;
  const jobId = store.addJob({ script: TIMING }).id;
  const jobNodes = [{ id: 'a', position: null, jobId, nextNodes: ['if'] }];
  const conditionNodes = [
    {
      id: 'if',
      position: null,
      condition: 'AllSuccess' as const,
      nextNodesSuccess: [],
      nextNodesFailure: [],
    },
  ];
  const graph = { jobNodes, conditionNodes };
  const pipelineId = store.pipelines.add({ projectId, name: 'Nightly', graph }).id;
  const runId = store.pipelines.start(pipelineId)?.id ?? '';
  now += 60_000;
  const ask = await clientOf(sandbox);
  const found = dataOf(
    await ask(`{
      graphPipelineByName(projectId: "${projectId}", name: "Nightly") { id }
      pipelineInstance(id: "${runId}") { conditionsInstance { id } }
    }`),
  );
  expect(found.graphPipelineByName.id).toBe(pipelineId);
  const [condition] = found.pipelineInstance.conditionsInstance;
  const of = `conditionInstanceID: "${condition.id}", projectID: "${projectId}", streams: [STDOUT]`;
  const data = dataOf(
    await ask(`{
      conditionPipelineFilteredLogs(${of}, limit: 1, skip: 1) { count content { index value } }
      conditionPipelineCountFilteredLogs(${of})
    }`),
  );
  expect(data).toEqual({
    conditionPipelineFilteredLogs: { count: 2, content: [{ index: 1, value: 'Result: true' }] },
    conditionPipelineCountFilteredLogs: 2,
  });
});

test('mid-2022 tells each event of an app for itself, oldest first, by an author', async () => {
  let now = START;
  const sandbox = await sandboxWith({
    seed: false,
    generation: 'middle',
    login: 'ada',
    clock: () => now,
  });
  const { apps } = sandbox.store;
  const projectId = sandbox.store.addProject().id;
  const app = apps.add({ projectId, technologyId: APP_TECHNOLOGY_IDS.dashboard });
  apps.begin(app.id, 'STARTING');
  now += 60_000;
  apps.stop(app.id);
  now += 60_000;
  const ask = await clientOf(sandbox);
  const event = `recordAt __typename ... on RunAction { versionNumber author } ... on StatusRetrieve { status }`;
  const data = dataOf(
    await ask(
      `{ app(id: "${app.id}") { history { events { event { ${event} } transitionTime } } } }`,
    ),
  );
  const events = data.app.history.events.map(({ event }: { event: Record<string, unknown> }) => [
    event.__typename,
    event.status ?? event.author ?? null,
  ]);
  expect(events).toEqual([
    ['RunAction', 'ada'],
    ['StatusRetrieve', 'STARTING'],
    ['StatusRetrieve', 'STARTED'],
    ['StopAction', null],
    ['StatusRetrieve', 'STOPPING'],
    ['StatusRetrieve', 'STOPPED'],
  ]);
});
