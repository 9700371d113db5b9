import { JOB_IDS, PROJECT_IDS, TECHNOLOGY_IDS } from '../../../sandbox';
import { clientOf, closeSandboxes, projectsUrl, sandboxWith, tokenOf } from '../client';
import { dataOf, onAClock, sendFile, UNKNOWN } from './client';

afterEach(closeSandboxes);

test("generation 'documented' has the four documented operations and no more", async () => {
  const sandbox = await sandboxWith({ generation: 'documented', seedRuns: false });
  const ask = await clientOf(sandbox);
  const { __schema } = dataOf(
    await ask('{ __schema { queryType { fields { name } } mutationType { fields { name } } } }'),
  );
  expect(__schema).toEqual({
    queryType: { fields: [{ name: 'projects' }, { name: 'jobs' }] },
    mutationType: { fields: [{ name: 'runJob' }, { name: 'deleteJob' }] },
  });
  const { projects, jobs } = dataOf(
    await ask(
      `{ projects { id name } jobs(projectId: "${PROJECT_IDS.retail}") { id name technology { id } } }`,
    ),
  );
  expect([projects.length, jobs[0].technology]).toEqual([4, { id: TECHNOLOGY_IDS.sql }]);
  const mutation = `mutation { runJob(jobId: "${JOB_IDS.weatherImport}") { id status } deleteJob(jobId: "${JOB_IDS.priceWatch}") }`;
  expect(dataOf(await ask(mutation))).toMatchObject({
    runJob: { status: 'REQUESTED' },
    deleteJob: true,
  });
  expect(sandbox.store.job(JOB_IDS.priceWatch)).toBeUndefined();
  const { errors } = await ask(`{ job(id: "${JOB_IDS.priceWatch}") { id } }`);
  expect(errors?.[0]?.message).toContain('Cannot query field "job"');
});

test('a project becomes ready on the clock, is found by name, edited and deleted with all in it', async () => {
  const { ask, at, sandbox } = await onAClock();
  const { createProject } = dataOf(
    await ask(`mutation { createProject(project: {
      name: " New one ", description: "d", authorizedGroups: [{ name: "Analysts", role: ROLE_PROJECT_EDITOR }]
    }) { id name status creator } }`),
  );
  expect(createProject).toMatchObject({ name: 'New one', status: 'CREATED', creator: 'demo' });
  const { id } = createProject;
  const status = async () =>
    dataOf(await ask('{ projectByName(name: "New one") { id status } }')).projectByName.status;
  const seen = [];
  for (const seconds of [0.4, 0.5, 1, 2]) {
    at(seconds);
    seen.push(await status());
  }
  expect(seen).toEqual(['CREATED', 'INIT_REQUESTED', 'INITIALIZING', 'READY']);

  const { rights } = dataOf(
    await ask(`{ rights(projectId: "${id}") { name role isAllProjects } }`),
  );
  expect(rights).toEqual([
    { name: 'administrators', role: 'ROLE_PROJECT_MANAGER', isAllProjects: true },
    { name: 'Analysts', role: 'ROLE_PROJECT_EDITOR', isAllProjects: false },
  ]);

  const edit = (input: string) =>
    ask(`mutation { editProject(project: { id: "${id}", ${input} }) { name description } }`);
  expect(dataOf(await edit('name: "Newer"')).editProject).toEqual({
    name: 'Newer',
    description: 'd',
  });
  expect(dataOf(await edit('description: null')).editProject.description).toBeNull();
  expect((await edit('name: "Energy Forecast"')).errors?.[0]).toMatchObject({
    extensions: { code: 'CONFLICT' },
  });

  const remove = `mutation { deleteProject(projectId: "${PROJECT_IDS.retail}") }`;
  expect(dataOf(await ask(remove)).deleteProject).toBe(true);
  expect(sandbox.store.job(JOB_IDS.salesExtraction)).toBeUndefined();
  expect(sandbox.store.pipelines.list(PROJECT_IDS.retail)).toEqual([]);
  expect((await ask(remove)).errors?.[0]).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
});

const CREATE_JOB = `mutation ($job: JobInput!, $jobVersion: JobVersionInput!, $file: Upload) {
  createJob(job: $job, jobVersion: $jobVersion, file: $file) {
    id alias isScheduled cronScheduling scheduleTimezone doesUseGPU
    alerting { emails statusList } resources { cpu { request limit } memory { request limit } }
    versions { number isCurrent creator commandLine packageInfo { name downloadUrl } dockerInfo { image } extraTechnology { language } }
  }
}`;

function jobInput(changes: object = {}) {
  return {
    projectId: PROJECT_IDS.energy,
    name: 'Made here',
    category: 'Extraction',
    technology: { id: TECHNOLOGY_IDS.python },
    isScheduled: false,
    isStreaming: false,
    ...changes,
  };
}

test('a job is made with nested inputs and a file, which can be downloaded', async () => {
  const { ask, sandbox } = await onAClock();
  const content = 'print("é")\n';
  const variables = {
    job: jobInput({
      isScheduled: true,
      cronScheduling: '*/15 6-20 * * MON-FRI',
      scheduleTimezone: 'Europe/Paris',
      alerting: { emails: ['a@example.invalid'], statusList: ['FAILED', 'KILLED'] },
      resources: { cpu: { request: 0.5, limit: 2 }, memory: { request: 0.5, limit: 1024 } },
    }),
    jobVersion: {
      commandLine: 'python {file}',
      packageInfo: { name: 'main.py' },
      dockerInfo: { image: 'python:3.12' },
      extraTechnology: { language: 'java', version: '21' },
    },
  };
  const answer = await sendFile(
    sandbox,
    projectsUrl(sandbox),
    CREATE_JOB,
    { name: 'upload.py', content },
    variables,
  );
  const { id, ...job } = dataOf(answer).createJob;
  const downloadUrl = `/projects/api/platform/1/project/${PROJECT_IDS.energy}/job/${id}/version/1/artifact/main.py`;
  expect(job).toEqual({
    alias: 'Made_here',
    isScheduled: true,
    cronScheduling: '*/15 6-20 * * MON-FRI',
    scheduleTimezone: 'Europe/Paris',
    doesUseGPU: false,
    alerting: { emails: ['a@example.invalid'], statusList: ['FAILED', 'KILLED'] },
    resources: { cpu: { request: 0.5, limit: 2 }, memory: { request: 0.5, limit: 1024 } },
    versions: [
      {
        number: 1,
        isCurrent: true,
        creator: 'demo',
        commandLine: 'python {file}',
        packageInfo: {
          name: 'main.py',
          downloadUrl,
        },
        dockerInfo: { image: 'python:3.12' },
        extraTechnology: { language: 'java' },
      },
    ],
  });

  const download = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${sandbox.baseUrl}${path}`, { headers });
  const authorization = `Bearer ${await tokenOf(sandbox)}`;
  expect(await (await download(downloadUrl, { authorization })).text()).toBe(content);
  expect((await download(downloadUrl)).status).toBe(401);
  const other = downloadUrl.replace('/version/1/', '/version/2/');
  expect((await download(other, { authorization })).status).toBe(404);

  const again = dataOf(await ask(CREATE_JOB, { job: jobInput(), jobVersion: {} })).createJob;
  expect(again).toMatchObject({ alias: 'Made_here_2', versions: [{ packageInfo: null }] });
  const { jobByAlias } = dataOf(
    await ask(`{ jobByAlias(projectId: "${PROJECT_IDS.energy}", alias: "Made_here") { id } }`),
  );
  expect(jobByAlias).toEqual({ id });
});

test.each([
  [{ isScheduled: true }, 'A schedule needs cronScheduling'],
  [{ name: '  ' }, 'The name must not be empty'],
  [{ alias: 'Import_weather' }, 'There is already a job with the alias Import_weather'],
  [{ technology: { id: UNKNOWN } }, `Technology ${UNKNOWN} does not exist`],
  [{ projectId: UNKNOWN }, `Project ${UNKNOWN} does not exist`],
  [{ cronScheduling: '* * * *' }, '"* * * *" is not a cron schedule'],
  [{ cronScheduling: '60 * * * *' }, '"60 * * * *" is not a cron schedule'],
  [{ cronScheduling: '5-1 * * * *' }, 'is not a cron schedule'],
  [{ scheduleTimezone: 'Paris' }, '"Paris" is not a time zone'],
  [{ resources: { memory: { request: 'lots' } } }, 'Float cannot represent non numeric value'],
  [{ technology: { id: '7' } }, '"7" is not a UUID'],
  [{ alerting: { statusList: ['BORED'] } }, 'Value "BORED" does not exist in "InstanceStatus"'],
  [{ category: undefined }, 'Field "category" of required type "String!" was not provided'],
])('a job with %j is refused', async (changes, message) => {
  const { ask, sandbox } = await onAClock();
  const before = sandbox.store.jobs().length;
  const { errors } = await ask(CREATE_JOB, { job: jobInput(changes), jobVersion: {} });
  expect(errors?.[0]?.message).toContain(message);
  expect(sandbox.store.jobs()).toHaveLength(before);
});

test('versions are added, keep the file on request, and are rolled back; runs keep theirs', async () => {
  const { sandbox, ask } = await onAClock();
  const jobId = JOB_IDS.weatherImport;
  const add = `mutation ($file: Upload, $jobVersion: JobVersionInput!) {
    addJobVersion(jobId: "${jobId}", jobVersion: $jobVersion, file: $file) { number isCurrent packageInfo { name } }
  }`;
  const run = `mutation { runJob(jobId: "${jobId}") { version { number releaseNote } } }`;
  await ask(add, { jobVersion: {} });
  const none = await ask(add, { jobVersion: { usePreviousArtifact: true } });
  expect(none.errors?.[0]).toMatchObject({ extensions: { code: 'BAD_INPUT' } });

  const file = { name: 'weather.sh', content: 'curl x' };
  const second = await sendFile(sandbox, projectsUrl(sandbox), add, file, {
    jobVersion: { releaseNote: 'second' },
  });
  expect(dataOf(second).addJobVersion).toEqual({
    number: 3,
    isCurrent: true,
    packageInfo: { name: 'weather.sh' },
  });
  const third = dataOf(await ask(add, { jobVersion: { usePreviousArtifact: true } }));
  expect(third.addJobVersion).toMatchObject({ number: 4, packageInfo: { name: 'weather.sh' } });

  const back = dataOf(
    await ask(
      `mutation { rollbackJobVersion(jobId: "${jobId}", versionNumber: 3) { versions { number isCurrent } newest: versions(limit: 1) { number } current: versions(onlyCurrent: true) { number } } }`,
    ),
  ).rollbackJobVersion;
  expect(back).toEqual({
    versions: [
      { number: 4, isCurrent: false },
      { number: 3, isCurrent: true },
      { number: 2, isCurrent: false },
      { number: 1, isCurrent: false },
    ],
    newest: [{ number: 4 }],
    current: [{ number: 3 }],
  });
  expect(dataOf(await ask(run)).runJob.version).toEqual({ number: 3, releaseNote: 'second' });
  const after = dataOf(await ask(add, { jobVersion: {} })).addJobVersion;
  expect(after.number).toBe(5);
  const { jobVersion } = dataOf(
    await ask(`{ jobVersion(jobId: "${jobId}", number: 3) { releaseNote isCurrent } }`),
  );
  expect(jobVersion).toEqual({ releaseNote: 'second', isCurrent: false });
  const missing = await ask(`{ jobVersion(jobId: "${jobId}", number: 9) { number } }`);
  expect(missing.errors?.[0]?.message).toBe('Job version 9 does not exist');
});

test('a job is edited in the given parts only, duplicated, and loses runs that have ended', async () => {
  const { ask, at } = await onAClock();
  const id = JOB_IDS.vehicleStream;
  const edited = dataOf(
    await ask(
      `mutation { editJob(job: { id: "${id}", name: "Stream", isScheduled: true, cronScheduling: "0 0 * * *" }) { name category isScheduled alias } }`,
    ),
  ).editJob;
  expect(edited).toEqual({
    name: 'Stream',
    category: 'Processing',
    isScheduled: true,
    alias: 'Stream_vehicle_positions',
  });
  const unscheduled = await ask(
    `mutation { editJob(job: { id: "${id}", cronScheduling: null }) { id } }`,
  );
  expect(unscheduled.errors?.[0]?.message).toBe('A schedule needs cronScheduling');

  const taken = await ask(
    `mutation { editJob(job: { id: "${id}", alias: "Ingest_trips" }) { id } }`,
  );
  expect(taken.errors?.[0]).toMatchObject({ extensions: { code: 'CONFLICT' } });

  const run = `mutation { runJob(jobId: "${id}") { id } }`;
  const first = dataOf(await ask(run)).runJob.id;
  await ask(`mutation { stopJobInstance(jobInstanceId: "${first}") { id } }`);
  at(60);
  const second = dataOf(await ask(run)).runJob.id;
  const { duplicateJob } = dataOf(
    await ask(
      `mutation { duplicateJob(originalJobId: "${id}") { id name isScheduled originalJobId countJobInstance } }`,
    ),
  );
  expect(duplicateJob).toMatchObject({
    name: 'Copy of Stream',
    isScheduled: false,
    originalJobId: id,
    countJobInstance: 0,
  });
  const { deleteJobInstances } = dataOf(
    await ask(
      `mutation ($ids: [UUID!]) { deleteJobInstances(jobId: "${id}", jobInstanceIds: $ids) { id success } }`,
      { ids: [first, second, UNKNOWN] },
    ),
  );
  expect(deleteJobInstances).toEqual([
    { id: first, success: true },
    { id: second, success: false },
    { id: UNKNOWN, success: false },
  ]);
  const { job } = dataOf(await ask(`{ job(id: "${id}") { instances { id } } }`));
  expect(job.instances).toEqual([{ id: second }]);
});

test('logs grow with the run and are read by stream and page', async () => {
  const { ask, at, sandbox } = await onAClock();
  const job = sandbox.store.addJob({
    projectId: PROJECT_IDS.energy,
    script: {
      queueSeconds: 10,
      durationSeconds: 40,
      logLines: [
        { stream: 'ORCHESTRATION_STDOUT', value: 'pod made' },
        { stream: 'STDOUT', value: 'one' },
        { stream: 'STDERR', value: 'oops' },
        { stream: 'STDOUT', value: 'two' },
      ],
    },
  });
  const id = sandbox.store.startRun(job.id)?.id;
  const logs = async (args: string) =>
    dataOf(
      await ask(`{
        filteredLogs(jobInstanceID: "${id}", ${args}) { count content { index value stream } }
        countFilteredLogs(jobInstanceID: "${id}", streams: [STDOUT, STDERR])
      }`),
    );
  at(9);
  expect((await logs('streams: []')).filteredLogs).toEqual({ count: 0, content: [] });
  at(10);
  expect((await logs('streams: []')).filteredLogs.content).toHaveLength(1);
  at(30);
  expect(await logs('streams: [STDOUT, STDERR]')).toEqual({
    filteredLogs: {
      count: 2,
      content: [
        { index: 1, value: 'one', stream: 'STDOUT' },
        { index: 2, value: 'oops', stream: 'STDERR' },
      ],
    },
    countFilteredLogs: 2,
  });
  at(1000);
  expect((await logs('streams: [STDOUT, STDERR], limit: 1, skip: 1')).filteredLogs).toEqual({
    count: 3,
    content: [{ index: 2, value: 'oops', stream: 'STDERR' }],
  });
  expect((await logs('streams: [STDOUT], limit: 0')).filteredLogs.content).toEqual([]);
  const wrong = await ask(
    `{ filteredLogs(jobInstanceID: "${id}", streams: [STDOUT], limit: -1) { count } }`,
  );
  expect(wrong.errors?.[0]?.message).toBe('limit and skip must not be negative');
});

test('a stopped run writes no more', async () => {
  const { at, sandbox } = await onAClock();
  const line = { stream: 'STDOUT', value: 'tick' } as const;
  const { store } = sandbox;
  const job = store.addJob({
    script: {
      queueSeconds: 0,
      durationSeconds: null,
      killSeconds: 1,
      logLines: [line, line, line, line],
    },
  });
  const id = store.startRun(job.id)?.id ?? '';
  const written = () => {
    const run = store.run(id);
    return run && store.log(run).length;
  };
  at(1);
  expect(written()).toBe(2);
  store.stopRun(id);
  at(100);
  expect(written()).toBe(3);
});

test('credentials, volumes, categories, the platform and its capacity', async () => {
  const { ask } = await onAClock({ platformId: '7' });
  const projectId = PROJECT_IDS.energy;
  const made = dataOf(
    await ask(`mutation {
      createDockerCredentials(dockerCredentials: { projectId: "${projectId}", username: "u", password: "secret-word" }) { id registry username }
      createVolume(volume: { projectId: "${projectId}", name: "models", size: "1.5 GiB" }) { id size }
    }`),
  );
  expect(made.createDockerCredentials).toMatchObject({ registry: null, username: 'u' });
  expect(made.createVolume.size).toBe('1.5 GiB');
  const withCredentials = (credentialsId: string) =>
    ask(CREATE_JOB, {
      job: jobInput(),
      jobVersion: { dockerInfo: { image: 'x', dockerCredentialsId: credentialsId } },
    });
  dataOf(await withCredentials(made.createDockerCredentials.id));
  expect((await withCredentials(UNKNOWN)).errors?.[0]?.message).toBe(
    `Docker credentials ${UNKNOWN} does not exist`,
  );

  const read = dataOf(
    await ask(`{
      allDockerCredentials(projectId: "${projectId}") { id }
      project(id: "${projectId}") { volumes { name } }
      jobCategories
      platform { id counts { projects jobs pipelines apps } }
      getClusterCapacity { cpu gpu }
    }`),
  );
  expect(read).toEqual({
    allDockerCredentials: [{ id: made.createDockerCredentials.id }],
    project: { volumes: [{ name: 'models' }] },
    jobCategories: ['Extraction', 'Processing'],
    platform: { id: 7, counts: { projects: 4, jobs: 13, pipelines: 2, apps: 3 } },
    getClusterCapacity: [
      { cpu: 16, gpu: 0 },
      { cpu: 16, gpu: 2 },
    ],
  });
  const gone = await ask(
    `mutation { deleteDockerCredentials(id: "${made.createDockerCredentials.id}", projectId: "${projectId}") deleteVolume(id: "${made.createVolume.id}") { name } }`,
  );
  expect(dataOf(gone)).toEqual({ deleteDockerCredentials: true, deleteVolume: { name: 'models' } });
});
