import { buffer } from 'node:stream/consumers';
import { Platform } from '../../../platform/connection/platform';
import { deployProject } from '../../../platform/projectFiles/deploy/deploy';
import {
  exportProject,
  zipExport,
  type ExportOptions,
} from '../../../platform/projectFiles/exportProject';
import type { DeployOptions } from '../../../platform/projectFiles/options';
import type { InputFile } from '../../../platform/projectFiles/files/projectFolder';
import { readProjectFiles } from '../../../platform/projectFiles/files/readFiles';
import type { ProjectTree } from '../../../platform/projectFiles/files/projectTree';
import { planDeploy } from '../../../platform/projectFiles/plan/plan';
import { wrapBytes } from '../../../platform/common/content/fileContent';
import {
  APP_TECHNOLOGY_IDS,
  startSandbox,
  type Sandbox,
  type SandboxOptions,
} from '../../../sandbox';
import { untilTestEnds } from '../../support/untilTestEnds';

/** Starts a platform for all tests of a file, and adds two projects for each test. */
export function useProjects(options: SandboxOptions = {}) {
  let shared: Sandbox;
  const at = {} as { sandbox: Sandbox; store: Sandbox['store']; from: string; to: string };
  const use = (sandbox: Sandbox) => {
    const { store } = sandbox;
    const add = (name: string) => store.addProject({ name }).id;
    Object.assign(at, { sandbox, store, from: add('From'), to: add('To') });
    sandbox.stats.reset();
  };
  beforeAll(async () => {
    shared = await startSandbox({ seedRuns: false, ...options });
  });
  beforeEach(() => use(shared));
  afterEach(() => shared.faults.clear());
  afterAll(() => shared.close());

  const there =
    <Given extends unknown[], Result>(work: (sandbox: Sandbox, ...given: Given) => Result) =>
    (...given: Given): Result =>
      work(at.sandbox, ...given);
  return Object.assign(at, {
    /** Uses another platform for the rest of a test. */
    startOther: async (more: SandboxOptions) =>
      use(await untilTestEnds(startSandbox({ seedRuns: false, ...options, ...more }))),
    addJob: there(addJob),
    addVariable: there(addVariable),
    addPipeline: there(addPipeline),
    addVolume: there(addVolume),
    addApp: there(addApp),
    packageOf: there(packageOf),
    when: there(when),
    mutations: there(mutations),
    filesOf: there(filesOf),
    zipBytes: there(zipBytes),
    /** The files of the first project. */
    files: async (options?: ExportOptions) => await filesOf(at.sandbox, at.from, options),
    /** Plans files for the second project. */
    plan: async (files: ReadonlyMap<string, Buffer>, options?: DeployOptions) =>
      await plan(at.sandbox, files, at.to, options),
    /** Deploys files to the second project. */
    deploy: async (files: ReadonlyMap<string, Buffer>, options?: DeployOptions) =>
      await deploy(at.sandbox, files, at.to, options),
  });
}

/** Starts platforms that the tests of a file share, one for each set of options. */
export function usePlatforms() {
  const all = new Map<string, Promise<Sandbox>>();
  afterAll(async () => {
    for (const sandbox of all.values()) await (await sandbox).close();
  });
  return async (options: SandboxOptions): Promise<Sandbox> => {
    const key = JSON.stringify(options);
    const sandbox = all.get(key) ?? startSandbox({ seedRuns: false, ...options });
    all.set(key, sandbox);
    return await sandbox;
  };
}

export const addJob = ({ store }: Sandbox, projectId: string, alias: string, more: object = {}) =>
  store.addJob({ projectId, name: alias, alias, ...more });

const addVariable = ({ store }: Sandbox, entityId: string, name: string, more: object = {}) =>
  store.variables.add({ scope: 'PROJECT', entityId, name, value: 'a', ...more });

/** Adds a pipeline with these jobs and no edges. */
export function addPipeline(
  { store }: Sandbox,
  projectId: string,
  alias: string,
  ...jobs: string[]
) {
  const jobNodes = jobs.map((jobId) => ({
    ...{ id: crypto.randomUUID(), jobId, position: null, nextNodes: [] },
  }));
  const graph = { jobNodes, conditionNodes: [] };
  return store.pipelines.add({ projectId, name: alias, alias, graph });
}

export function addVolume({ store }: Sandbox, projectId: string, name: string, size = '1 GB') {
  const more = { description: null, creator: 'somebody', createdAt: 0 };
  return store.volumes.add({ projectId, name, size, ...more });
}

function addApp({ store }: Sandbox, projectId: string, name: string, ...volumes: string[]) {
  const volumesWithPath = volumes.map((volumeId) => ({ path: `/${volumeId}`, volumeId }));
  const technologyId = APP_TECHNOLOGY_IDS.notebook;
  return store.apps.add({ projectId, name, technologyId, version: { volumesWithPath } });
}

/** Returns a version of a job with this text as its package. */
export function packageOf({ store }: Sandbox, text: string) {
  const content = Buffer.from(text);
  const sha256 = store.packages.add(content);
  return { packageInfo: { name: 'main.py', size: content.length, sha256 } };
}

/** Calls a function as soon as the platform has got this many requests of an operation, or of any. */
export function when(
  { stats }: Sandbox,
  operation: string | undefined,
  count: number,
  then: () => unknown,
): void {
  const record = stats.record.bind(stats);
  let left = count;
  stats.record = (request) => {
    record(request);
    const isCounted = operation === undefined || request.operations.includes(operation);
    if (isCounted && --left === 0) then();
  };
}

/** Turns values other than texts and bytes into JSON. */
export function filesWith(files: Record<string, unknown>): Map<string, Buffer> {
  return new Map(
    Object.entries(files).map(([path, file]) => [
      path,
      Buffer.isBuffer(file)
        ? file
        : Buffer.from(typeof file === 'string' ? file : JSON.stringify(file, null, 2)),
    ]),
  );
}

export const projectFiles = (files: Record<string, unknown>) =>
  filesWith({ 'project.json': { format: 1 }, ...files });

export const jobFile = (alias: string, more: object = {}) => ({
  ...{ alias, name: alias, category: 'Extraction', technology: { label: 'Python' } },
  ...more,
});

export const jobFiles = (
  aliases: readonly string[],
  more: (alias: string, index: number) => object = () => ({}),
): Record<string, object> =>
  Object.fromEntries(
    aliases.map((alias, index) => [`jobs/${alias}.json`, jobFile(alias, more(alias, index))]),
  );

export const inWords = (
  all: ReadonlyArray<{ kind: string; name: string; action: string }>,
): string[] => all.map(({ kind, name, action }) => `${kind} ${name} ${action}`);

/** Leaves out unchanged steps of a plan or changes of a deploy. */
export const notUnchanged = <One extends { action: string }>(all: readonly One[]): One[] =>
  all.filter(({ action }) => action !== 'unchanged');

export async function filesOf(
  sandbox: Sandbox,
  projectId: string,
  options?: ExportOptions,
): Promise<Map<string, Buffer>> {
  const platform = Platform.connect(sandbox.credentials);
  const { files } = await exportProject(platform, projectId, options);
  const read = files.map(async (file): Promise<[string, Buffer]> => {
    if ('text' in file) return [file.path, Buffer.from(file.text)];
    const address = file.packageOf.packageAddress;
    const bytes = await platform.readPackage(address, async ({ body }) => await buffer(body));
    return [file.path, bytes];
  });
  return new Map(await Promise.all(read));
}

async function zipBytes(
  sandbox: Sandbox,
  projectId: string,
  options?: ExportOptions,
): Promise<Buffer> {
  const platform = Platform.connect(sandbox.credentials);
  return await buffer(zipExport(platform, await exportProject(platform, projectId, options)));
}

export function given(files: ReadonlyMap<string, Buffer>): InputFile[] {
  return [...files].map(([path, bytes]) => ({ path, content: wrapBytes(bytes) }));
}

export async function parsed(files: ReadonlyMap<string, Buffer>): Promise<ProjectTree> {
  return await readProjectFiles(given(files));
}

/** Without pauses for late changes. */
export const NO_WAITS = { lookupDelaysMs: [0], pollIntervalMs: 5, readyTimeoutMs: 60_000 };

const targetOf = (to: string | { name: string }) =>
  typeof to === 'string' ? { projectId: to } : to;

export async function deploy(
  sandbox: Sandbox,
  files: ReadonlyMap<string, Buffer>,
  to: string | { name: string },
  options: DeployOptions = {},
  callOptions?: { signal: AbortSignal },
) {
  const platform = Platform.connect(sandbox.credentials);
  const all = { timing: NO_WAITS, ...options };
  return await deployProject(platform, await parsed(files), targetOf(to), all, callOptions);
}

export async function plan(
  sandbox: Sandbox,
  files: ReadonlyMap<string, Buffer>,
  to: string | { name: string },
  options: DeployOptions = {},
) {
  const platform = Platform.connect(sandbox.credentials);
  return await planDeploy(platform, await parsed(files), targetOf(to), options);
}

export function passwordValues(names: readonly string[]): Map<string, string> {
  return new Map(names.map((name) => [name, `value of ${name}`]));
}

/** Counts the mutations that were sent, by name. */
export function mutations({ stats }: Sandbox): Record<string, number> {
  const changing =
    /^(create|edit|add|save|delete|set|replace|rollback|run|stop|duplicate|move|unlink|install)/;
  return Object.fromEntries(
    Object.entries(stats.byOperation).filter(([name]) => changing.test(name)),
  );
}
