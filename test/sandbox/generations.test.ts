import {
  buildClientSchema,
  getIntrospectionQuery,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLSchema,
} from 'graphql';
import { GENERATIONS, JOB_IDS, PROJECT_IDS, type Generation } from '../../sandbox';
import { clientOf, closeSandboxes, sandboxWith } from './client';
import { dataOf, UNKNOWN } from './projects/client';

afterEach(closeSandboxes);

async function platformOf(generation: Generation) {
  const sandbox = await sandboxWith({ generation, seedRuns: false });
  const ask = await clientOf(sandbox);
  const inputValueDeprecation = generation !== 'early';
  const answer = await ask(getIntrospectionQuery({ inputValueDeprecation }));
  return { sandbox, ask, schema: buildClientSchema(dataOf(answer)) };
}

function rootFields(schema: GraphQLSchema): string[] {
  return [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}),
  );
}

test('each generation has the root fields of the one before, and more', async () => {
  const counts = [];
  for (const generation of GENERATIONS) {
    const { schema } = await platformOf(generation);
    counts.push([generation, rootFields(schema).length]);
  }
  expect(counts).toEqual([
    ['documented', 4],
    ['early', 55],
    ['middle', 91],
    ['recent', 113],
  ]);
});

test.each([
  ['early', 'deleteJob', 'id: UUID!'],
  ['early', 'deleteProject', 'id: UUID!'],
  ['middle', 'deleteJob', 'jobId: UUID!'],
  ['recent', 'deleteProject', 'projectId: UUID!'],
] as const)('%s: %s takes %s', async (generation, name, argument) => {
  const { schema } = await platformOf(generation);
  const args = schema.getMutationType()?.getFields()[name]?.args ?? [];
  expect(args.map((one) => `${one.name}: ${String(one.type)}`)).toEqual([argument]);
});

test.each([
  [
    'early',
    ['filteredLogs', 'duplicateJob', 'createGraphPipeline', 'runApp', 'stopApp', 'restartApp'],
  ],
  ['middle', ['duplicateJob', 'appEnvironmentVariables']],
] as const)('%s has no %s', async (generation, names) => {
  const { schema } = await platformOf(generation);
  const fields = rootFields(schema);
  expect(names.filter((name) => fields.includes(name))).toEqual([]);
});

test('early: resources are required, there are no variables of pipelines, and pipelines are rows of jobs', async () => {
  const { schema, ask } = await platformOf('early');
  const input = schema.getType('JobVersionInput') as GraphQLInputObjectType;
  expect(String(input.getFields().resources?.type)).toBe('JobResourcesInput!');
  const scopes = schema.getType('EnvVarScope') as GraphQLEnumType;
  expect(scopes.getValues().map(({ name }) => name)).toEqual(['GLOBAL', 'PROJECT', 'JOB']);
  const create = `mutation ($pipeline: PipelineInput) { createPipeline(pipeline: $pipeline) { id versions { jobs { id } } } }`;
  const jobsId = [JOB_IDS.salesExtraction, JOB_IDS.customerScoring];
  const pipeline = {
    projectId: PROJECT_IDS.retail,
    name: 'P',
    alias: 'P',
    jobsId,
    isScheduled: false,
  };
  const { createPipeline } = dataOf(await ask(create, { pipeline }));
  expect(createPipeline.versions).toEqual([{ jobs: jobsId.map((id) => ({ id })) }]);
  const { data } = await ask(`{ pipelines(projectId: "${PROJECT_IDS.retail}") { id } }`);
  expect(data?.pipelines).toContainEqual({ id: createPipeline.id });
});

test.each([
  ['early', { job: null }],
  ['recent', undefined],
] as const)('%s: an unknown id gives %j', async (generation, expected) => {
  const { ask } = await platformOf(generation);
  const { data, errors } = await ask(`{ job(id: "${UNKNOWN}") { id } }`);
  if (expected) expect([data, errors]).toEqual([expected, undefined]);
  else expect(errors?.[0]?.message).toBe(`Job ${UNKNOWN} does not exist`);
});

test('early does not know deprecated arguments, recent shows them', async () => {
  const asked =
    '{ __type(name: "Mutation") { fields { name args(includeDeprecated: true) { name } } } }';
  const early = await (await platformOf('early')).ask(asked);
  expect(early.errors?.[0]?.message).toBe(
    'Unknown argument "includeDeprecated" on field "__Field.args".',
  );
  const recent = dataOf(await (await platformOf('recent')).ask(asked));
  const field = recent.__type.fields.find(
    ({ name }: { name: string }) => name === 'deleteJobInstancesBySelector',
  );
  expect(field.args).toContainEqual({ name: 'minusJobInstanceIds' });
});

test.each(['early', 'middle', 'recent'] as const)(
  '%s: a second stop of an ended run is refused',
  async (generation) => {
    const { ask, sandbox } = await platformOf(generation);
    const job = sandbox.store.addJob({ script: { queueSeconds: 0, durationSeconds: 0 } });
    const run = sandbox.store.startRun(job.id);
    const { errors } = await ask(
      `mutation { stopJobInstance(jobInstanceId: "${run?.id}") { id } }`,
    );
    expect(errors?.[0]?.message).toContain('already ended');
  },
);

test('what started a run: a login, a schedule, a pipeline', async () => {
  const { ask, sandbox } = await platformOf('recent');
  const id = JOB_IDS.priceWatch;
  sandbox.store.startRun(id, { author: 'amelie.martin' });
  sandbox.store.startRun(id, { cause: 'SCHEDULED' });
  await ask(`mutation { runJob(jobId: "${id}") { id } }`);
  const { job } = dataOf(
    await ask(
      `{ job(id: "${id}") { instances { runTrigger { __typename triggerType ... on AuthoredTrigger { author } } } } }`,
    ),
  );
  expect(job.instances.map(({ runTrigger }: { runTrigger: object }) => runTrigger)).toEqual([
    { __typename: 'AuthoredTrigger', triggerType: 'MANUAL_JOB', author: 'demo' },
    { __typename: 'AnonymousTrigger', triggerType: 'CRON_JOB' },
    { __typename: 'AuthoredTrigger', triggerType: 'MANUAL_JOB', author: 'amelie.martin' },
  ]);
});
