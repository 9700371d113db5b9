import { ZipFile } from 'yazl';
import { addEntity, fromItem, type ChaosItem, type Outcome } from '../chaos/operations/operation';
import { currentVersionOf, type ChaosEntity } from '../chaos/platform/entities';
import { TECHNOLOGY_ID } from '../chaos/platform/roots/shown';
import type { World } from '../chaos/platform/world';

export const READS = ['login', 'introspection', 'query', 'query', 'package'] as const;

export const CHANGES = [
  'login',
  'introspection',
  'query',
  'mutation',
  'mutation',
  'package',
] as const;

export const PACKAGE = Buffer.from('print("chaos")\n'.repeat(50));

/** The catalog's technology of jobs, by its label. */
function addTechnology(world: World): void {
  if (world.technologies.has(TECHNOLOGY_ID)) return;
  const { id } = addEntity(world.repositories, world, { name: 'Technologies' });
  const technology = { id: TECHNOLOGY_ID, name: 'Python', projectId: id };
  world.technologies.set(TECHNOLOGY_ID, technology);
}

/** A project with a job, its package and a variable, which files can say as they are. */
export function addDeployed(world: World, index: number): ChaosEntity {
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
export async function withZip(
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
export function fileOfAll(world: World, index: number): ChaosItem {
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

export const toNewProject = {
  source: 'binary',
  target: 'newProject',
  name: '={{ $json.name }}',
  binaryPropertyName: 'data',
};

export const fromItems = {
  source: 'items',
  target: 'project',
  projectId: fromItem('projectId'),
  filePath: '={{ $json.path }}',
  binaryPropertyName: 'data',
};

/** What is false about a project that was deployed from the item's ZIP file. */
export function notDeployed({ world, item, outputs }: Outcome): string | undefined {
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
export function notPlanned({ outputs, item }: Outcome): string | undefined {
  const job = outputs.find(({ json }) => json.kind === 'job');
  const action = item.json.projectId === undefined ? 'create' : 'update';
  if (job?.json.action !== action) return `the job: ${String(job?.json.action)}`;
  return undefined;
}

export const onlyOnce = (kind: string, field: string) => ({
  kind,
  target: ({ json }: ChaosItem) => (json[field] === undefined ? undefined : String(json[field])),
  isRepeatable: false,
});
