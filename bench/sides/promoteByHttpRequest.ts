/** How a good builder promotes a project with HTTP Request nodes: list, download, and create what is not there. */
import { randomUUID } from 'node:crypto';
import type { INodeExecutionData } from 'n8n-workflow';
import { runInEngine } from './engine';
import { HTTP_REQUEST, HTTP_REQUEST_VERSION, withToken } from './n8nNodes';
import type { TwoProjects } from './twoProjects';

interface Variable {
  name: string;
  value: string;
}

interface Job {
  id: string;
  name: string;
  alias: string;
  category: string;
  technology: { id: string };
  versions: Array<{ commandLine: string; packageInfo: { name: string; downloadUrl: string } }>;
}

interface JobNode {
  id: string;
  job: { id: string };
  nextNodes: string[];
}

interface Pipeline {
  name: string;
  alias: string;
  versions: Array<{ graph: { jobNodes: JobNode[] } }>;
}

interface App {
  name: string;
  technology: { id: string };
  currentVersion: { runtimeContextId: string; ports: Array<{ number: number; scope: string }> };
}

interface Project {
  jobs: Job[];
  pipelines: Pipeline[];
  apps: App[];
}

const QUERY = `query ($id: UUID!) { project(id: $id) {
  jobs {
    id name alias category technology { id }
    versions(onlyCurrent: true) { commandLine packageInfo { name downloadUrl } }
  }
  pipelines { name alias versions(onlyCurrent: true) { graph { jobNodes { id job { id } nextNodes } } } }
  apps { name technology { id } currentVersion { runtimeContextId ports { number scope } } }
} }`;
const NAMES = `query ($id: UUID!) { project(id: $id) { jobs { alias } pipelines { alias } apps { name } } }`;

const CREATE_JOB = `mutation ($job: JobInput!, $version: JobVersionInput!, $file: Upload) {
  createJob(job: $job, jobVersion: $version, file: $file) { id alias }
}`;
const VARIABLES = `query ($id: UUID!) { jobEnvironmentVariables(jobId: $id) { name value } }`;
const SAVE = `mutation ($id: UUID!, $variable: EnvironmentVariableInput!) {
  saveEnvironmentVariable(entityId: $id, environmentVariable: $variable) { id }
}`;
const CREATE_PIPELINE = `mutation ($pipeline: GraphPipelineInput!) { createGraphPipeline(pipeline: $pipeline) { id } }`;
const CREATE_APP = `mutation ($app: AppInput!) { createApp(app: $app) { id } }`;

/** What one project has. */
export async function listDev(projects: TwoProjects): Promise<Project> {
  const [answer] = await ask<{ project: Project }>(projects, QUERY, [{ id: projects.fromId }]);
  if (!answer) throw new Error('The platform told no project');
  return answer.project;
}

/** What of it the other one does not have. */
export async function listProd(projects: TwoProjects, dev: Project): Promise<Project> {
  const [answer] = await ask<{ project: Project }>(projects, NAMES, [{ id: projects.toId }]);
  const there = answer?.project;
  const lacks = <T>(list: readonly T[], has: readonly T[] = [], by: (one: T) => string) => {
    const names = new Set(has.map(by));
    return list.filter((one) => !names.has(by(one)));
  };
  return {
    jobs: lacks(dev.jobs, there?.jobs, ({ alias }) => alias),
    pipelines: lacks(dev.pipelines, there?.pipelines, ({ alias }) => alias),
    apps: lacks(dev.apps, there?.apps, ({ name }) => name),
  };
}

/** One item a job, with its package as binary data. */
export async function downloadPackages(
  projects: TwoProjects,
  { jobs }: Project,
): Promise<INodeExecutionData[]> {
  const { baseUrl } = projects.credentials;
  const parameters = {
    method: 'GET',
    url: '={{ $json.url }}',
    ...withToken(projects.token),
    options: { response: { response: { responseFormat: 'file', outputPropertyName: 'data' } } },
  };
  const addresses = jobs.map(({ versions: [version] }) => ({
    url: new URL(version?.packageInfo.downloadUrl ?? '', baseUrl).href,
  }));
  return await requestEach(parameters, addresses);
}

export async function createEntities(
  projects: TwoProjects,
  { jobs, pipelines, apps }: Project,
  packages: readonly INodeExecutionData[],
): Promise<void> {
  const { toId: projectId } = projects;
  const made = await createJobs(projects, jobs, packages);
  const idOf = new Map(jobs.map(({ id }, index) => [id, made[index] ?? '']));
  const variables = await ask<{ jobEnvironmentVariables: Variable[] }>(
    projects,
    VARIABLES,
    jobs.map(({ id }) => ({ id })),
  );
  const toSave = variables.flatMap(({ jobEnvironmentVariables: ofJob }, index) =>
    ofJob.map(({ name, value }) => ({
      id: made[index] ?? '',
      variable: { name, value, scope: 'JOB', isPassword: false },
    })),
  );
  await ask(projects, SAVE, toSave);
  await ask(
    projects,
    CREATE_PIPELINE,
    pipelines.map(({ name, alias, versions: [version] }) => {
      const jobNodes = version?.graph.jobNodes ?? [];
      const nodeId = new Map(jobNodes.map(({ id }) => [id, randomUUID()]));
      const graph = {
        jobNodes: jobNodes.map(({ id, job, nextNodes }) => ({
          id: nodeId.get(id),
          job: { id: idOf.get(job.id) },
          nextNodes: nextNodes.map((next) => nodeId.get(next)),
        })),
      };
      return { pipeline: { projectId, name, alias, isScheduled: false, graph } };
    }),
  );
  await ask(
    projects,
    CREATE_APP,
    apps.map(({ name, technology, currentVersion: { runtimeContextId, ports } }) => ({
      app: {
        projectId,
        name,
        technologyId: technology.id,
        version: {
          runtimeContextId,
          ports: ports.map((port) => ({ ...port, isRewriteUrl: false })),
        },
      },
    })),
  );
}

/** A GraphQL request with a file is a form of three parts. @returns the IDs of the jobs */
async function createJobs(
  { graphqlUrl, token, toId: projectId }: TwoProjects,
  jobs: readonly Job[],
  packages: readonly INodeExecutionData[],
): Promise<string[]> {
  const parameters = {
    method: 'POST',
    url: graphqlUrl,
    ...withToken(token),
    sendBody: true,
    contentType: 'multipart-form-data',
    bodyParameters: {
      parameters: [
        { parameterType: 'formData', name: 'operations', value: '={{ $json.operations }}' },
        { parameterType: 'formData', name: 'map', value: '{"0":["variables.file"]}' },
        { parameterType: 'formBinaryData', name: '0', inputDataFieldName: 'data' },
      ],
    },
    options: {},
  };
  const operations = jobs.map(({ name, alias, category, technology, versions: [version] }) =>
    JSON.stringify({
      query: CREATE_JOB,
      variables: {
        job: {
          projectId,
          name,
          alias,
          category,
          technology,
          isScheduled: false,
          isStreaming: false,
        },
        version: {
          commandLine: version?.commandLine,
          packageInfo: { name: version?.packageInfo.name },
        },
        file: null,
      },
    }),
  );
  const items = operations.map((text, index) => ({ operations: text, index }));
  const answers = await requestEach(parameters, items, packages);
  return answers.map(({ json }) => dataOf<{ createJob: { id: string } }>(json).createJob.id);
}

async function ask<Data>(
  { graphqlUrl, token }: TwoProjects,
  query: string,
  variables: readonly object[],
): Promise<Data[]> {
  const parameters = {
    method: 'POST',
    url: graphqlUrl,
    ...withToken(token),
    sendBody: true,
    specifyBody: 'json',
    jsonBody: '={{ JSON.stringify($json) }}',
    options: {},
  };
  const bodies = variables.map((given) => ({ query, variables: given }));
  return (await requestEach(parameters, bodies)).map(({ json }) => dataOf<Data>(json));
}

function dataOf<Data>(json: INodeExecutionData['json']): Data {
  if (json.errors !== undefined) throw new Error(JSON.stringify(json.errors));
  return json.data as Data;
}

async function requestEach(
  parameters: object,
  items: readonly object[],
  files: readonly INodeExecutionData[] = [],
): Promise<INodeExecutionData[]> {
  const node = {
    type: HTTP_REQUEST,
    settings: { typeVersion: HTTP_REQUEST_VERSION },
    parameters: parameters as never,
  };
  const given = items.map((json, index) => ({
    json: json as INodeExecutionData['json'],
    binary: files[index]?.binary,
  }));
  return await runInEngine(node, {}, { items: given });
}
