import type { INodeProperties } from 'n8n-workflow';
import { projectLocator } from '../../../shared/locators/locators';
import { buildOptionsField } from '../../../shared/parameters/collections';

export const sourceFields: INodeProperties[] = [
  {
    displayName: 'Source',
    name: 'source',
    type: 'options',
    default: 'binary',
    description: 'Where the files of the project come from',
    options: [
      { name: 'ZIP File', value: 'binary', description: 'Each item contains a ZIP file' },
      { name: 'Items', value: 'items', description: 'Each item contains one file and its path' },
    ],
  },
  {
    displayName: 'Input Binary Field',
    name: 'binaryPropertyName',
    type: 'string',
    default: 'data',
    required: true,
    description: 'The name of the input field containing the file',
  },
  {
    displayName: 'File Path',
    name: 'filePath',
    type: 'string',
    default: '={{ $json.path }}',
    required: true,
    displayOptions: { show: { source: ['items'] } },
    placeholder: 'e.g. jobs/load.json',
    description: 'The path of each item’s file, as returned by "Export"',
  },
];

const sourceAndTargetFields: INodeProperties[] = [
  ...sourceFields,
  {
    displayName: 'Target',
    name: 'target',
    type: 'options',
    default: 'project',
    description: 'The project to deploy the files to',
    options: [
      {
        name: 'Existing Project',
        value: 'project',
        description: 'Deploy to a project that exists',
      },
      {
        name: 'Project by Name',
        value: 'newProject',
        description: 'Deploy to the project with this name. It is created if it does not exist.',
      },
    ],
  },
  { ...projectLocator, displayOptions: { show: { target: ['project'] } } },
  {
    displayName: 'Name',
    name: 'name',
    type: 'string',
    default: '',
    required: true,
    displayOptions: { show: { target: ['newProject'] } },
    placeholder: 'e.g. Retail',
    description: 'The name of the project to deploy the files to',
  },
];

const buildPairsField = (
  name: string,
  displayName: string,
  button: string,
  description: string,
  values: INodeProperties[],
): INodeProperties => ({
  displayName,
  name,
  type: 'fixedCollection',
  typeOptions: { multipleValues: true },
  // n8n uses the placeholder as the text of the button that adds an entry.
  placeholder: button,
  default: {},
  description,
  options: [{ displayName: 'Value', name: 'values', values }],
});

const planOptions: INodeProperties[] = [
  {
    displayName: 'Compare Packages',
    name: 'comparePackages',
    type: 'options',
    default: 'content',
    description: 'How to check whether the package of a job differs',
    options: [
      {
        name: 'By Content',
        value: 'content',
        description: 'Download and compare the packages of the target',
      },
      {
        name: 'By Name',
        value: 'name',
        description: 'Faster. Packages with the same name are treated as equal.',
      },
    ],
  },
  {
    displayName: 'Delete Extraneous',
    name: 'deleteExtraneous',
    type: 'boolean',
    default: true,
    description:
      'Whether to delete jobs, pipelines and other parts of the target that are not in the files',
  },
  {
    displayName: 'Delete at Most',
    name: 'deleteAtMost',
    type: 'number',
    typeOptions: { minValue: 0 },
    default: 5,
    description:
      'Max number of jobs, pipelines, apps, volumes, variables, rights, and technologies to delete. If there are more, none is deleted. Without this option, the limit is half of the entries on the target, but at least 5. With "Deploy Only", only the selected entries count.',
  },
  {
    displayName: 'Deploy Only',
    name: 'select',
    type: 'string',
    default: '',
    placeholder: 'e.g. jobs/import-*, pipelines/nightly',
    description:
      'What to deploy, separated by commas. * matches any text. The jobs of a pipeline and the volumes of an app are included. Without this option, everything is deployed.',
  },
  {
    displayName: 'Leave Out If Not Supported',
    name: 'leaveOut',
    type: 'string',
    default: '',
    placeholder: 'e.g. resources, version.sourceUrl, apps',
    description:
      'Fields and parts to leave out if the target does not support them, separated by commas. Use the names that a plan or a failed deploy reports as not supported, the name of a part such as apps, or * for everything.',
  },
  {
    displayName: 'Run After',
    name: 'runAfter',
    type: 'string',
    default: '',
    placeholder: 'e.g. smoke_test',
    description:
      'The alias of a pipeline or job to run after the deploy. The node waits until the run ends, up to one hour.',
  },
  {
    displayName: 'Target File',
    name: 'targetFile',
    type: 'string',
    default: '',
    placeholder: 'e.g. staging, or { "schedules": "paused" }',
    description:
      'The settings of this target, as JSON or as the name of a file in the folder "targets" of the files. Without this option, the files are deployed as they are.',
  },
  buildPairsField(
    'technologies',
    'Technologies',
    'Add Technology',
    'Technologies with a different label on the target',
    [
      {
        displayName: 'Label in the Files',
        name: 'from',
        type: 'string',
        default: '',
        placeholder: 'e.g. Python',
        description: 'The label of the technology in the files',
      },
      {
        displayName: 'Label on the Target',
        name: 'to',
        type: 'string',
        default: '',
        placeholder: 'e.g. Python Corporate',
        description: 'The label of the technology to use instead',
      },
    ],
  ),
  buildPairsField(
    'variables',
    'Variables',
    'Add Variable',
    'Values of environment variables for this target',
    [
      {
        displayName: 'Name',
        name: 'name',
        type: 'string',
        default: '',
        placeholder: 'e.g. DATABASE_URL',
        description:
          'The name of a variable in the files. For a variable of one job, pipeline, or app, put the alias of that entity first, such as load/DATABASE_URL. If the entity has no alias, such as an app, first put the name of its file, without the extension.',
      },
      {
        displayName: 'Value',
        name: 'value',
        type: 'string',
        typeOptions: { password: true },
        default: '',
        description:
          'The value on the target. It is ignored if the variable is already a password there.',
      },
    ],
  ),
];

const driftOnlyOption: INodeProperties = {
  displayName: 'Drift Only',
  name: 'driftOnly',
  type: 'boolean',
  default: true,
  description: 'Whether to return only entries and values of the target that are not in the files',
};

const approvedPlanOption: INodeProperties = {
  displayName: 'Approved Plan',
  name: 'approvedPlan',
  type: 'string',
  default: '',
  placeholder: 'e.g. {{ $json.fingerprint }}',
  description:
    'The fingerprint of the plan to deploy. If the files or the target have changed since the plan, nothing is deployed.',
};

const deployOptions: INodeProperties[] = [
  {
    displayName: 'If Running',
    name: 'ifRunning',
    type: 'options',
    default: 'deploy',
    description: 'What to do if a job or pipeline to update is running',
    options: [
      {
        name: 'Deploy',
        value: 'deploy',
        description: 'Deploy now. Current runs keep their version.',
      },
      { name: 'Wait', value: 'wait', description: 'Wait up to one hour until the runs end' },
      { name: 'Fail', value: 'error', description: 'Fail without changing anything' },
    ],
  },
  {
    displayName: 'Release Note',
    name: 'releaseNote',
    type: 'string',
    default: '',
    description: 'A note on what changed. It is saved with every added version.',
  },
];

const buildDeployOptionsField = (options: readonly INodeProperties[]) =>
  buildOptionsField(
    'How to compare the files with the target, and the settings of this target',
    options,
  );

export const planFields: INodeProperties[] = [
  // The default is a project by name, because a plan shows whether the deploy would create it. A deploy without a plan would simply
  // create a project for a misspelled name.
  ...sourceAndTargetFields.map((field) =>
    field.name === 'target' ? { ...field, default: 'newProject' } : field,
  ),
  {
    displayName: 'Items to Return',
    name: 'output',
    type: 'options',
    default: 'steps',
    description: 'How much of the plan to return',
    options: [
      {
        name: 'Summary and Changes',
        value: 'steps',
        description:
          'One item with the summary and the files, then one per entry, even if it is unchanged',
      },
      {
        name: 'Summary Only',
        value: 'summary',
        description: 'One item with the summary and the files, for example for an approval',
      },
    ],
  },
  buildDeployOptionsField([...planOptions, driftOnlyOption]),
];

/**
 * Hides a field while "Source" is "Plan of an Earlier Node", because the value then comes from the Plan node.
 * @param source path of the parameter "Source", as seen from the field
 */
const hideIfPlanned = (field: INodeProperties, source: string): INodeProperties => ({
  ...field,
  displayOptions: {
    ...field.displayOptions,
    hide: { ...field.displayOptions?.hide, [source]: ['planOfNode'] },
  },
});

const [sourceField, ...filesAndTarget] = sourceAndTargetFields as [
  INodeProperties,
  ...INodeProperties[],
];

export const deployFields: INodeProperties[] = [
  {
    ...sourceField,
    default: 'planOfNode',
    options: [
      {
        name: 'Plan of an Earlier Node',
        value: 'planOfNode',
        description:
          'Use the files, target and options of a Plan node, for example after an approval. If the files or the target have changed since the plan, nothing is deployed.',
      },
      ...(sourceField.options ?? []),
    ],
  },
  {
    displayName: 'Plan Node',
    name: 'planNode',
    type: 'string',
    // The name that n8n gives to a new Plan node.
    default: 'Plan deploy of project',
    required: true,
    displayOptions: { show: { source: ['planOfNode'] } },
    description: 'The name of the node that planned the deploy',
  },
  ...filesAndTarget.map((field) => hideIfPlanned(field, 'source')),
  buildDeployOptionsField([
    ...[...planOptions, approvedPlanOption].map((field) => hideIfPlanned(field, '/source')),
    ...deployOptions,
  ]),
];
