import type { INodeExecutionData } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import type { ExportedProject } from '../../../../platform/projectFiles/exportProject';
import type { Part } from '../../../../platform/projectFiles/tree';
import { loadPlatform } from '../../../shared/client/loadPlatform';
import { projectLocator } from '../../../shared/locators/locators';
import type { ItemCall, Operation } from '../../../shared/operation/operation';
import { showHints } from '../../../shared/operation/hints';
import { defineFields } from '../../../shared/operation/output';
import { storeBinary, type Pieces } from '../../../shared/items/storeBinary';

const ZIP_TYPE = 'application/zip';
const JSON_TYPE = 'application/json';

export const exportOperation: Operation<PlatformClient> = {
  value: 'export',
  name: 'Export',
  action: 'Export project',
  description:
    'Export a project as files, without IDs, times, and passwords. An unchanged project always gives the same files.',
  output: defineFields('fileName files:integer path size:integer'),
  concurrency: 1,
  fields: [
    projectLocator,
    {
      displayName: 'Include',
      name: 'include',
      type: 'multiOptions',
      default: ['jobs', 'pipelines', 'apps', 'volumes', 'variables'],
      required: true,
      description: 'What to export',
      options: [
        { name: 'Allowed Technologies', value: 'technologies' },
        { name: 'Apps', value: 'apps' },
        { name: 'Environment Variables', value: 'variables' },
        { name: 'Jobs', value: 'jobs' },
        { name: 'Pipelines', value: 'pipelines' },
        { name: 'Rights of Groups', value: 'rights' },
        { name: 'Volumes', value: 'volumes' },
      ],
    },
    {
      displayName: 'Packages',
      name: 'packages',
      type: 'boolean',
      default: true,
      description: 'Whether to export the packages of the jobs',
    },
    {
      displayName: 'Return As',
      name: 'output',
      type: 'options',
      default: 'zip',
      description: 'How to return the files',
      options: [
        { name: 'ZIP File', value: 'zip', description: 'One item with all files in a ZIP file' },
        {
          name: 'Files',
          value: 'files',
          description: 'One item per file, for example to commit them to Git',
        },
      ],
    },
    {
      displayName: 'Put Output File in Field',
      name: 'binaryPropertyName',
      type: 'string',
      default: 'data',
      required: true,
      description: 'The name of the output field to put the file in',
    },
  ],

  async run(call) {
    const { parameters, options } = call;
    const projectId = parameters.locator('projectId');
    const include = parameters.choices<Part>('include');
    const packages = parameters.boolean('packages');
    const { exportProject } = await loadPlatform();
    const project = await exportProject(
      call.client.connection,
      projectId,
      { include, packages },
      options,
    );
    const { unlistedCredentialsHint: message } = project;
    if (message) showHints(call.execution, { message, location: 'outputPane' });
    return parameters.choice('output') === 'files'
      ? await buildFileItems(call, project)
      : [await buildZipItem(call, project)];
  },
};

async function buildZipItem(
  call: ItemCall<PlatformClient>,
  project: ExportedProject,
): Promise<INodeExecutionData> {
  const { name, files } = project;
  const fileName = `${name.replace(/[^\p{L}\p{N}._-]+/gu, '-') || 'project'}.zip`;
  const { zipExport } = await loadPlatform();
  const binary = await storeBinary(call.execution.helpers, {
    body: zipExport(call.client.connection, project, call.options),
    name: fileName,
    mimeType: ZIP_TYPE,
  });
  return {
    json: { fileName, files: files.length, size: binary.bytes },
    binary: { [call.parameters.text('binaryPropertyName')]: binary },
  };
}

/** Downloads and stores one file after the other. */
async function buildFileItems(
  call: ItemCall<PlatformClient>,
  { files }: ExportedProject,
): Promise<INodeExecutionData[]> {
  const { execution, options } = call;
  const { connection } = call.client;
  const items: INodeExecutionData[] = [];
  for (const file of files) {
    const name = file.path.slice(file.path.lastIndexOf('/') + 1);
    const store = async (body: Pieces, mimeType?: string) =>
      await storeBinary(execution.helpers, { body, name, mimeType });
    const binary =
      'text' in file
        ? await store([Buffer.from(file.text)], JSON_TYPE)
        : await connection.readPackage(
            file.packageOf.packageAddress,
            async ({ body }) => await store(body),
            options,
          );
    items.push({
      json: { path: file.path, size: binary.bytes },
      binary: { [call.parameters.text('binaryPropertyName')]: binary },
    });
  }
  return items;
}
