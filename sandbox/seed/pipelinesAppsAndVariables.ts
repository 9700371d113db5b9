import { toLogLines } from '../runs/script';
import type { SandboxStore } from '../store/store';
import { APP_IDS, APP_TECHNOLOGY_IDS, JOB_IDS, PIPELINE_IDS, PROJECT_IDS } from '../ids';
import { buildParisSchedule } from '../schedules/starts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Adds pipelines, apps and variables. With `playsSchedules`, the runs of a scheduled pipeline are added later. */
export function seedPipelinesAppsAndVariables(
  store: SandboxStore,
  now: number,
  withRuns: boolean,
  playsSchedules: boolean,
): void {
  addPipelines(store, now - 20 * DAY_MS);
  for (const days of withRuns && !playsSchedules ? [5, 4, 3] : []) {
    store.pipelines.start(PIPELINE_IDS.dailySales, {
      requestedAt: now - days * DAY_MS,
      ...(days === 3 ? { author: 'amelie.martin' } : { cause: 'SCHEDULED' }),
    });
  }
  addApps(store, now - 10 * DAY_MS, withRuns);
  addVariables(store);
}

function addPipelines({ pipelines }: SandboxStore, createdAt: number): void {
  const [extract, score] = [toNodeId(1), toNodeId(2)];
  pipelines.add({
    id: PIPELINE_IDS.dailySales,
    projectId: PROJECT_IDS.retail,
    name: 'Daily sales',
    description: 'Extract, then score',
    creator: 'amelie.martin',
    createdAt,
    settings: buildParisSchedule('0 6 * * *'),
    graph: {
      jobNodes: [
        buildJobNode(extract, 'salesExtraction', 0, 0, [score]),
        buildJobNode(score, 'customerScoring', 200, 0),
      ],
      conditionNodes: [],
    },
  });

  const [weather, meters, condition] = [toNodeId(11), toNodeId(12), toNodeId(13)];
  const [train, check] = [toNodeId(14), toNodeId(15)];
  pipelines.add({
    id: PIPELINE_IDS.energyForecast,
    projectId: PROJECT_IDS.energy,
    name: 'Energy forecast',
    creator: 'sofia.rossi',
    createdAt,
    graph: {
      jobNodes: [
        buildJobNode(weather, 'weatherImport', 0, 0, [condition]),
        buildJobNode(meters, 'meterReadings', 0, 150, [condition]),
        buildJobNode(train, 'gridLoadModel', 400, 0),
        buildJobNode(check, 'meterReadings', 400, 150),
      ],
      conditionNodes: [
        {
          id: condition,
          position: { x: 200, y: 75 },
          condition: 'AllSuccess',
          nextNodesSuccess: [train],
          nextNodesFailure: [check],
        },
      ],
    },
  });
}

function addApps({ apps }: SandboxStore, createdAt: number, withRuns: boolean): void {
  const add = (
    id: keyof typeof APP_IDS,
    project: keyof typeof PROJECT_IDS,
    technology: keyof typeof APP_TECHNOLOGY_IDS,
    others: Omit<Parameters<typeof apps.add>[0], 'projectId' | 'technologyId'>,
  ) => {
    const [projectId, technologyId] = [PROJECT_IDS[project], APP_TECHNOLOGY_IDS[technology]];
    apps.add({ id: APP_IDS[id], projectId, technologyId, createdAt, ...others });
  };
  const web = { number: 3000, name: 'web', isRewriteUrl: true, scope: 'PROJECT' } as const;
  add('salesDashboard', 'retail', 'dashboard', {
    name: 'Sales dashboard',
    creator: 'amelie.martin',
    version: {
      dockerInfo: { image: 'platform/dashboard:11', dockerCredentialsId: null },
      ports: [{ ...web, basePathVariableName: null }],
      runtimeContextId: '11',
    },
    script: { logLines: toLogLines(['Listening on port 3000'], 'No certificate: plain HTTP') },
  });
  add('mobilityNotebook', 'mobility', 'notebook', {
    name: 'Mobility notebook',
    creator: 'jonas.weber',
    script: { logLines: toLogLines(['Notebook ready']) },
  });
  add('gridApi', 'energy', 'dockerImage', {
    name: 'Grid API',
    creator: 'sofia.rossi',
    version: { dockerInfo: { image: 'registry.invalid/grid-api:3', dockerCredentialsId: null } },
    script: { outcome: 'FAILED', outcomeDetails: 'The image could not be pulled' },
  });
  if (!withRuns) return;
  apps.begin(APP_IDS.salesDashboard, 'STARTING', createdAt + MINUTE_MS, 'amelie.martin');
  apps.begin(APP_IDS.gridApi, 'STARTING', createdAt + MINUTE_MS, 'sofia.rossi');
}

function addVariables({ variables }: SandboxStore): void {
  const ofRetail = { scope: 'PROJECT', entityId: PROJECT_IDS.retail } as const;
  const ofDailySales = { scope: 'PIPELINE', entityId: PIPELINE_IDS.dailySales } as const;
  variables.add({ name: 'REGION', value: 'eu-central', description: 'Region of the data' });
  variables.add({ name: 'LAKE_URL', value: 'hdfs://lake.invalid:8020' });
  variables.add({ ...ofRetail, name: 'REGION', value: 'eu-west' });
  variables.add({ ...ofRetail, name: 'DATABASE_PASSWORD', value: 'not-shown', isPassword: true });
  variables.add({ ...ofDailySales, name: 'DAY', value: 'yesterday' });
}

function buildJobNode(
  id: string,
  job: keyof typeof JOB_IDS,
  x: number,
  y: number,
  nextNodes: string[] = [],
) {
  return { id, jobId: JOB_IDS[job], position: { x, y }, nextNodes };
}

function toNodeId(number: number): string {
  return `51000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
