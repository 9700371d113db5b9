import {
  changed,
  type Definitions,
  membersOf,
  type SchemaChanges,
} from '../definitions/definitions';
import { definitionsOfGeneration, type Generation } from './generation';

/** A platform between two generations: what it lacks of the later one. */
interface Between extends Partial<SchemaChanges> {
  generation: Generation;
}

const JOBS_IN_PROJECTS = ['Project.jobs'];
const ALIASES_OF_PIPELINES = membersOf({
  Pipeline: 'alias',
  PipelineInput: 'alias',
  PipelineEditionInput: 'alias',
});
const ALIASES = [...ALIASES_OF_PIPELINES, 'GraphPipelineInput.alias'];
const VARIABLES_OF_PIPELINES = ['EnvVarScope.PIPELINE', 'Query.pipelineEnvironmentVariables'];
/** Its nodes wait for success alone, which need not be said. */
const CONDITIONS = ['ConditionNode.condition', 'ConditionNodeInput.condition'];
const BEFORE_2023 = [...JOBS_IN_PROJECTS, ...ALIASES, ...VARIABLES_OF_PIPELINES, ...CONDITIONS];
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
  '2021': { generation: 'early', without: [...JOBS_IN_PROJECTS, ...ALIASES_OF_PIPELINES] },
  '2022, first half': {
    generation: 'middle',
    without: [
      ...BEFORE_2023,
      ...membersOf({
        Project: 'volumes pipelines',
        Mutation: 'createVolume editVolume deleteVolume unlinkVolume restartApp',
        Query: 'filteredLogs countFilteredLogs',
        JobVersion: 'sourceUrl',
        JobVersionInput: 'sourceUrl',
        App: 'linkedVolumes alerting',
        AppInput: 'alerting',
        AppEditionInput: 'alerting',
        AppVersion: 'volumesWithPath',
        AppVersionInput: 'volumesWithPath',
      }),
    ],
    instead: ROWS_IN_LISTS,
  },
  '2022, second half': {
    generation: 'middle',
    without: [
      ...BEFORE_2023,
      ...membersOf({
        JobNode: 'position',
        JobNodeInput: 'position',
        ConditionNode: 'position',
        ConditionNodeInput: 'position',
        Pipeline: 'hasExecutionVariablesEnabled',
        GraphPipelineInput: 'hasExecutionVariablesEnabled',
        PipelineEditionInput: 'hasExecutionVariablesEnabled',
      }),
    ],
  },
  '2023, first half': {
    generation: 'middle',
    without: [
      ...JOBS_IN_PROJECTS,
      ...ALIASES,
      ...membersOf({
        Job: 'scheduleTimezone',
        JobInput: 'scheduleTimezone',
        JobEditionInput: 'scheduleTimezone',
      }),
    ],
  },
  '2023-11': { generation: 'middle', without: ALIASES },
  '2024-02': { generation: 'middle' },
  '2024-04': {
    generation: 'recent',
    without: ['JobVersion.sourceUrl', 'JobVersionInput.sourceUrl', 'Job.resources'],
  },
  today: { generation: 'recent' },
} satisfies Record<string, Between>;

/** Platforms by when they were made, the oldest first; finer than generations. */
export type Age = keyof typeof BETWEEN;

export const AGES = Object.keys(BETWEEN) as Age[];

export function generationOf(age: Age): Generation {
  return BETWEEN[age].generation;
}

/** The types that the Projects module of that age has. */
export function definitionsOfAge(age: Age): Definitions {
  const { generation, without = [], instead = '' }: Between = BETWEEN[age];
  return changed(definitionsOfGeneration(generation), { without, instead });
}
