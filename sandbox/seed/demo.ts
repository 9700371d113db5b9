import type { JobScript, LogLine } from '../runs/script';
import type { JobToAdd } from '../store/store';
import type { NewProject } from '../store/projects';
import { JOB_IDS, PROJECT_IDS, TECHNOLOGY_IDS } from '../ids';

export const DEMO_PROJECTS: NewProject[] = [
  project(PROJECT_IDS.retail, 'Retail Analytics', 'Sales, customers and prices', 'amelie.martin'),
  project(
    PROJECT_IDS.mobility,
    'Urban Mobility',
    'Trips and vehicles, city by city',
    'jonas.weber',
  ),
  project(PROJECT_IDS.energy, 'Energy Forecast', 'Load and weather, hour by hour', 'sofia.rossi'),
  project(PROJECT_IDS.operations, 'Platform Operations', 'Housekeeping of the platform', 'admin'),
];

export interface DemoJob extends JobToAdd {
  /** How often the demo history says it ran, in minutes. */
  everyMinutes: number;
}

export const DEMO_JOBS: DemoJob[] = [
  {
    ...job('salesExtraction', 'retail', 'Extract daily sales', 'sql', 'Extraction'),
    everyMinutes: 60,
    script: script(2, 12, 'SUCCEEDED', out('Reading orders', '48 213 rows written')),
  },
  {
    ...job('customerScoring', 'retail', 'Score customers', 'python', 'Processing'),
    everyMinutes: 90,
    script: script(3, 20, 'SUCCEEDED', out('Loading the model', 'Scored 12 904 customers')),
  },
  {
    ...job('basketAnalysis', 'retail', 'Analyse baskets', 'spark', 'Processing'),
    everyMinutes: 180,
    script: script(6, 45, 'SUCCEEDED', out('Starting 4 executors', 'Found 312 rules')),
  },
  {
    ...job('priceWatch', 'retail', 'Watch competitor prices', 'python', 'Extraction'),
    everyMinutes: 30,
    script: {
      ...script(
        1,
        8,
        ['SUCCEEDED', 'SUCCEEDED', 'FAILED'],
        [...out('Fetching 40 pages'), ...err('HTTPError: 429 Too Many Requests')],
      ),
      outcomeDetails: 'The container exited with code 1',
    },
  },
  {
    ...job('tripIngestion', 'mobility', 'Ingest trips', 'spark', 'Extraction'),
    everyMinutes: 45,
    script: script(4, 30, 'SUCCEEDED', out('Reading 96 files', '1 204 332 trips written')),
  },
  {
    ...job('demandForecast', 'mobility', 'Forecast demand', 'r', 'Processing'),
    everyMinutes: 120,
    script: script(2, 25, 'SUCCEEDED', out('Fitting 24 models', 'MAPE 6.1 %')),
  },
  {
    ...job('vehicleStream', 'mobility', 'Stream vehicle positions', 'java', 'Processing'),
    settings: { isStreaming: true },
    everyMinutes: 0,
    script: { ...script(2, null, 'SUCCEEDED', out('Listening to the topic positions')) },
  },
  {
    ...job('meterReadings', 'energy', 'Collect meter readings', 'java', 'Extraction'),
    everyMinutes: 40,
    script: {
      ...script(1, 15, 'SUCCEEDED', out('Connected to 8 gateways', '88 020 readings')),
      outputVariables: [
        { key: 'READINGS', value: '88020', isPassword: false },
        { key: 'READ_UNTIL', value: '2026-11-23T06:00:00Z', isPassword: false },
      ],
    },
  },
  {
    ...job('gridLoadModel', 'energy', 'Train grid load model', 'python', 'Processing'),
    description: 'Learns the load of the last two years',
    settings: {
      doesUseGPU: true,
      resources: { cpu: { request: 2, limit: 4 }, memory: { request: 4096, limit: 6144 } },
      alerting: {
        emails: ['data@energy.invalid'],
        statusList: ['FAILED', 'ERROR'],
        loginEmails: [{ login: 'sofia.rossi', email: 'sofia.rossi@energy.invalid' }],
      },
    },
    everyMinutes: 240,
    script: {
      ...script(
        8,
        60,
        ['SUCCEEDED', 'FAILED'],
        [...out('Epoch 1/3', 'Epoch 2/3'), ...err('MemoryError: unable to allocate 6.2 GiB')],
      ),
      outcomeDetails: 'The container was ended: out of memory',
    },
  },
  {
    ...job('weatherImport', 'energy', 'Import weather', 'bash', 'Extraction'),
    everyMinutes: 60,
    script: {
      ...script(1, 6, 'FAILED', [...out('curl forecast.json'), ...err('exit status 6')]),
      outcomeDetails: 'The container exited with code 6',
    },
  },
  {
    ...job('qualityChecks', 'operations', 'Check data quality', 'sql', 'Processing'),
    everyMinutes: 75,
    script: script(2, 10, ['SUCCEEDED', 'SUCCEEDED', 'SKIPPED'], out('42 checks passed')),
  },
  {
    ...job('nightlyBackup', 'operations', 'Back up nightly', 'bash', 'Processing'),
    settings: {
      isScheduled: true,
      cronScheduling: '0 2 * * *',
      scheduleTimezone: 'Europe/Paris',
    },
    everyMinutes: 1440,
    script: {
      ...script(5, 40, ['SUCCEEDED', 'SUCCEEDED', 'ERROR'], out('tar --create', 'Done')),
      outcomeDetails: 'See the log',
    },
  },
];

function project(id: string, name: string, description: string, creator: string): NewProject {
  return { id, name, description, creator };
}

function job(
  id: keyof typeof JOB_IDS,
  projectId: keyof typeof PROJECT_IDS,
  name: string,
  technology: keyof typeof TECHNOLOGY_IDS,
  category: string,
): JobToAdd {
  return {
    id: JOB_IDS[id],
    projectId: PROJECT_IDS[projectId],
    name,
    category,
    technologyId: TECHNOLOGY_IDS[technology],
  };
}

function script(
  queueSeconds: number,
  durationSeconds: number | null,
  outcome: JobScript['outcome'],
  logLines: LogLine[],
): Partial<JobScript> {
  return { queueSeconds, durationSeconds, outcome, logLines };
}

function out(...lines: string[]): LogLine[] {
  return lines.map((value) => ({ stream: 'STDOUT', value }));
}

function err(...lines: string[]): LogLine[] {
  return lines.map((value) => ({ stream: 'STDERR', value }));
}
