/** Export, plan and deploy, as in the ready-made workflow, and the same as a good builder does it with HTTP Request nodes. */
import { randomUUID } from 'node:crypto';
import type { INodeExecutionData } from 'n8n-workflow';
import type { StartItem } from '../../support/engine/helperNodes';
import type { Place, Promotion } from '../server/platform';
import type { Side } from '../task';
import { BareClient } from './bare';
import {
  byId,
  expectItems,
  loadN8nNodes,
  platformLogin,
  projectsNode,
  runInEngine,
} from './engine';
import type * as N8nNodes from './n8nNodes';

/** What the promotion has changed: all that the second project now has. */
async function checkPromoted(place: Place, { toId, counts }: Promotion): Promise<void> {
  const client = new BareClient(place, 1);
  await client.logIn();
  const { project } = await client.graphql<{ project: Record<string, unknown[]> }>(
    `query { project(id: "${toId}") { jobs { id } pipelines { id } apps { id } } }`,
  );
  for (const [kind, count] of Object.entries(counts)) {
    const made = project[kind]?.length;
    if (made !== count) throw new Error(`${made} ${kind} instead of ${count}`);
  }
}

const promotionOf = ({ promotion }: Place): Promotion => {
  if (!promotion) throw new Error('The platform has no project to promote');
  return promotion;
};

export const promoteByOurs: Side = async (place) => {
  const promotion = promotionOf(place);
  const { fromId, toId, counts } = promotion;
  // The summary and the project itself.
  const changes = 2 + counts.jobs + counts.pipelines + counts.apps;
  const perform = async (operation: string, parameters: object, items: StartItem[]) =>
    await runInEngine(
      projectsNode({ resource: 'project', operation, ...parameters }),
      platformLogin(place),
      { items },
    );
  return {
    async run() {
      const exported = await perform('export', { projectId: byId(fromId) }, [{}]);
      const items = exported.map(({ json, binary }) => ({ json, binary }));
      const target = { projectId: byId(toId) };
      const [planned] = await perform('plan', target, items);
      const approvedPlan = planned?.json.fingerprint;
      const deployed = await perform('deploy', { ...target, options: { approvedPlan } }, items);
      expectItems(deployed, changes);
    },
    check: () => checkPromoted(place, promotion),
  };
};

/** The same without comparing: what the target does not have is created. What it has stays as it is. */
export const promoteByHttpRequest: Side = async (place) => {
  const nodes = await loadN8nNodes();
  const promotion = promotionOf(place);
  const builder = new Builder(nodes, place, promotion);
  return {
    run: () => builder.promote(),
    check: () => checkPromoted(place, promotion),
  };
};

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

interface Pipeline {
  name: string;
  alias: string;
  versions: Array<{
    graph: { jobNodes: Array<{ id: string; job: { id: string }; nextNodes: string[] }> };
  }>;
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

/** Lists, downloads, and creates what is missing, with one HTTP Request node for each step. */
class Builder {
  constructor(
    private readonly nodes: typeof N8nNodes,
    private readonly place: Place,
    private readonly promotion: Promotion,
  ) {}

  async promote(): Promise<void> {
    const { fromId, toId } = this.promotion;
    const [source] = await this.ask<{ project: Project }>(QUERY, [{ id: fromId }]);
    const [target] = await this.ask<{ project: Project }>(NAMES, [{ id: toId }]);
    if (!source || !target) throw new Error('The platform described no project');
    const has = <T>(list: readonly T[], one: T, key: keyof T) =>
      list.some((other) => other[key] === one[key]);
    const { jobs, pipelines, apps } = target.project;
    await this.create({
      jobs: source.project.jobs.filter((job) => !has(jobs, job, 'alias')),
      pipelines: source.project.pipelines.filter((one) => !has(pipelines, one, 'alias')),
      apps: source.project.apps.filter((app) => !has(apps, app, 'name')),
    });
  }

  private async create({ jobs, pipelines, apps }: Project): Promise<void> {
    const { toId: projectId } = this.promotion;
    const newIds = await this.createJobs(jobs, await this.downloadPackages(jobs));
    const newId = new Map(jobs.map(({ id }, index) => [id, newIds[index] ?? '']));
    const variables = await this.ask<{ jobEnvironmentVariables: Variable[] }>(
      VARIABLES,
      jobs.map(({ id }) => ({ id })),
    );
    const toSave = variables.flatMap(({ jobEnvironmentVariables: ofJob }, index) =>
      ofJob.map(({ name, value }) => ({
        id: newIds[index] ?? '',
        variable: { name, value, scope: 'JOB', isPassword: false },
      })),
    );
    await this.ask(SAVE, toSave);
    const graphs = pipelines.map(({ name, alias, versions: [version] }) => {
      const jobNodes = version?.graph.jobNodes ?? [];
      const nodeId = new Map(jobNodes.map(({ id }) => [id, randomUUID()]));
      const graph = {
        jobNodes: jobNodes.map(({ id, job, nextNodes }) => ({
          id: nodeId.get(id),
          job: { id: newId.get(job.id) },
          nextNodes: nextNodes.map((next) => nodeId.get(next)),
        })),
      };
      return { pipeline: { projectId, name, alias, isScheduled: false, graph } };
    });
    await this.ask(CREATE_PIPELINE, graphs);
    const newApps = apps.map(
      ({ name, technology, currentVersion: { runtimeContextId, ports } }) => {
        const version = {
          runtimeContextId,
          ports: ports.map((port) => ({ ...port, isRewriteUrl: false })),
        };
        return { app: { projectId, name, technologyId: technology.id, version } };
      },
    );
    await this.ask(CREATE_APP, newApps);
  }

  /** One item a job, with its package as binary data. */
  private async downloadPackages(jobs: readonly Job[]): Promise<INodeExecutionData[]> {
    const { credentials, token } = this.place;
    const { AS_FILE, withToken } = this.nodes;
    return await this.request(
      { method: 'GET', url: '={{ $json.url }}', ...withToken(token), ...AS_FILE },
      jobs.map(({ versions: [version] }) => ({
        json: { url: new URL(version?.packageInfo.downloadUrl ?? '', credentials.baseUrl).href },
      })),
    );
  }

  /** A GraphQL request with a file is a form of three parts. @returns the IDs of the jobs */
  private async createJobs(
    jobs: readonly Job[],
    packages: readonly INodeExecutionData[],
  ): Promise<string[]> {
    const { toId: projectId } = this.promotion;
    const items = jobs.map(({ name, alias, category, technology, versions: [version] }, index) => {
      const isNot = { isScheduled: false, isStreaming: false };
      const variables = {
        job: { projectId, name, alias, category, technology, ...isNot },
        version: {
          commandLine: version?.commandLine,
          packageInfo: { name: version?.packageInfo.name },
        },
        file: null,
      };
      const operations = JSON.stringify({ query: CREATE_JOB, variables });
      return { json: { operations }, binary: packages[index]?.binary };
    });
    const parameters = {
      url: this.place.graphqlUrl,
      ...this.nodes.withToken(this.place.token),
      sendBody: true,
      contentType: 'multipart-form-data',
      bodyParameters: {
        parameters: [
          { parameterType: 'formData', name: 'operations', value: '={{ $json.operations }}' },
          { parameterType: 'formData', name: 'map', value: '{"0":["variables.file"]}' },
          { parameterType: 'formBinaryData', name: '0', inputDataFieldName: 'data' },
        ],
      },
    };
    const responses = await this.request(parameters, items);
    return responses.map(({ json }) => dataIn<{ createJob: { id: string } }>(json).createJob.id);
  }

  private async ask<Data>(query: string, variables: readonly object[]): Promise<Data[]> {
    const { parameters } = this.nodes.graphqlByHttpRequest(
      this.place,
      '$json',
      this.nodes.withToken(this.place.token),
    );
    const items = variables.map((given) => ({ json: { query, variables: given } }));
    const responses = await this.request(parameters, items);
    return responses.map(({ json }) => dataIn<Data>(json));
  }

  private async request(parameters: object, items: StartItem[]): Promise<INodeExecutionData[]> {
    return await runInEngine(this.nodes.httpRequest({ ...parameters }), {}, { items });
  }
}

function dataIn<Data>(json: INodeExecutionData['json']): Data {
  if (json.errors !== undefined) throw new Error(JSON.stringify(json.errors));
  return json.data as Data;
}
