import { type JobScript, toLogLines } from '../runs/script';
import type { JobToAdd } from '../store/store';
import type { NewProject } from '../store/projects';
import { JOB_IDS, PROJECT_IDS, TECHNOLOGY_IDS } from '../ids';
import { buildParisSchedule } from '../schedules/starts';

export const DEMO_PROJECTS: NewProject[] = [
  project('retail', 'Retail Analytics', 'Sales, customers and prices', 'amelie.martin'),
  project('mobility', 'Urban Mobility', 'Trips and vehicles, city by city', 'jonas.weber'),
  project('energy', 'Energy Forecast', 'Load and weather, hour by hour', 'sofia.rossi'),
  project('operations', 'Platform Operations', 'Housekeeping of the platform', 'admin'),
];

export interface DemoJob extends JobToAdd {
  /** Minutes between two runs of the history; 0 for a job that streams. */
  everyMinutes: number;
}

export const DEMO_JOBS: DemoJob[] = [
  job('salesExtraction', 'retail', 'Extract daily sales', 'sql', 'Extraction', {
    ...buildRuns(60, 2, 12, ['Reading orders', '48 213 rows written']),
  }),
  job('customerScoring', 'retail', 'Score customers', 'python', 'Processing', {
    ...buildRuns(90, 3, 20, ['Loading the model', 'Scored 12 904 customers']),
  }),
  job('basketAnalysis', 'retail', 'Analyse baskets', 'spark', 'Processing', {
    ...buildRuns(180, 6, 45, ['Starting 4 executors', 'Found 312 rules']),
  }),
  job('priceWatch', 'retail', 'Watch competitor prices', 'python', 'Extraction', {
    ...buildRuns(30, 1, 8, ['Fetching 40 pages'], {
      outcome: ['SUCCEEDED', 'SUCCEEDED', 'FAILED'],
      outcomeDetails: 'The container exited with code 1',
      error: 'HTTPError: 429 Too Many Requests',
    }),
  }),
  job('tripIngestion', 'mobility', 'Ingest trips', 'spark', 'Extraction', {
    ...buildRuns(45, 4, 30, ['Reading 96 files', '1 204 332 trips written']),
  }),
  job('demandForecast', 'mobility', 'Forecast demand', 'r', 'Processing', {
    ...buildRuns(120, 2, 25, ['Fitting 24 models', 'MAPE 6.1 %']),
  }),
  job('vehicleStream', 'mobility', 'Stream vehicle positions', 'java', 'Processing', {
    ...buildRuns(0, 2, null, ['Listening to the topic positions']),
    settings: { isStreaming: true },
  }),
  job('meterReadings', 'energy', 'Collect meter readings', 'java', 'Extraction', {
    ...buildRuns(40, 1, 15, ['Connected to 8 gateways', '88 020 readings'], {
      outputVariables: [
        { key: 'READINGS', value: '88020', isPassword: false },
        { key: 'READ_UNTIL', value: '2026-11-23T06:00:00Z', isPassword: false },
      ],
    }),
  }),
  job('gridLoadModel', 'energy', 'Train grid load model', 'python', 'Processing', {
    ...buildRuns(240, 8, 60, ['Epoch 1/3', 'Epoch 2/3'], {
      outcome: ['SUCCEEDED', 'FAILED'],
      outcomeDetails: 'The container was ended: out of memory',
      error: 'MemoryError: unable to allocate 6.2 GiB',
    }),
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
  }),
  job('weatherImport', 'energy', 'Import weather', 'bash', 'Extraction', {
    ...buildRuns(60, 1, 6, ['curl forecast.json'], {
      outcome: 'FAILED',
      outcomeDetails: 'The container exited with code 6',
      error: 'exit status 6',
    }),
  }),
  job('qualityChecks', 'operations', 'Check data quality', 'sql', 'Processing', {
    ...buildRuns(75, 2, 10, ['42 checks passed'], {
      outcome: ['SUCCEEDED', 'SUCCEEDED', 'SKIPPED'],
    }),
  }),
  job('nightlyBackup', 'operations', 'Back up nightly', 'bash', 'Processing', {
    ...buildRuns(1440, 5, 40, ['tar --create', 'Done'], {
      outcome: ['SUCCEEDED', 'SUCCEEDED', 'ERROR'],
      outcomeDetails: 'See the log',
    }),
    settings: buildParisSchedule('0 2 * * *'),
  }),
];

function project(
  id: keyof typeof PROJECT_IDS,
  name: string,
  description: string,
  creator: string,
): NewProject {
  return { id: PROJECT_IDS[id], name, description, creator };
}

function job(
  id: keyof typeof JOB_IDS,
  projectId: keyof typeof PROJECT_IDS,
  name: string,
  technology: keyof typeof TECHNOLOGY_IDS,
  category: string,
  others: Partial<JobToAdd> & { everyMinutes: number },
): DemoJob {
  return {
    id: JOB_IDS[id],
    projectId: PROJECT_IDS[projectId],
    name,
    category,
    technologyId: TECHNOLOGY_IDS[technology],
    ...others,
  };
}

function buildRuns(
  everyMinutes: number,
  queueSeconds: number,
  durationSeconds: number | null,
  output: string[],
  { error, ...others }: Partial<JobScript> & { error?: string } = {},
) {
  const logLines = toLogLines(output, error);
  return { everyMinutes, script: { queueSeconds, durationSeconds, logLines, ...others } };
}
