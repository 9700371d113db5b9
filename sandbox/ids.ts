import { createHash } from 'node:crypto';

// These IDs are the same in every seeded sandbox, so that workflows and tests can contain them.

export const PROJECT_IDS = {
  retail: '10000000-0000-4000-8000-000000000001',
  mobility: '10000000-0000-4000-8000-000000000002',
  energy: '10000000-0000-4000-8000-000000000003',
  operations: '10000000-0000-4000-8000-000000000004',
} as const;

export const JOB_IDS = {
  salesExtraction: '20000000-0000-4000-8000-000000000001',
  customerScoring: '20000000-0000-4000-8000-000000000002',
  basketAnalysis: '20000000-0000-4000-8000-000000000003',
  priceWatch: '20000000-0000-4000-8000-000000000004',
  tripIngestion: '20000000-0000-4000-8000-000000000005',
  demandForecast: '20000000-0000-4000-8000-000000000006',
  vehicleStream: '20000000-0000-4000-8000-000000000007',
  meterReadings: '20000000-0000-4000-8000-000000000008',
  gridLoadModel: '20000000-0000-4000-8000-000000000009',
  weatherImport: '20000000-0000-4000-8000-00000000000a',
  qualityChecks: '20000000-0000-4000-8000-00000000000b',
  nightlyBackup: '20000000-0000-4000-8000-00000000000c',
} as const;

/** These projects exist only if schedules are played. */
export const SCHEDULED_PROJECT_IDS = {
  dailyReporting: '10000000-0000-4000-8000-000000000011',
  nightInMinutes: '10000000-0000-4000-8000-000000000012',
} as const;

export const SCHEDULED_JOB_IDS = {
  salesReport: '20000000-0000-4000-8000-000000000021',
  financeExtract: '20000000-0000-4000-8000-000000000022',
  stockImport: '20000000-0000-4000-8000-000000000023',
  riskScores: '20000000-0000-4000-8000-000000000025',
  orders: '20000000-0000-4000-8000-000000000031',
  exchangeRates: '20000000-0000-4000-8000-000000000032',
  priceList: '20000000-0000-4000-8000-000000000033',
  searchIndex: '20000000-0000-4000-8000-000000000034',
  stockLevels: '20000000-0000-4000-8000-000000000036',
} as const;

export const TECHNOLOGY_IDS = {
  bash: '30000000-0000-4000-8000-000000000001',
  java: '30000000-0000-4000-8000-000000000002',
  python: '30000000-0000-4000-8000-000000000003',
  r: '30000000-0000-4000-8000-000000000004',
  spark: '30000000-0000-4000-8000-000000000005',
  sql: '30000000-0000-4000-8000-000000000006',
} as const;

export const APP_TECHNOLOGY_IDS = {
  notebook: '30000000-0000-4000-8000-000000000011',
  dashboard: '30000000-0000-4000-8000-000000000012',
  dockerImage: '30000000-0000-4000-8000-000000000013',
  legacyBoard: '30000000-0000-4000-8000-000000000014',
} as const;

export const REPOSITORY_IDS = {
  /** A read-only repository from a web address. */
  official: '40000000-0000-4000-8000-000000000001',
  /** A repository from a file. */
  own: '40000000-0000-4000-8000-000000000002',
} as const;

export const PIPELINE_IDS = {
  /** Runs two jobs one after the other. */
  dailySales: '50000000-0000-4000-8000-000000000001',
  /** Runs two jobs at the same time, then one of two jobs that a condition chooses. It has no runs. */
  energyForecast: '50000000-0000-4000-8000-000000000002',
} as const;

/** With `seedRuns`, the first app is running, the second was never started, and the third failed to start. */
export const APP_IDS = {
  salesDashboard: '60000000-0000-4000-8000-000000000001',
  mobilityNotebook: '60000000-0000-4000-8000-000000000002',
  gridApi: '60000000-0000-4000-8000-000000000003',
} as const;

/** Derives an ID from a text. The same text always gives the same ID. */
export function hashToId(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
