import { JOB_IDS, PROJECT_IDS } from '../../sandbox';

export interface Panel {
  /** Name of a page below docs/nodes. */
  page: string;
  node: string;
  /** Without the name of the package. */
  type: string;
  parameters: object;
  /** Default: dataPlatformApi. */
  credentials?: string[];
  /** Whether the picture shows an output. */
  isExecuted: boolean;
}

export const listed = (value: string, cachedResultName: string) => ({
  __rl: true,
  mode: 'list',
  value,
  cachedResultName,
});
const retail = listed(PROJECT_IDS.retail, 'Retail Analytics');

export const panels: Panel[] = [
  {
    page: 'projects',
    node: 'Run job and wait',
    type: 'dataPlatformProjects',
    parameters: {
      resource: 'job',
      operation: 'runAndWait',
      projectId: retail,
      jobId: listed(JOB_IDS.salesExtraction, 'Extract daily sales'),
    },
    isExecuted: true,
  },
  {
    page: 'projects-trigger',
    node: 'When a run fails',
    type: 'dataPlatformProjectsTrigger',
    parameters: { projectId: listed(PROJECT_IDS.energy, 'Energy Forecast') },
    isExecuted: false,
  },
  {
    page: 'catalog',
    node: 'Get many technologies',
    type: 'dataPlatformCatalog',
    parameters: { resource: 'technology', operation: 'getAll' },
    isExecuted: true,
  },
  {
    page: 'conf-files',
    node: 'Get many files',
    type: 'dataPlatformConfFiles',
    parameters: { resource: 'file', operation: 'getAll', path: '/spark' },
    isExecuted: true,
    credentials: ['dataPlatformUploadTokenApi'],
  },
  {
    page: 'conf-files-trigger',
    node: 'When files change',
    type: 'dataPlatformConfFilesTrigger',
    parameters: { path: '/spark' },
    isExecuted: false,
    credentials: ['dataPlatformUploadTokenApi'],
  },
  {
    page: 'settings',
    node: 'Check cluster nodes',
    type: 'dataPlatformSettings',
    parameters: { resource: 'clusterNode', operation: 'check', includeFindings: false },
    isExecuted: true,
    credentials: ['dataPlatformKubernetesApi'],
  },
];

/** Fields in the messages of docs/alerts.md. */
export const toldOfItem = ['jobName', 'number', 'error', 'errorCode', 'lastLogLines'];
export const toldOfEvent = ['event', 'jobName', 'projectName', 'number', 'lastLogLines'];
