import { APP_TECHNOLOGY_IDS, TECHNOLOGY_IDS, type Sandbox } from '../../sandbox';
import { randomNumbers } from './random';

/** Maximum numbers of entities. */
const MAX_COUNTS = { jobs: 6, apps: 3, pipelines: 3, volumes: 3 };
const NAMES = [
  ...['Load', 'load', 'Été à Paris', 'nul', 'a/b\\c', 'Ω≈ç', 'Join "all"', '.env'],
  'x'.repeat(120),
];
const JOB_TECHNOLOGIES = Object.values(TECHNOLOGY_IDS);
const { notebook, dashboard, dockerImage } = APP_TECHNOLOGY_IDS;
const ZONES = ['Europe/Paris', 'UTC', null];

export type Chance = ReturnType<typeof createChance>;

/** Creates functions that make random choices. The same seed gives the same choices. */
export function createChance(seed: number) {
  const next = randomNumbers(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    is: (probability: number) => next() < probability,
    of: <T>(entries: readonly T[]) => entries[below(entries.length)] as T,
  };
}

/** Adds credentials of a Docker registry, because a deploy does not create them. */
export function addCredentials({ store }: Sandbox, projectId: string): string {
  return store.dockerCredentials.add({
    projectId,
    registry: 'registry.example.com',
    username: 'puller',
    password: 'secret-of-the-registry',
    updatedAt: 0,
  }).id;
}

/** Adds random entities to a project. @returns names of its secret variables */
export function fillProject({ store }: Sandbox, projectId: string, seed: number): string[] {
  const chance = createChance(seed);
  const { below, is, of } = chance;
  const passwords = new Set<string>();
  const credentialsId = addCredentials({ store } as Sandbox, projectId);
  const addVariables = (scope: 'PROJECT' | 'JOB' | 'APP' | 'PIPELINE', entityId: string) => {
    for (let index = below(4); index > 0; index--) {
      const isPassword = is(0.3);
      const name = isPassword ? `SECRET_${index}` : `VALUE_${index}`;
      if (isPassword) passwords.add(name);
      store.variables.add({
        scope,
        entityId,
        name,
        isPassword,
        value: isPassword ? `secret-value-${seed}` : of(['', 'a value', 'two\nlines', '{"a":1}']),
        description: is(0.4) ? 'What it is for' : null,
      });
    }
  };
  const schedule = () => {
    const hasCron = is(0.6);
    // A schedule with a cron expression is paused if isScheduled is false.
    const isScheduled = hasCron && is(0.6);
    return {
      isScheduled,
      cronScheduling: hasCron ? of(['0 6 * * *', '*/5 * * * 1-5']) : null,
      scheduleTimezone: hasCron ? of(ZONES) : null,
    };
  };
  const alerting = (statusList: string[]) =>
    is(0.3)
      ? {
          emails: ['b@example.com', 'a@example.com'],
          statusList,
          loginEmails: [{ login: 'ann', email: 'ann@example.invalid' }],
        }
      : null;
  const text = (...texts: string[]) => (is(0.6) ? of(texts) : null);
  const image = (name: string, probability: number) =>
    is(probability)
      ? {
          image: `registry.example.com/${name}`,
          dockerCredentialsId: is(0.5) ? credentialsId : null,
        }
      : null;

  store.editProject(projectId, { description: text('What it is for', 'Zwei\nZeilen') });
  addVariables('PROJECT', projectId);
  const volumes = Array.from({ length: below(MAX_COUNTS.volumes + 1) }, (_, index) =>
    store.volumes.add({
      projectId,
      name: `volume ${index}`,
      size: of(['512 MB', '10 GB', '1.5 GiB']),
      description: text('Models'),
      creator: 'somebody',
      createdAt: 1000 + index,
    }),
  );
  const jobs = Array.from({ length: below(MAX_COUNTS.jobs) + 1 }, (_, index) => {
    const content = new TextEncoder().encode(`print(${seed}, ${of([1, 2, index])})\n`);
    const hasPackage = is(0.7);
    const job = store.addJob({
      projectId,
      name: of([`Job ${index}`, of(NAMES)]),
      description: text('Loads', ' With blanks '.trim()),
      category: of(['Extraction', 'Processing']),
      technologyId: of(JOB_TECHNOLOGIES),
      settings: {
        ...schedule(),
        isStreaming: is(0.2),
        doesUseGPU: is(0.2),
        alerting: alerting(['FAILED', 'KILLED']),
        resources: is(0.4)
          ? { cpu: { request: 0.5, limit: 2 }, memory: { request: 1, limit: 4 } }
          : null,
      },
      version: {
        releaseNote: text('Better', 'First'),
        commandLine: text('python {file}', 'python {file} --day "today" \\\n  --all'),
        runtimeVersion: text('3.12', '5.2'),
        dockerInfo: image('etl:1', 0.3),
        extraTechnology: is(0.2) ? { language: 'Python', version: '3.12' } : null,
        sourceUrl: text('https://git.example.com/etl'),
        packageInfo: hasPackage
          ? {
              name: of(['main.py', 'my script.py']),
              size: content.length,
              sha256: store.packages.add(content),
            }
          : null,
      },
    });
    addVariables('JOB', job.id);
    return job;
  });
  const unlinked = new Set(volumes);
  for (let index = below(MAX_COUNTS.apps + 1); index > 0; index--) {
    const app = store.apps.add({
      projectId,
      name: of([`App ${index}`, `App ${index}`, 'Board']) + ` ${index}`,
      description: text('Shows'),
      technologyId: of([notebook, dashboard, dockerImage]),
      version: {
        releaseNote: text('Better'),
        dockerInfo: image('board:2', 0.5),
        runtimeContextId: null,
        ports: Array.from({ length: below(3) }, (_, number) => ({
          number: 8000 + number,
          name: of(['web', null]),
          isRewriteUrl: is(0.5),
          basePathVariableName: of(['BASE', null]),
          scope: of(['PROJECT', 'PUBLIC'] as const),
        })),
        // A volume can be linked to one app only.
        volumesWithPath: volumes
          .filter(() => is(0.4))
          .filter((volume) => unlinked.delete(volume))
          .map(({ id }, number) => ({ path: `/data/${number}`, volumeId: id })),
      },
    });
    addVariables('APP', app.id);
  }
  for (let index = below(MAX_COUNTS.pipelines + 1); index > 0; index--) {
    const pipeline = store.pipelines.add({
      projectId,
      name: of([`Pipeline ${index}`, of(NAMES)]),
      description: text('Every day'),
      creator: 'somebody',
      settings: {
        ...schedule(),
        alerting: alerting(['FAILED']),
        hasExecutionVariablesEnabled: is(0.3),
      },
      sourceUrl: text('https://git.example.com/pipelines'),
      releaseNote: text('Better'),
      graph: buildRandomGraph(
        chance,
        jobs.map(({ id }) => id),
      ),
    });
    addVariables('PIPELINE', pipeline.id);
  }
  return [...passwords];
}

/** Builds a graph without cycles: each node leads only to later nodes. */
function buildRandomGraph({ below, is, of }: Chance, jobIds: readonly string[]) {
  const hasPositions = is(0.5);
  const count = below(5) + 1;
  const nodes = Array.from({ length: count }, (_, index) => ({
    id: crypto.randomUUID(),
    position: hasPositions ? { x: index * 100 + 0.26, y: below(3) * 50 - 0.4 } : null,
    isCondition: index > 0 && index < count - 1 && is(0.3),
  }));
  // Each condition must have a predecessor.
  const chooseNext = (index: number) =>
    nodes.slice(index + 1).flatMap(({ id, isCondition }, after) => {
      const isNext = is(0.4) || (isCondition && after === 0);
      return isNext ? [id] : [];
    });
  const conditions = ['AllSuccess', 'AtLeastOneSuccess', { expression: 'a > 1' }] as const;
  const buildNodes = <Node>(conditions: boolean, build: (index: number) => Node) =>
    nodes.flatMap(({ isCondition, ...node }, index) =>
      isCondition === conditions ? [{ ...node, ...build(index) }] : [],
    );
  return {
    jobNodes: buildNodes(false, (index) => ({ jobId: of(jobIds), nextNodes: chooseNext(index) })),
    conditionNodes: buildNodes(true, (index) => ({
      condition: of(conditions),
      nextNodesSuccess: chooseNext(index),
      nextNodesFailure: chooseNext(index),
    })),
  };
}
