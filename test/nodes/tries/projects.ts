import {
  APP_IDS,
  APP_TECHNOLOGY_IDS,
  JOB_IDS,
  PIPELINE_IDS,
  PROJECT_IDS,
  TECHNOLOGY_IDS,
  type Sandbox,
} from '../../../sandbox';
import type { StartItem } from '../../../harness/engine/helperNodes';
import { byId } from '../Projects/support';
import type { OperationTry } from './operationTry';

/** An operation of the Projects node with parameters that fit a seeded sandbox. */
interface Operation {
  /** As `job.get`, with what it is about behind it where there are several. */
  name: string;
  parameters: (sandbox: Sandbox) => object;
  /** Input items; default one that is empty. */
  items?: StartItem[];
}

const QUICK = { queueSeconds: 0, durationSeconds: 0 };
const WAITING = { timeout: 30, pollInterval: 1 };
const WITH_VARIABLES = { includeVariables: true };

const FILES_INTO_RETAIL = {
  source: 'items',
  target: 'project',
  projectId: byId(PROJECT_IDS.retail),
};

const fileItem = (path: string, content: unknown): StartItem => ({
  json: { path },
  file: { name: 'file.json', text: JSON.stringify(content) },
});

const PROJECT_FILES = [
  fileItem('project.json', { format: 1, include: ['jobs', 'variables'] }),
  fileItem('variables.json', [{ name: 'DEPLOYED', value: 'yes' }]),
  fileItem('jobs/new.json', {
    alias: 'new',
    name: 'New',
    category: 'Extraction',
    technology: { label: 'Python' },
    version: { commandLine: 'python main.py' },
  }),
];

const WRONG_FILES = [
  ...PROJECT_FILES,
  fileItem('jobs/wrong.json', { name: 'Wrong', resources: { memmory: {} } }),
];

const PIPELINE_FILES = [
  fileItem('project.json', { format: 1, include: ['jobs', 'pipelines'] }),
  ...PROJECT_FILES.slice(2),
  fileItem('pipelines/after.json', {
    alias: 'after',
    name: 'After',
    version: { graph: { jobs: [{ node: 'new', job: 'new' }] } },
  }),
];

const GRANT_FILES = [
  fileItem('project.json', { format: 1, include: ['rights', 'technologies'] }),
  fileItem('rights.json', { analysts: 'ROLE_PROJECT_VIEWER' }),
  fileItem('technologies.json', { jobs: { Extraction: ['Python'] } }),
];

const NEW_JOB = {
  projectId: byId(PROJECT_IDS.retail),
  category: byId('Extraction'),
  technologyId: byId(TECHNOLOGY_IDS.python),
};

const NEW_PIPELINE = {
  projectId: byId(PROJECT_IDS.retail),
  jobIds: `${JOB_IDS.salesExtraction}, ${JOB_IDS.customerScoring}`,
};

const TO_ENERGY = { targetProjectId: byId(PROJECT_IDS.energy) };

/** Jobs on either side of a condition. */
const GRAPH = {
  jobNodes: [
    { id: '1', job: JOB_IDS.salesExtraction, position: { x: 0, y: 0 }, nextNodes: ['2'] },
    { id: '3', job: JOB_IDS.customerScoring },
    { id: '4', job: JOB_IDS.priceWatch },
  ],
  conditionNodes: [
    {
      id: '2',
      position: { x: 1, y: 0 },
      condition: { expression: 'a == b' },
      nextNodesSuccess: ['3'],
      nextNodesFailure: ['5'],
    },
    { id: '5', condition: 'AllSuccess', nextNodesSuccess: ['4'] },
  ],
};

const OPERATIONS: Operation[] = [
  { name: 'project.getAll', parameters: () => ({ returnAll: true }) },
  { name: 'project.get', parameters: () => ({ projectId: byId(PROJECT_IDS.retail) }) },
  { name: 'project.getRights', parameters: () => ({ projectId: byId(PROJECT_IDS.retail) }) },
  { name: 'project.create', parameters: () => ({ name: 'Made here' }) },
  {
    name: 'project.create with allowed technologies',
    parameters: () => ({
      name: 'Made here, too',
      additionalFields: { allowedTechnologies: [TECHNOLOGY_IDS.python] },
    }),
  },
  {
    name: 'project.update',
    parameters: () => ({
      projectId: byId(PROJECT_IDS.retail),
      updateFields: { description: 'Changed' },
    }),
  },
  {
    name: 'project.delete',
    parameters: ({ store }) => ({ projectId: byId(store.addProject({ name: 'Old' }).id) }),
  },
  {
    name: 'project.export',
    parameters: () => ({ projectId: byId(PROJECT_IDS.retail), output: 'zip' }),
  },
  {
    name: 'project.export as files',
    parameters: () => ({ projectId: byId(PROJECT_IDS.retail), output: 'files' }),
  },
  {
    name: 'project.export with rights and technologies',
    parameters: () => ({
      projectId: byId(PROJECT_IDS.retail),
      output: 'files',
      include: ['rights', 'technologies'],
    }),
  },
  {
    name: 'project.validate',
    items: PROJECT_FILES,
    parameters: () => ({ source: 'items', filePath: '={{ $json.path }}' }),
  },
  {
    name: 'project.validate with a problem',
    items: WRONG_FILES,
    parameters: () => ({ source: 'items', filePath: '={{ $json.path }}' }),
  },
  {
    name: 'project.plan',
    items: PROJECT_FILES,
    parameters: () => ({ ...FILES_INTO_RETAIL, options: { includeText: true } }),
  },
  {
    name: 'project.deploy',
    items: PROJECT_FILES,
    parameters: ({ store }) => {
      store.addJob({ projectId: PROJECT_IDS.retail, name: 'New', alias: 'new', script: QUICK });
      return { ...FILES_INTO_RETAIL, options: { runAfter: 'new', includeText: true } };
    },
  },
  {
    name: 'project.deploy that runs a pipeline',
    items: PIPELINE_FILES,
    parameters: ({ store }) => {
      store.addJob({ projectId: PROJECT_IDS.retail, name: 'New', alias: 'new', script: QUICK });
      return { ...FILES_INTO_RETAIL, options: { runAfter: 'pipelines/after' } };
    },
  },
  {
    name: 'project.deploy with rights and technologies',
    items: GRANT_FILES,
    parameters: () => FILES_INTO_RETAIL,
  },
  {
    name: 'project.getReport',
    parameters: () => ({ projects: 'one', projectId: byId(PROJECT_IDS.retail) }),
  },
  {
    name: 'project.getReport with apps',
    parameters: () => ({
      projects: 'one',
      projectId: byId(PROJECT_IDS.retail),
      options: { includeApps: true },
    }),
  },
  {
    name: 'project.getReport as a page',
    parameters: () => ({ projects: 'all', resources: 'pipelines', output: 'page' }),
  },
  {
    name: 'job.getAll',
    parameters: () => ({ projectId: byId(PROJECT_IDS.retail), returnAll: true }),
  },
  {
    name: 'job.getAll with last runs',
    parameters: () => ({
      projectId: byId(PROJECT_IDS.retail),
      returnAll: true,
      options: { lastRun: true, notRunSinceDays: 0 },
    }),
  },
  {
    name: 'job.getAll with all columns',
    parameters: () => ({
      projectId: byId(PROJECT_IDS.retail),
      options: { include: ['alias', 'schedule', 'technologyLabel'] },
    }),
  },
  {
    name: 'job.getAll of all projects',
    parameters: () => ({ projectId: byId(''), returnAll: true }),
  },
  // One with everything that can be set.
  { name: 'job.get', parameters: () => ({ jobId: byId(JOB_IDS.gridLoadModel) }) },
  { name: 'job.run', parameters: (sandbox) => ({ jobId: quickJob(sandbox) }) },
  {
    name: 'job.run that is skipped',
    parameters: (sandbox) => ({ jobId: jobUnderWay(sandbox), options: { ifRunning: 'skip' } }),
  },
  {
    name: 'job.runAndWait',
    parameters: (sandbox) => ({ jobId: quickJob(sandbox), options: WAITING }),
  },
  {
    name: 'job.runAndWait with variables',
    parameters: (sandbox) => ({ jobId: quickJob(sandbox), options: WITH_VARIABLES }),
  },
  {
    name: 'job.runAndWait that is skipped',
    parameters: (sandbox) => ({ jobId: jobUnderWay(sandbox), options: { ifRunning: 'skip' } }),
  },
  {
    name: 'job.create',
    parameters: () => ({
      projectId: byId(PROJECT_IDS.retail),
      name: 'New',
      category: byId('Extraction'),
      technologyId: byId(TECHNOLOGY_IDS.python),
    }),
  },
  {
    name: 'job.addVersion',
    parameters: (sandbox) => ({ jobId: quickJob(sandbox), version: { commandLine: 'run' } }),
  },
  {
    name: 'job.update',
    parameters: (sandbox) => ({
      jobId: quickJob(sandbox),
      updateFields: { description: 'Changed' },
    }),
  },
  {
    name: 'job.upsert that creates',
    parameters: () => ({ ...NEW_JOB, name: 'Upserted' }),
  },
  {
    name: 'job.upsert that updates',
    parameters: () => ({ ...NEW_JOB, name: 'Upserted', version: { commandLine: 'other' } }),
  },
  {
    name: 'job.rollback',
    parameters: (sandbox) => ({ jobId: jobOfTwoVersions(sandbox), versionNumber: 1 }),
  },
  {
    name: 'job.deleteVersions',
    parameters: (sandbox) => ({ jobId: jobOfTwoVersions(sandbox), versionNumbers: '1, 2' }),
  },
  { name: 'job.move', parameters: (sandbox) => ({ jobId: quickJob(sandbox), ...TO_ENERGY }) },
  { name: 'job.duplicate', parameters: (sandbox) => ({ jobId: quickJob(sandbox) }) },
  { name: 'job.delete', parameters: (sandbox) => ({ jobId: quickJob(sandbox) }) },
  {
    name: 'jobRun.getAll',
    parameters: () => ({ jobId: byId(JOB_IDS.priceWatch), returnAll: true }),
  },
  {
    name: 'jobRun.getAll of a project',
    parameters: () => ({
      projectId: byId(PROJECT_IDS.retail),
      jobId: byId(''),
      options: { status: ['failed', 'succeeded'], since: '2020-01-01' },
    }),
  },
  { name: 'jobRun.get', parameters: (sandbox) => ({ runId: endedRun(sandbox) }) },
  {
    name: 'jobRun.wait',
    parameters: (sandbox) => ({ runId: endedRun(sandbox), options: WAITING }),
  },
  {
    name: 'jobRun.get with variables',
    parameters: (sandbox) => ({ runId: endedRun(sandbox), options: WITH_VARIABLES }),
  },
  {
    name: 'jobRun.wait with variables',
    parameters: (sandbox) => ({ runId: endedRun(sandbox), options: WITH_VARIABLES }),
  },
  { name: 'jobRun.stop', parameters: (sandbox) => ({ runId: endlessRun(sandbox) }) },
  {
    name: 'jobRun.getLogs',
    parameters: (sandbox) => ({
      runId: endedRun(sandbox),
      streams: ['STDOUT', 'STDERR'],
    }),
  },
  {
    name: 'jobRun.getLogs as one text',
    parameters: (sandbox) => ({ runId: endedRun(sandbox), lines: 'all', output: 'text' }),
  },
  { name: 'jobRun.diagnose', parameters: (sandbox) => ({ runId: endedRun(sandbox) }) },
  {
    name: 'jobRun.diagnose of a failure',
    parameters: (sandbox) => ({ runId: failedRun(sandbox) }),
  },
  {
    name: 'jobRun.deleteMany',
    parameters: (sandbox) => ({ jobId: quickJob(sandbox) }),
  },
  {
    name: 'pipeline.getAll',
    parameters: () => ({ projectId: byId(PROJECT_IDS.retail), returnAll: true }),
  },
  {
    name: 'pipeline.getAll with last runs',
    parameters: () => ({
      projectId: byId(PROJECT_IDS.retail),
      returnAll: true,
      options: { lastRun: true },
    }),
  },
  { name: 'pipeline.get', parameters: () => ({ pipelineId: byId(PIPELINE_IDS.dailySales) }) },
  { name: 'pipeline.run', parameters: (sandbox) => ({ pipelineId: quickPipeline(sandbox) }) },
  {
    name: 'pipeline.run that is skipped',
    parameters: (sandbox) => ({
      pipelineId: pipelineUnderWay(sandbox),
      options: { ifRunning: 'skip' },
    }),
  },
  {
    name: 'pipeline.runAndWait',
    parameters: (sandbox) => ({ pipelineId: quickPipeline(sandbox), options: WAITING }),
  },
  {
    name: 'pipeline.runAndWait with variables',
    parameters: (sandbox) => ({ pipelineId: quickPipeline(sandbox), options: WITH_VARIABLES }),
  },
  {
    name: 'pipeline.runAndWait that is skipped',
    parameters: (sandbox) => ({
      pipelineId: pipelineUnderWay(sandbox),
      options: { ifRunning: 'skip' },
    }),
  },
  {
    name: 'pipeline.create of jobs one after the other',
    parameters: () => ({ ...NEW_PIPELINE, name: 'A row' }),
  },
  {
    name: 'pipeline.create of a graph',
    parameters: () => ({ ...NEW_PIPELINE, name: 'A graph', jobsAs: 'graph', graph: GRAPH }),
  },
  {
    name: 'pipeline.upsert',
    parameters: () => ({ ...NEW_PIPELINE, name: 'Upserted' }),
  },
  {
    name: 'pipeline.update',
    parameters: (sandbox) => ({
      pipelineId: quickPipeline(sandbox),
      jobsAs: 'row',
      jobIds: JOB_IDS.priceWatch,
      updateFields: { description: 'Changed' },
    }),
  },
  {
    name: 'pipeline.duplicate',
    parameters: (sandbox) => ({ pipelineId: quickPipeline(sandbox), duplicateJobs: true }),
  },
  {
    name: 'pipeline.rollback',
    parameters: (sandbox) => ({ pipelineId: quickPipeline(sandbox), versionNumber: 1 }),
  },
  {
    name: 'pipeline.deleteVersions',
    parameters: (sandbox) => ({ pipelineId: pipelineOfTwoVersions(sandbox), versionNumbers: '1' }),
  },
  {
    name: 'pipeline.move',
    parameters: (sandbox) => ({ pipelineId: quickPipeline(sandbox), ...TO_ENERGY }),
  },
  {
    name: 'pipeline.checkCondition',
    parameters: () => ({
      projectId: byId(PROJECT_IDS.retail),
      expression: 'double(rmse) < 500.0',
      variables: { rmse: 420.5 },
    }),
  },
  { name: 'pipeline.delete', parameters: (sandbox) => ({ pipelineId: quickPipeline(sandbox) }) },
  {
    name: 'pipelineRun.getAll',
    parameters: () => ({ pipelineId: byId(PIPELINE_IDS.dailySales), returnAll: true }),
  },
  {
    name: 'pipelineRun.getAll of all projects',
    parameters: () => ({
      projectId: byId(''),
      pipelineId: byId(''),
      options: { status: ['succeeded'] },
    }),
  },
  {
    name: 'pipelineRun.diagnose',
    parameters: (sandbox) => ({ runId: failedPipelineRun(sandbox) }),
  },
  { name: 'pipelineRun.get', parameters: (sandbox) => ({ runId: pipelineRun(sandbox) }) },
  {
    name: 'pipelineRun.get with a timeline',
    parameters: (sandbox) => ({ runId: pipelineRun(sandbox), options: { timeline: true } }),
  },
  {
    name: 'pipelineRun.wait',
    parameters: (sandbox) => ({ runId: pipelineRun(sandbox), options: WAITING }),
  },
  {
    name: 'pipelineRun.get with variables',
    parameters: (sandbox) => ({ runId: pipelineRun(sandbox), options: WITH_VARIABLES }),
  },
  {
    name: 'pipelineRun.wait with variables',
    parameters: (sandbox) => ({ runId: pipelineRun(sandbox), options: WITH_VARIABLES }),
  },
  { name: 'pipelineRun.stop', parameters: (sandbox) => ({ runId: endlessPipelineRun(sandbox) }) },
  {
    name: 'pipelineRun.deleteMany',
    parameters: (sandbox) => ({ pipelineId: quickPipeline(sandbox) }),
  },
  {
    name: 'app.getAll',
    parameters: () => ({ projectId: byId(PROJECT_IDS.retail), returnAll: true }),
  },
  { name: 'app.get', parameters: () => ({ appId: byId(APP_IDS.salesDashboard) }) },
  { name: 'app.run', parameters: () => ({ appId: byId(APP_IDS.mobilityNotebook) }) },
  { name: 'app.restart', parameters: () => ({ appId: byId(APP_IDS.salesDashboard) }) },
  { name: 'app.stop', parameters: () => ({ appId: byId(APP_IDS.salesDashboard) }) },
  {
    name: 'app.getLogs',
    parameters: () => ({ appId: byId(APP_IDS.salesDashboard) }),
  },
  {
    name: 'app.getLogs as one text',
    parameters: () => ({ appId: byId(APP_IDS.salesDashboard), lines: 'first', output: 'text' }),
  },
  {
    name: 'app.getHistory',
    parameters: () => ({ appId: byId(APP_IDS.salesDashboard), returnAll: true }),
  },
  { name: 'app.getStats', parameters: () => ({ appId: byId(APP_IDS.salesDashboard) }) },
  {
    name: 'app.create of a technology',
    parameters: () => ({
      projectId: byId(PROJECT_IDS.retail),
      name: 'From the catalog',
      technologyId: byId(APP_TECHNOLOGY_IDS.dashboard),
      contextId: byId('11'),
    }),
  },
  {
    name: 'app.create of an image',
    parameters: ({ store }) => {
      const volume = { name: `data ${store.volumes.of(PROJECT_IDS.retail).length}`, size: '1 GB' };
      const named = { projectId: PROJECT_IDS.retail, description: null, creator: 'demo' };
      const { id } = store.volumes.add({ ...volume, ...named, createdAt: store.clock() });
      return {
        projectId: byId(PROJECT_IDS.retail),
        name: 'From an image',
        source: 'image',
        image: 'registry.invalid/app:1',
        version: { ports: [8080], volumes: [{ path: '/data', volume: id }] },
        additionalFields: {
          alerting: { logins: ['demo'], emails: [], statusList: ['FAILED'] },
          resources: { cpu: { request: 1, limit: 1 }, memory: { request: 1, limit: 1 } },
        },
      };
    },
  },
  {
    name: 'app.addVersion',
    parameters: (sandbox) => ({
      appId: appOfTwoVersions(sandbox),
      version: { dockerImage: 'registry.invalid/app:3' },
    }),
  },
  {
    name: 'app.update',
    parameters: (sandbox) => ({
      appId: appOfTwoVersions(sandbox),
      updateFields: { description: 'Changed' },
    }),
  },
  {
    name: 'app.rollback',
    parameters: (sandbox) => ({ appId: appOfTwoVersions(sandbox), versionNumber: 1 }),
  },
  {
    name: 'app.delete',
    parameters: ({ store }) => ({
      appId: byId(
        store.apps.add({
          projectId: PROJECT_IDS.retail,
          technologyId: APP_TECHNOLOGY_IDS.notebook,
        }).id,
      ),
    }),
  },
  ...variableOperations(),
  {
    name: 'volume.create',
    parameters: () => ({ projectId: byId(PROJECT_IDS.retail), name: 'new', size: '2 GB' }),
  },
  {
    name: 'volume.getAll',
    parameters: (sandbox) => {
      volume(sandbox);
      return { projectId: byId(PROJECT_IDS.retail), returnAll: true };
    },
  },
  { name: 'volume.get', parameters: (sandbox) => ({ volumeId: volume(sandbox) }) },
  {
    name: 'volume.update',
    parameters: (sandbox) => ({ volumeId: volume(sandbox), updateFields: { size: '3 GB' } }),
  },
  { name: 'volume.duplicate', parameters: (sandbox) => ({ volumeId: volume(sandbox) }) },
  { name: 'volume.unlink', parameters: (sandbox) => ({ volumeId: usedVolume(sandbox) }) },
  {
    name: 'volume.move',
    parameters: (sandbox) => ({ volumeId: volume(sandbox), ...TO_ENERGY }),
  },
  { name: 'volume.delete', parameters: (sandbox) => ({ volumeId: volume(sandbox) }) },
  {
    name: 'dockerCredential.create',
    parameters: () => ({
      projectId: byId(PROJECT_IDS.retail),
      registry: 'registry.invalid',
      username: 'demo',
      password: 'a secret',
    }),
  },
  {
    name: 'dockerCredential.getAll',
    parameters: (sandbox) => {
      const dockerCredentialsId = String(dockerCredential(sandbox).value);
      const image = { image: 'x', dockerCredentialsId };
      const { retail } = PROJECT_IDS;
      sandbox.store.addJob({ projectId: retail, version: { dockerInfo: image } });
      sandbox.store.apps.add({
        projectId: retail,
        technologyId: APP_TECHNOLOGY_IDS.dockerImage,
        version: { dockerInfo: image },
      });
      return { projectId: byId(retail), returnAll: true };
    },
  },
  {
    name: 'dockerCredential.update',
    parameters: (sandbox) => ({
      projectId: byId(PROJECT_IDS.retail),
      dockerCredentialId: dockerCredential(sandbox),
      password: 'another secret',
    }),
  },
  {
    name: 'dockerCredential.delete',
    parameters: (sandbox) => ({
      projectId: byId(PROJECT_IDS.retail),
      dockerCredentialId: dockerCredential(sandbox),
    }),
  },
  { name: 'platform.get', parameters: () => ({}) },
  {
    name: 'graphql.callOperation',
    parameters: () => ({
      rootField: { __rl: true, mode: 'id', value: 'query.projects' },
      selection: 'auto',
    }),
  },
  { name: 'graphql.executeQuery', parameters: () => ({ query: '{ projects { id } }' }) },
  { name: 'graphql.getSchema', parameters: () => ({ format: 'sdl' }) },
];

export const PROJECTS_TRIES: OperationTry[] = OPERATIONS.map(({ name, ...tried }) => {
  const [operation = ''] = name.split(' ');
  return { row: name, node: 'Projects', operation: operation.replace('.', '/'), ...tried };
});

/** Each operation on variables, scope by scope. */
function variableOperations(): Operation[] {
  const places = {
    GLOBAL: ['global', {}, null],
    PROJECT: ['of a project', { projectId: byId(PROJECT_IDS.retail) }, PROJECT_IDS.retail],
    PIPELINE: [
      'of a pipeline',
      { pipelineId: byId(PIPELINE_IDS.dailySales) },
      PIPELINE_IDS.dailySales,
    ],
    JOB: ['of a job', { jobId: byId(JOB_IDS.priceWatch) }, JOB_IDS.priceWatch],
    APP: ['of an app', { appId: byId(APP_IDS.salesDashboard) }, APP_IDS.salesDashboard],
  } as const;
  return Object.entries(places).flatMap(([key, [words, place, entityId]]) => {
    const scope = key as keyof typeof places;
    const at = { scope, ...place };
    return [
      {
        name: `environmentVariable.getAll ${words}`,
        parameters: () => ({ ...at, returnAll: true }),
      },
      {
        name: `environmentVariable.set ${words}`,
        parameters: () => ({ ...at, name: 'MADE_HERE', value: 'a' }),
      },
      {
        name: `environmentVariable.replaceAll ${words}`,
        parameters: ({ store }: Sandbox) => {
          const name = 'KEPT';
          if (!store.variables.of(scope, entityId).some((one) => one.name === name)) {
            store.variables.add({ scope, entityId, name, value: 'a' });
          }
          return { ...at, text: '{ "KEPT": "b", "NEW_HERE": "c" }', dryRun: true };
        },
      },
      {
        name: `environmentVariable.delete ${words}`,
        parameters: ({ store }: Sandbox) => {
          const name = 'OLD';
          if (!store.variables.of(scope, entityId).some((one) => one.name === name)) {
            store.variables.add({ scope, entityId, name, value: 'a' });
          }
          return { ...at, name: 'OLD' };
        },
      },
    ];
  });
}

function quickJob({ store }: Sandbox) {
  return byId(store.addJob({ projectId: PROJECT_IDS.retail, script: QUICK }).id);
}

function jobOfTwoVersions(sandbox: Sandbox) {
  const job = quickJob(sandbox);
  sandbox.store.addJobVersion(String(job.value), {}, 'demo');
  return job;
}

function appOfTwoVersions({ store }: Sandbox) {
  const app = store.apps.add({
    projectId: PROJECT_IDS.retail,
    technologyId: APP_TECHNOLOGY_IDS.dockerImage,
    version: { dockerInfo: { image: 'registry.invalid/app:1', dockerCredentialsId: null } },
  });
  store.apps.edit(app.id, { versionNumber: store.apps.addVersion(app, {}, 'demo') });
  return byId(app.id);
}

function volume({ store }: Sandbox) {
  const projectId = PROJECT_IDS.retail;
  const name = `volume ${store.volumes.of(projectId).length}`;
  const made = { projectId, name, size: '2 GB', description: null, creator: 'demo' };
  return byId(store.volumes.add({ ...made, createdAt: store.clock() }).id);
}

function usedVolume(sandbox: Sandbox) {
  const used = volume(sandbox);
  sandbox.store.apps.add({
    projectId: PROJECT_IDS.retail,
    technologyId: APP_TECHNOLOGY_IDS.dockerImage,
    version: { volumesWithPath: [{ path: '/data', volumeId: used.value as string }] },
  });
  return used;
}

function dockerCredential({ store }: Sandbox) {
  const login = { registry: 'registry.invalid', username: 'demo', password: 'a secret' };
  const { retail: projectId } = PROJECT_IDS;
  return byId(store.dockerCredentials.add({ projectId, ...login, updatedAt: store.clock() }).id);
}

function endedRun({ store }: Sandbox): string {
  const { id } = store.addJob({
    projectId: PROJECT_IDS.retail,
    script: { ...QUICK, logLines: [{ stream: 'STDOUT', value: 'Done' }] },
  });
  return store.startRun(id)?.id ?? '';
}

const ENDLESS = { queueSeconds: 0, durationSeconds: null, killSeconds: 0 };

function jobUnderWay({ store }: Sandbox) {
  const { id } = store.addJob({ projectId: PROJECT_IDS.retail, script: ENDLESS });
  store.startRun(id);
  return byId(id);
}

function endlessRun(sandbox: Sandbox): string {
  const jobId = jobUnderWay(sandbox).value as string;
  return sandbox.store.runsOfJob(jobId)[0]?.id ?? '';
}

function pipelineOf({ store }: Sandbox, jobId: string): string {
  const node = { id: jobId, jobId, position: null, nextNodes: [] };
  const graph = { jobNodes: [node], conditionNodes: [] };
  return store.pipelines.add({ projectId: PROJECT_IDS.retail, graph }).id;
}

function quickPipeline(sandbox: Sandbox) {
  return byId(pipelineOf(sandbox, quickJob(sandbox).value as string));
}

function pipelineOfTwoVersions(sandbox: Sandbox) {
  const pipeline = quickPipeline(sandbox);
  const graph = { jobNodes: [], conditionNodes: [] };
  const details = { releaseNote: null, sourceUrl: null, graph };
  sandbox.store.pipelines.addVersion(String(pipeline.value), details, 'demo');
  return pipeline;
}

function pipelineRun(sandbox: Sandbox): string {
  const id = quickPipeline(sandbox).value as string;
  return sandbox.store.pipelines.start(id)?.id ?? '';
}

const FAILED = {
  ...QUICK,
  outcome: 'FAILED' as const,
  outcomeDetails: 'The container exited with code 1',
  logLines: [{ stream: 'STDERR' as const, value: 'ValueError: bad date' }],
};

function failedRun({ store }: Sandbox): string {
  const { id } = store.addJob({ name: 'Failing', projectId: PROJECT_IDS.retail, script: QUICK });
  for (let n = 3; n > 0; n--) store.startRun(id, { requestedAt: store.clock() - n * 60_000 });
  store.addJobVersion(id, { commandLine: 'python new.py' }, 'demo');
  return store.startRun(id, { script: FAILED })?.id ?? '';
}

function failedPipelineRun(sandbox: Sandbox): string {
  const { id } = sandbox.store.addJob({ projectId: PROJECT_IDS.retail, script: FAILED });
  return sandbox.store.pipelines.start(pipelineOf(sandbox, id))?.id ?? '';
}

function endlessPipeline(sandbox: Sandbox): string {
  const { id } = sandbox.store.addJob({ projectId: PROJECT_IDS.retail, script: ENDLESS });
  return pipelineOf(sandbox, id);
}

function pipelineUnderWay(sandbox: Sandbox) {
  const id = endlessPipeline(sandbox);
  sandbox.store.pipelines.start(id);
  return byId(id);
}

function endlessPipelineRun(sandbox: Sandbox): string {
  return sandbox.store.pipelines.start(endlessPipeline(sandbox))?.id ?? '';
}
