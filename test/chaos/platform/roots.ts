import { GraphQLError } from 'graphql';
import type { ChaosRun, ChaosEntity, Variable, World } from './world';

/** Every argument that a root field may have; graphql-js has checked them. */
interface Args {
  id: string;
  projectId: string;
  jobId: string;
  originalJobId: string;
  pipelineId: string;
  appId: string;
  jobInstanceId: string;
  jobInstanceID: string;
  pipelineInstanceId: string;
  limit?: number;
  skip?: number;
  first?: number;
}

/** The root fields of the projects module, as graphql-js calls them. */
export function projectRoots(world: World) {
  const find = (entities: Map<string, ChaosEntity>, id: string, what: string): ChaosEntity => {
    const entity = entities.get(id);
    if (!entity) throw new GraphQLError(`${what} ${id} does not exist`);
    return entity;
  };
  const page = <T>(list: T[], { limit, skip }: { limit?: number; skip?: number }): T[] => {
    const from = world.options.ignoresSkip ? 0 : (skip ?? 0);
    return list.slice(from, from + (limit ?? list.length));
  };
  const project = (entity: ChaosEntity) => ({
    ...entity,
    creator: world.login,
    status: 'READY',
    jobsCount: () => ofProject(world.jobs, entity.id).length,
    jobs: () => ofProject(world.jobs, entity.id).map(job),
    apps: () => ofProject(world.apps, entity.id).map(app),
    pipelines: () => ofProject(world.pipelines, entity.id).map(pipeline),
  });
  const projectOf = ({ projectId = '' }: ChaosEntity) =>
    project(world.projects.get(projectId) ?? { id: projectId, name: 'gone' });
  const version = (number: number, current: number) => ({
    number,
    creationDate: world.recorded(Date.now()),
    creator: world.login,
    isCurrent: number === current,
    isMajor: false,
    jobs: [],
  });
  const versions =
    ({ versions: count = 1 }: ChaosEntity) =>
    ({ limit, onlyCurrent }: { limit?: number; onlyCurrent?: boolean }) =>
      Array.from({ length: count }, (_one, index) => version(count - index, count)).slice(
        0,
        onlyCurrent ? 1 : (limit ?? count),
      );
  const job = (entity: ChaosEntity) => ({
    ...entity,
    project: () => projectOf(entity),
    countJobInstance: () => world.runsOf(entity.id).length,
    instances: (args: { limit?: number; skip?: number }) =>
      page(world.runsOf(entity.id), args).map(run),
    versions: versions(entity),
    category: 'Extraction',
    technology: { id: TECHNOLOGY_ID },
    isScheduled: false,
    isStreaming: false,
    creationDate: world.recorded(0),
  });
  const pipeline = (entity: ChaosEntity) => ({
    ...entity,
    alias: entity.alias ?? entity.name,
    project: () => projectOf(entity),
    pipelineInstanceCount: () => world.runsOf(entity.id).length,
    instances: (args: { limit?: number; skip?: number }) =>
      page(world.runsOf(entity.id), args).map(run),
    versions: versions(entity),
    creationDate: world.recorded(0),
    creator: world.login,
    isScheduled: false,
  });
  const app = (entity: ChaosEntity) => ({
    ...entity,
    creationDate: world.recorded(0),
    creator: world.login,
    versions: [],
    technology: { id: TECHNOLOGY_ID },
    project: () => projectOf(entity),
    history: { id: entity.id, currentStatus: entity.status ?? 'STOPPED', author: world.login },
  });
  const run = (told: ChaosRun) => {
    const status = world.statusOf(told);
    const over = world.isOver(told);
    const endedAtMs = told.killedAtMs ?? told.beganAtMs + told.lastsMs;
    const details = { status, details: null, recordAt: world.recorded(told.beganAtMs) };
    return {
      id: told.id,
      number: told.number,
      status,
      statusDetails: told.kind === 'job' ? null : details,
      history: { statuses: [details], currentStatus: details },
      version: version(1, 1),
      startTime: world.recorded(told.beganAtMs),
      endTime: over ? world.recorded(endedAtMs) : null,
      jobId: told.parentId,
      pipelineId: told.parentId,
      pipelineName: () => world.pipelines.get(told.parentId)?.name,
      jobsInstance: [],
      runTrigger:
        told.author === null
          ? { __typename: 'AnonymousTrigger', triggerType: told.trigger }
          : { __typename: 'AuthoredTrigger', triggerType: told.trigger, author: told.author },
    };
  };
  const shownRun = (id: string) => {
    const told = world.runs.get(id);
    return told && told.visibleAtMs <= Date.now() ? run(told) : null;
  };
  const start = (kind: 'job' | 'pipeline', entities: Map<string, ChaosEntity>, id: string) =>
    run(
      world.beginRun(
        kind,
        find(entities, id, kind === 'job' ? 'Job' : 'Pipeline'),
        world.nextRun(),
      ),
    );
  const stop = (id: string) => {
    const told = world.runs.get(id);
    if (!told) throw new GraphQLError(`Run ${id} does not exist`);
    if (world.isOver(told)) throw new GraphQLError(`Run ${id} has already ended`);
    told.killedAtMs ??= Date.now();
    world.did('stop', id);
    return run(told);
  };
  const remove = (
    kind: string,
    entities: Map<string, ChaosEntity>,
    id: string,
    what: string,
  ): ChaosEntity => {
    const entity = find(entities, id, what);
    entities.delete(id);
    world.did(kind, id);
    return entity;
  };
  const add = (
    entities: Map<string, ChaosEntity>,
    kind: string,
    entity: Omit<ChaosEntity, 'id'>,
  ): ChaosEntity => {
    const made = { id: world.newId(), ...entity };
    entities.set(made.id, made);
    world.did(kind, entity.name, true, made.id);
    return made;
  };
  const edit = (
    entities: Map<string, ChaosEntity>,
    kind: string,
    changes: ChaosEntity,
    what: string,
  ): ChaosEntity => {
    const entity = find(entities, changes.id, what);
    Object.assign(entity, changes);
    world.did(kind, entity.id);
    return entity;
  };
  const setStatus = (kind: string, id: string, status: string) => {
    const entity = find(world.apps, id, 'App');
    entity.status = status;
    world.did(kind, id);
    return app(entity);
  };
  const variablesOf = (scope: string, entityId: string | null) =>
    [...world.variables.values()]
      .filter((one) => one.scope === scope && one.entityId === entityId)
      .map(variable);
  const variable = (one: Variable) => ({
    ...one,
    value: one.isPassword ? null : one.value,
    overriddenValues: [],
    isValid: true,
  });
  const logs = ({ jobInstanceID, limit, skip }: Args) => {
    if (!world.runs.has(jobInstanceID)) throw new GraphQLError('No such run');
    const lines = Array.from({ length: LOG_LINES }, (_line, index) => ({
      index,
      value: `line ${index} of ${jobInstanceID}`,
      stream: 'STDOUT',
    }));
    return { count: lines.length, content: page(lines, { limit, skip }) };
  };

  return {
    projects: ({ first, skip }: Args) =>
      page([...world.projects.values()], { limit: first, skip }).map(project),
    project: ({ id }: Args) => maybe(world.projects.get(id), project),
    jobs: ({ projectId }: Args) => ofProject(world.jobs, projectId).map(job),
    job: ({ id }: Args) => maybe(world.jobs.get(id), job),
    app: ({ id }: Args) => maybe(world.apps.get(id), app),
    graphPipeline: ({ id }: Args) => maybe(world.pipelines.get(id), pipeline),
    jobInstance: ({ id }: Args) => shownRun(id),
    pipelineInstance: ({ id }: Args) => shownRun(id),
    jobCategories: ['Extraction'],
    filteredLogs: logs,
    logs,
    countFilteredLogs: LOG_LINES,
    globalEnvironmentVariables: () => variablesOf('GLOBAL', null),
    projectEnvironmentVariables: ({ projectId }: Args) => variablesOf('PROJECT', projectId),
    jobEnvironmentVariables: ({ jobId }: Args) => variablesOf('JOB', jobId),
    pipelineEnvironmentVariables: ({ pipelineId }: Args) => variablesOf('PIPELINE', pipelineId),
    appEnvironmentVariables: ({ appId }: Args) => variablesOf('APP', appId),

    runJob: ({ jobId }: Args) => start('job', world.jobs, jobId),
    runPipeline: ({ pipelineId }: Args) => start('pipeline', world.pipelines, pipelineId),
    stopJobInstance: ({ jobInstanceId }: Args) => stop(jobInstanceId),
    stopPipelineInstance: ({ pipelineInstanceId }: Args) => stop(pipelineInstanceId),
    createProject: ({ project: input }: { project: ChaosEntity }) =>
      project(add(world.projects, 'createProject', { ...input })),
    editProject: ({ project: input }: { project: ChaosEntity }) =>
      project(edit(world.projects, 'editProject', input, 'Project')),
    deleteProject: ({ projectId, id }: Args) =>
      Boolean(remove('deleteProject', world.projects, projectId ?? id, 'Project')),
    createJob: ({ job: { name, description, projectId } }: { job: ChaosEntity }) =>
      job(add(world.jobs, 'createJob', { name, description, projectId })),
    editJob: ({ job: input }: { job: ChaosEntity }) =>
      job(edit(world.jobs, 'editJob', input, 'Job')),
    addJobVersion: ({ jobId }: Args) => {
      const entity = find(world.jobs, jobId, 'Job');
      entity.versions = (entity.versions ?? 1) + 1;
      world.did('addJobVersion', jobId);
      return version(entity.versions, entity.versions);
    },
    duplicateJob: ({ originalJobId }: Args) => {
      const { name, projectId } = find(world.jobs, originalJobId, 'Job');
      const copy: ChaosEntity = { id: world.newId(), name: `${name} copy`, projectId };
      world.jobs.set(copy.id, copy);
      world.did('duplicateJob', originalJobId, true, copy.id);
      return job(copy);
    },
    deleteJob: ({ jobId, id }: Args) =>
      Boolean(remove('deleteJob', world.jobs, jobId ?? id, 'Job')),
    deletePipeline: ({ id }: Args) =>
      Boolean(remove('deletePipeline', world.pipelines, id, 'Pipeline')),
    runApp: ({ id }: Args) => setStatus('runApp', id, 'STARTING'),
    restartApp: ({ id }: Args) => setStatus('restartApp', id, 'RESTARTING'),
    stopApp: ({ id }: Args) => setStatus('stopApp', id, 'STOPPING'),
    deleteApp: ({ appId }: Args) => app(remove('deleteApp', world.apps, appId, 'App')),
    saveEnvironmentVariable: ({
      entityId = null,
      environmentVariable: input,
    }: {
      entityId?: string | null;
      environmentVariable: Variable;
    }) => {
      const same = [...world.variables.values()].find(
        (one) => one.name === input.name && one.scope === input.scope && one.entityId === entityId,
      );
      if (same && input.id !== same.id) throw new GraphQLError('NAME_ALREADY_USED');
      const id = same?.id ?? world.newId();
      const before = same ?? { description: null, value: null };
      const saved: Variable = { ...before, ...input, id, entityId };
      world.variables.set(id, saved);
      world.did('saveEnvironmentVariable', input.name, true, id);
      return variable(saved);
    },
    deleteEnvironmentVariable: ({ id }: Args) => {
      const gone = world.variables.get(id);
      if (!gone) throw new GraphQLError(`Variable ${String(id)} does not exist`);
      world.variables.delete(id);
      world.did('deleteEnvironmentVariable', gone.name);
      return true;
    },
  };
}

/** The root fields of the catalog module. */
export function catalogRoots(world: World) {
  const context = (id: string) => ({
    available: true,
    id,
    label: id,
    recommended: true,
    trustLevel: 'Stable',
  });
  const technology = ({ id, name, projectId }: ChaosEntity) => ({
    __typename: 'JobTechnology',
    id,
    label: name,
    available: true,
    facets: [],
    lastUpdate: world.recorded(0),
    repositoryId: projectId,
    technologyId: name,
    contexts: ['3.11', '3.12'].map(context),
  });
  const repository = ({ id, name }: ChaosEntity) => ({
    id,
    name,
    creationDate: world.recorded(0),
    modificationDate: world.recorded(0),
    creator: world.login,
    readOnly: false,
    source: { __typename: 'UrlSource', url: 'https://example.com/r.yml' },
    synchroMode: { __typename: 'Manual' },
    technologies: () => ofProject(world.technologies, id).map(technology),
  });
  return {
    repositories: () => [...world.repositories.values()].map(repository),
    repository: ({ id }: Args) => maybe(world.repositories.get(id), repository),
    technology: ({ id }: Args) => maybe(world.technologies.get(id), technology),
    technologiesByIds: ({ ids }: { ids: string[] }) =>
      ids.flatMap((id) => maybe(world.technologies.get(id), technology) ?? []),
    synchronizeRepository: ({ id }: Args) => {
      const found = world.repositories.get(id);
      if (!found) throw new GraphQLError(`Repository ${String(id)} does not exist`);
      world.did('synchronizeRepository', id);
      return { count: 1, repositoryId: id, repositoryName: found.name };
    },
  };
}

export const LOG_LINES = 30;
export const TECHNOLOGY_ID = '7f4c2a10-0000-4000-8000-000000000001';

function ofProject(entities: Map<string, ChaosEntity>, projectId: string): ChaosEntity[] {
  return [...entities.values()].filter((entity) => entity.projectId === projectId);
}

function maybe<T>(entity: ChaosEntity | undefined, show: (entity: ChaosEntity) => T): T | null {
  return entity ? show(entity) : null;
}
