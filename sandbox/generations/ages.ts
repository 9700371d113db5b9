import { changed, type Definitions, type SchemaChanges } from '../definitions/definitions';
import { definitionsOfGeneration, type Generation } from './generation';

/** A platform between two generations: what it lacks of the later one. */
interface Between extends SchemaChanges {
  generation: Generation;
}

const JOBS_IN_PROJECTS = ['Project.jobs'];
const ALIASES_OF_PIPELINES = [
  'Pipeline.alias',
  'PipelineInput.alias',
  'PipelineEditionInput.alias',
];
const ALIASES = [...ALIASES_OF_PIPELINES, 'GraphPipelineInput.alias'];
const VARIABLES_OF_PIPELINES = ['EnvVarScope.PIPELINE', 'Query.pipelineEnvironmentVariables'];
const VOLUMES = [
  'Project.volumes',
  'App.linkedVolumes',
  'AppVersion.volumesWithPath',
  'AppVersionInput.volumesWithPath',
  'Mutation.createVolume',
  'Mutation.editVolume',
  'Mutation.deleteVolume',
  'Mutation.unlinkVolume',
];
/** Its nodes wait for success alone, which need not be said. */
const CONDITIONS = ['ConditionNode.condition', 'ConditionNodeInput.condition'];
/** Lists tell rows of jobs, and one pipeline tells its graph. */
const ROWS_IN_LISTS = `
  type Query { pipelines(projectId: UUID!): [ListedPipeline] }
  type ListedPipeline {
    id: UUID!
    name: String!
    description: String
    alerting: JobPipelineAlerting
    hasExecutionVariablesEnabled: Boolean
    versions: [ListedPipelineVersion!]!
    isScheduled: Boolean!
    cronScheduling: Cron
    scheduleTimezone: TimeZone
  }
  type ListedPipelineVersion { number: Int! isCurrent: Boolean! jobs: [Job!] }
`;

const BETWEEN = {
  '2021': {
    generation: 'early',
    without: [...JOBS_IN_PROJECTS, ...ALIASES_OF_PIPELINES],
    instead: '',
  },
  '2022, first half': {
    generation: 'middle',
    without: [
      ...JOBS_IN_PROJECTS,
      ...ALIASES,
      ...VARIABLES_OF_PIPELINES,
      ...VOLUMES,
      ...CONDITIONS,
      'Project.pipelines',
      'Mutation.restartApp',
      'Query.filteredLogs',
      'Query.countFilteredLogs',
      'JobVersion.sourceUrl',
      'JobVersionInput.sourceUrl',
      'App.alerting',
      'AppInput.alerting',
      'AppEditionInput.alerting',
    ],
    instead: ROWS_IN_LISTS,
  },
  '2022, second half': {
    generation: 'middle',
    without: [
      ...JOBS_IN_PROJECTS,
      ...ALIASES,
      ...VARIABLES_OF_PIPELINES,
      'JobNode.position',
      'JobNodeInput.position',
      ...CONDITIONS,
      'ConditionNode.position',
      'ConditionNodeInput.position',
      'Pipeline.hasExecutionVariablesEnabled',
      'GraphPipelineInput.hasExecutionVariablesEnabled',
      'PipelineEditionInput.hasExecutionVariablesEnabled',
    ],
    instead: '',
  },
  '2023, first half': {
    generation: 'middle',
    without: [
      ...JOBS_IN_PROJECTS,
      ...ALIASES,
      'Job.scheduleTimezone',
      'JobInput.scheduleTimezone',
      'JobEditionInput.scheduleTimezone',
    ],
    instead: '',
  },
  '2023-11': { generation: 'middle', without: ALIASES, instead: '' },
  '2024-02': { generation: 'middle', without: [], instead: '' },
  '2024-04': {
    generation: 'recent',
    without: ['JobVersion.sourceUrl', 'JobVersionInput.sourceUrl', 'Job.resources'],
    instead: '',
  },
  today: { generation: 'recent', without: [], instead: '' },
} satisfies Record<string, Between>;

/** Platforms by when they were made, the oldest first; finer than generations. */
export type Age = keyof typeof BETWEEN;

export const AGES = Object.keys(BETWEEN) as Age[];

export function generationOf(age: Age): Generation {
  return BETWEEN[age].generation;
}

/** The types that the Projects module of that age has. */
export function definitionsOfAge(age: Age): Definitions {
  const { generation, ...changes } = BETWEEN[age];
  return changed(definitionsOfGeneration(generation), changes);
}
