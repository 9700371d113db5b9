import { ZipFile } from 'yazl';
import { currentVersionOf, type ChaosEntity } from '../platform/entities';
import { TECHNOLOGY_ID } from '../platform/roots/shown';
import type { World } from '../platform/world';
import { addEntity, byId, type ChaosItem, type ChaosOperation, type Outcome } from './operation';

const READS = ['login', 'introspection', 'query', 'query', 'package'] as const;
const CHANGES = ['login', 'introspection', 'query', 'mutation', 'mutation', 'package'] as const;
const PACKAGE = Buffer.from('print("chaos")\n'.repeat(50));

/** The catalog's technology of jobs, by its label. */
function addTechnology(world: World): void {
  if (world.technologies.has(TECHNOLOGY_ID)) return;
  const { id } = addEntity(world.repositories, world, { name: 'Technologies' });
  const technology = { id: TECHNOLOGY_ID, name: 'Python', projectId: id };
  world.technologies.set(TECHNOLOGY_ID, technology);
}

/** A project with a job, its package and a variable, which files can say as they are. */
function addDeployed(world: World, index: number): ChaosEntity {
  addTechnology(world);
  const project = addEntity(world.projects, world, { name: `Project ${index}` });
  addEntity(world.jobs, world, {
    name: `Job ${index}`,
    alias: `job_${index}`,
    projectId: project.id,
    versions: [
      {
        number: 1,
        commandLine: `python ${index}.py`,
        packageInfo: { name: 'main.py' },
        package: PACKAGE,
      },
    ],
  });
  world.variables.set(project.id, {
    id: world.newId(),
    name: `NAME_${index}`,
    scope: 'PROJECT',
    entityId: project.id,
    value: 'old',
    description: null,
    isPassword: false,
  });
  return project;
}

/** The files of a project with one job, by path. */
function filesOf(index: number): Map<string, string> {
  return new Map([
    ...settingsOf(index, { package: 'main.py' }),
    [`jobs/job_${index}/main.py`, `print(${index})\n`],
  ]);
}

function settingsOf(index: number, version: { package?: string }): Map<string, string> {
  const files = {
    'project.json': { format: 1, include: ['jobs', 'variables'], packages: true },
    'variables.json': [{ name: `NAME_${index}`, value: 'new' }],
    [`jobs/job_${index}.json`]: {
      alias: `job_${index}`,
      name: `Job ${index}`,
      category: 'Extraction',
      description: `Text ${index}`,
      technology: { label: 'Python' },
      version: { commandLine: `python new ${index}.py`, ...version },
    },
  };
  return new Map(Object.entries(files).map(([path, file]) => [path, JSON.stringify(file)]));
}

async function zipped(files: ReadonlyMap<string, string>): Promise<string> {
  const zip = new ZipFile();
  for (const [path, text] of files) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('base64');
}

/** An item with the ZIP file of a project that is there already in two of three cases. */
async function withZip(
  world: World,
  index: number,
  random: () => number,
  isNew = random() < 0.33,
): Promise<ChaosItem> {
  addTechnology(world);
  const project = isNew ? undefined : addDeployed(world, index);
  const [job] = [...world.jobs.values()].filter(({ projectId }) => projectId === project?.id);
  const data = await zipped(filesOf(index));
  return {
    json: {
      name: `Project ${index}`,
      jobName: `Job ${index}`,
      variable: `NAME_${index}`,
      index,
      ...(project && { projectId: project.id, jobId: job?.id }),
    },
    binary: { data: { data, mimeType: 'application/zip', fileName: 'project.zip' } },
  };
}

/** All items are the files of one project. However few there are, they name no file that is missing. */
function fileOfAll(world: World, index: number): ChaosItem {
  addTechnology(world);
  const [project] = world.projects.values();
  const { id } = project ?? addDeployed(world, 0);
  const [path, text] = [...settingsOf(0, {})][index] ?? [
    `jobs/more_${index}.json`,
    JSON.stringify({
      alias: `more_${index}`,
      name: `More ${index}`,
      category: 'Extraction',
      technology: { label: 'Python' },
      version: { commandLine: 'python more.py' },
    }),
  ];
  return { json: { path, projectId: id, index }, file: { name: 'file', text } };
}

const toNewProject = {
  source: 'binary',
  target: 'newProject',
  name: '={{ $json.name }}',
  binaryPropertyName: 'data',
};

const fromItems = {
  source: 'items',
  target: 'project',
  projectId: byId('projectId'),
  filePath: '={{ $json.path }}',
  binaryPropertyName: 'data',
};

/** An item with files that grant the right of one group more. */
async function withRights(world: World, index: number): Promise<ChaosItem> {
  const { id } = addEntity(world.projects, world, { name: `Project ${index}` });
  const files = {
    'project.json': { format: 1, include: ['rights'] },
    'rights.json': { [`team ${index}`]: 'ROLE_PROJECT_VIEWER' },
  };
  const texts = Object.entries(files).map(([path, file]): [string, string] => [
    path,
    JSON.stringify(file),
  ]);
  const data = await zipped(new Map(texts));
  return {
    json: { projectId: id, index },
    binary: { data: { data, mimeType: 'application/zip', fileName: 'project.zip' } },
  };
}

/** What is false about a project that was deployed from the item's ZIP file. */
function notDeployed({ world, item, outputs }: Outcome): string | undefined {
  const { name, index, variable } = item.json;
  const failed = outputs.find(({ json }) => ['failed', 'blocked'].includes(String(json.action)));
  if (failed) return `${String(failed.json.kind)} ${String(failed.json.action)}`;
  const [project, ...others] = [...world.projects.values()].filter((one) => one.name === name);
  if (!project || others.length > 0) return `${others.length} more projects of the name`;
  const jobs = [...world.jobs.values()].filter(({ projectId }) => projectId === project.id);
  const [job] = jobs;
  if (!job || jobs.length > 1) return `${jobs.length} jobs`;
  const { commandLine, package: bytes } = currentVersionOf(job);
  if (commandLine !== `python new ${String(index)}.py`) return `it runs ${String(commandLine)}`;
  if (bytes?.toString() !== `print(${String(index)})\n`) return 'another package';
  if (job.description !== `Text ${String(index)}`) return 'another description';
  const isSet = [...world.variables.values()].some(
    (one) => one.name === variable && one.entityId === project.id && one.value === 'new',
  );
  return isSet ? undefined : 'its variable was not set';
}

/** A plan tells of each thing in the files, and changes nothing. */
function notPlanned({ outputs, item }: Outcome): string | undefined {
  const job = outputs.find(({ json }) => json.kind === 'job');
  const action = item.json.projectId === undefined ? 'create' : 'update';
  if (job?.json.action !== action) return `the job: ${String(job?.json.action)}`;
  return undefined;
}

const onlyOnce = (kind: string, field: string) => ({
  kind,
  target: ({ json }: ChaosItem) => (json[field] === undefined ? undefined : String(json[field])),
  isRepeatable: false,
});

export const projectFileOperations: ChaosOperation[] = [
  {
    name: 'project.export',
    node: 'Projects',
    parameters: { projectId: byId('projectId'), output: 'files', include: ['jobs', 'variables'] },
    routes: READS,
    prepare: (world, index) => ({ json: { projectId: addDeployed(world, index).id, index } }),
    falsehood: ({ item, outputs }) => {
      const { index } = item.json;
      const sizes = new Map(outputs.map(({ json }) => [json.path, json.size]));
      if (sizes.size !== 5 || outputs.length !== 5) return `${outputs.length} files`;
      const size = sizes.get(`jobs/job_${String(index)}/main.py`);
      return size === PACKAGE.length ? undefined : `the package has ${String(size)} bytes`;
    },
  },
  {
    name: 'project.export',
    node: 'Projects',
    parameters: { projectId: byId('projectId'), output: 'zip' },
    routes: READS,
    prepare: (world, index) => ({ json: { projectId: addDeployed(world, index).id, index } }),
    falsehood: ({ outputs }) =>
      outputs[0]?.json.files === 5 ? undefined : `${String(outputs[0]?.json.files)} files`,
    outputsAnItem: 1,
  },
  {
    name: 'project.validate',
    node: 'Projects',
    parameters: { source: 'binary', binaryPropertyName: 'data' },
    routes: READS,
    prepare: withZip,
    falsehood: ({ outputs }) => (outputs[0]?.json.valid === true ? undefined : 'not valid'),
    outputsAnItem: 1,
    isWithoutLogin: true,
  },
  {
    name: 'project.plan',
    node: 'Projects',
    parameters: toNewProject,
    routes: READS,
    prepare: withZip,
    falsehood: notPlanned,
  },
  {
    name: 'project.plan',
    node: 'Projects',
    parameters: fromItems,
    routes: READS,
    prepare: fileOfAll,
    // A project's settings alone are refused.
    fewestItems: 2,
    falsehood: ({ outputs }) => (outputs.length > 0 ? undefined : 'nothing is told'),
    isOfAll: true,
  },
  {
    name: 'project.deploy',
    node: 'Projects',
    parameters: toNewProject,
    routes: CHANGES,
    prepare: withZip,
    change: {
      kind: 'createProject',
      target: ({ json }) => String(json.name),
      isRepeatable: false,
      others: [
        onlyOnce('createJob', 'jobName'),
        onlyOnce('addJobVersion', 'jobId'),
        { ...onlyOnce('editJob', 'jobId'), isRepeatable: true },
        { ...onlyOnce('saveEnvironmentVariable', 'variable'), isRepeatable: true },
      ],
      isPartial: true,
    },
    falsehood: notDeployed,
  },
  {
    name: 'project.deploy',
    node: 'Projects',
    parameters: {
      source: 'binary',
      target: 'project',
      projectId: byId('projectId'),
      binaryPropertyName: 'data',
    },
    routes: ['login', 'introspection', 'query', 'mutation'],
    prepare: withRights,
    change: {
      kind: 'editProject',
      target: ({ json }) => String(json.projectId),
      isRepeatable: true,
      isPartial: true,
    },
    falsehood: ({ world, item }) => {
      const { projectId, index } = item.json;
      const groups = world.projects.get(String(projectId))?.authorizedGroups ?? [];
      const names = groups.map(({ name }) => name).sort();
      const wanted = [`group of ${String(projectId)}`, `team ${String(index)}`];
      return names.join() === wanted.join() ? undefined : `its groups: ${names.join()}`;
    },
  },
  {
    name: 'project.deploy',
    node: 'Projects',
    parameters: fromItems,
    routes: CHANGES,
    prepare: fileOfAll,
    // A project's settings alone are refused.
    fewestItems: 2,
    change: {
      kind: 'createJob',
      target: ({ json }) => `More ${String(json.index)}`,
      isRepeatable: false,
      isPartial: true,
    },
    falsehood: ({ world, item }) => {
      const { path, projectId } = item.json;
      const [, alias] = /^jobs\/(more_\d+)\.json$/.exec(String(path)) ?? [];
      const jobs = [...world.jobs.values()].filter((job) => job.projectId === projectId);
      const count = jobs.filter((job) => job.alias === alias).length;
      return alias === undefined || count === 1 ? undefined : `${count} jobs ${alias}`;
    },
    isOfAll: true,
  },
];
