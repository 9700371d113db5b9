import type { INodeProperties } from 'n8n-workflow';
import { projectLocator } from '../../../shared/locators';
import { optionsField } from '../../../shared/parameters/collections';

/** Where the files of a project are. */
export const sourceFields: INodeProperties[] = [
  {
    displayName: 'Source',
    name: 'source',
    type: 'options',
    default: 'binary',
    description: 'How the files of the project come in',
    options: [
      { name: 'ZIP File', value: 'binary', description: 'Each item has one ZIP file' },
      { name: 'Items', value: 'items', description: 'Each item has one file and its path' },
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
    description: 'Path of each item’s file, as "Export" gives it',
  },
];

/** What plan and deploy share: where the files are, and where they go. */
export const sourceAndTargetFields: INodeProperties[] = [
  ...sourceFields,
  {
    displayName: 'Target',
    name: 'target',
    type: 'options',
    default: 'project',
    description: 'Where the files are deployed to',
    options: [
      { name: 'Project', value: 'project', description: 'One that is there' },
      {
        name: 'New Project',
        value: 'newProject',
        description: 'One by its name, created if there is none',
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
    description: 'The name of the project that the files are deployed to',
  },
];

const pair = (
  name: string,
  displayName: string,
  description: string,
  values: INodeProperties[],
): INodeProperties => ({
  displayName,
  name,
  type: 'fixedCollection',
  typeOptions: { multipleValues: true },
  default: {},
  description,
  options: [{ displayName: 'Value', name: 'values', values }],
});

/** Options of plan and deploy, by their names. */
export const planOptions: INodeProperties[] = [
  {
    displayName: 'Compare Packages',
    name: 'comparePackages',
    type: 'options',
    default: 'content',
    description: 'How to tell whether the package of a job differs',
    options: [
      { name: 'By Content', value: 'content', description: 'Read the packages on the target' },
      { name: 'By Name', value: 'name', description: 'Faster: packages of one name are the same' },
    ],
  },
  {
    displayName: 'Delete Extraneous',
    name: 'deleteExtraneous',
    type: 'boolean',
    default: false,
    description: 'Whether to delete what is in the target and not in the files',
  },
  {
    displayName: 'Delete at Most',
    name: 'deleteAtMost',
    type: 'number',
    typeOptions: { minValue: 0 },
    default: 5,
    description:
      'Block the deploy before its first change if it would delete more than this many jobs, pipelines, apps, volumes and variables. If not added: half of what the project has, or 5, whichever is more.',
  },
  {
    displayName: 'Leave Out',
    name: 'leaveOut',
    type: 'string',
    default: '',
    placeholder: 'e.g. resources, version.sourceUrl, apps',
    description:
      'What to deploy without if the target cannot hold it, with commas between: fields as a plan names them, kinds such as apps, variables, or * for everything. What is not named here blocks.',
  },
  {
    displayName: 'Run After',
    name: 'runAfter',
    type: 'string',
    default: '',
    placeholder: 'e.g. smoke_test',
    description:
      'The alias of a pipeline or job to run when everything is deployed; the node waits for its end',
  },
  {
    displayName: 'Select',
    name: 'select',
    type: 'string',
    default: '',
    placeholder: 'e.g. jobs/import-*, pipelines/nightly',
    description:
      'What to deploy, with commas between: folders and aliases, where * stands for any text, ? for one character and {a,b} for either. The jobs of a pipeline and the volumes of an app come with it. If empty: everything.',
  },
  {
    displayName: 'Target File',
    name: 'targetFile',
    type: 'string',
    default: '',
    placeholder: 'e.g. staging',
    description:
      'The name of a file in the folder "targets" that says what this target has of its own. If empty: the files as they are.',
  },
  pair('technologies', 'Technologies', 'Technologies that have another label on the target', [
    {
      displayName: 'Label in the Files',
      name: 'from',
      type: 'string',
      default: '',
      placeholder: 'e.g. Python',
      description: 'The label of a technology as the files have it',
    },
    {
      displayName: 'Label on the Target',
      name: 'to',
      type: 'string',
      default: '',
      placeholder: 'e.g. Python Corporate',
      description: 'The label of the technology to use instead',
    },
  ]),
  pair('variables', 'Variables', 'Values of environment variables for this target', [
    {
      displayName: 'Name',
      name: 'name',
      type: 'string',
      default: '',
      placeholder: 'e.g. DATABASE_URL',
      description:
        'The name of a variable of the files; as load/DATABASE_URL for that of one job, app or pipeline by its alias',
    },
    {
      displayName: 'Value',
      name: 'value',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description: 'Its value on the target. A password that is there already keeps its value.',
    },
  ]),
];

/** An option of a plan alone. */
export const direction: INodeProperties = {
  displayName: 'Direction',
  name: 'direction',
  type: 'options',
  default: 'all',
  description: 'Which differences between files and target to tell',
  options: [
    { name: 'All', value: 'all', description: 'What a deploy would do' },
    {
      name: 'Drift Only',
      value: 'driftOnly',
      description: 'What the target has and the files do not want: what a deploy would take away',
    },
  ],
};

/** Options of a deploy alone. */
export const deployOptions: INodeProperties[] = [
  {
    displayName: 'Approved Plan',
    name: 'approvedPlan',
    type: 'string',
    default: '',
    placeholder: 'e.g. {{ $json.fingerprint }}',
    description:
      'The fingerprint of a plan: exactly that plan is carried out, or nothing if files or target have changed since',
  },
  {
    displayName: 'If Running',
    name: 'ifRunning',
    type: 'options',
    default: 'deploy',
    description: 'What to do if a job or pipeline that is to be changed has a run under way',
    options: [
      { name: 'Deploy', value: 'deploy', description: 'Runs under way keep their version' },
      { name: 'Wait', value: 'wait', description: 'Wait up to an hour for the runs to end' },
      { name: 'Fail', value: 'error', description: 'Change nothing' },
    ],
  },
  {
    displayName: 'Release Note',
    name: 'releaseNote',
    type: 'string',
    default: '',
    description: 'What is new, kept with every version that is added',
  },
];

/** @param options of "Plan" or "Deploy" */
export const deployOptionsField = (options: readonly INodeProperties[]) =>
  optionsField('How files and target are compared, and what this target has of its own', options);
