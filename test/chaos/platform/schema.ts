import { buildSchema, type GraphQLSchema } from 'graphql';

/** Which generation of deployed platforms is played. */
export type Generation = 'early' | 'recent';

const ENUMS = `
  scalar UUID
  scalar DateTime
  scalar Cron
  scalar TimeZone
  scalar DataSize
  scalar Upload
  enum InstanceStatus { AWAITING REQUESTED UNKNOWN QUEUED RUNNING KILLING KILLED SUCCEEDED FAILED ERROR SKIPPED }
  enum AppStatus { STARTED STARTING RESTARTING RECOVERING UPGRADING ROLLING_BACK STOPPING STOPPED FAILED UNKNOWN }
  enum ProjectStatus { CREATED INIT_REQUESTED INITIALIZING FAILED READY }
  enum ProjectRole { ROLE_PROJECT_VIEWER ROLE_PROJECT_EDITOR ROLE_PROJECT_MANAGER }
  enum LogStream { ENVVARS_STDOUT ENVVARS_STDERR ORCHESTRATION_STDOUT ORCHESTRATION_STDERR STDERR STDOUT }
  enum TriggerType { MANUAL_JOB MANUAL_APP EXPAND_VOLUME CRON_JOB CRON_PIPELINE MANUAL_PIPELINE }
`;

const RUNS = `
  interface Trigger { triggerType: TriggerType! }
  type AuthoredTrigger implements Trigger { triggerType: TriggerType! author: String }
  type AnonymousTrigger implements Trigger { triggerType: TriggerType! }
  type InstanceStatusDetails { status: InstanceStatus! details: String recordAt: DateTime! }
  type InstanceHistory { statuses: [InstanceStatusDetails]! currentStatus: InstanceStatusDetails! }
  type Log { index: Int value: String! stream: LogStream! }
  type Logs { count: Int content: [Log!] }
  type JobInstance {
    id: UUID! number: Int! status: InstanceStatus! @deprecated statusDetails: String @deprecated
    history: InstanceHistory version: JobVersion! startTime: DateTime! endTime: DateTime pipelineInstanceId: UUID
    pipelineInstance: PipelineInstance jobId: UUID! runTrigger: Trigger stopTrigger: AuthoredTrigger
  }
  type PipelineInstance {
    id: UUID! number: Int! status: InstanceStatus! statusDetails: InstanceStatusDetails
    jobsInstance(limit: Int, skip: Int): [JobInstance!]! conditionsInstance: [ConditionInstance]
    version: PipelineVersion! startTime: DateTime! endTime: DateTime pipelineId: UUID pipelineName: String
    runTrigger: Trigger stopTrigger: AuthoredTrigger
  }
  type ConditionInstance { id: UUID conditionNodeId: UUID! isSuccess: Boolean startTime: DateTime endTime: DateTime }
`;

const PROJECTS = `
  type Technology { id: UUID! }
  type SecurityGroup { name: ID! role: ProjectRole isAllProjects: Boolean! }
  type PlatformCounts { projects: Int! jobs: Int! apps: Int! pipelines: Int! }
  type Platform { id: Int! name: String counts: PlatformCounts! }
  type ClusterNodeCapacity { cpu: Float! gpu: Float! memory: Float! }
  type MigrationData { platformId: Int! projectId: UUID! migrationDate: DateTime! pipelineId: UUID }
  type PipelineMovableStateError { reason: String! offendingName: String }
  type PipelineMovableState { movable: Boolean! reasons: [PipelineMovableStateError!] }
  type Project {
    id: UUID! name: String! creator: String! description: String jobsCount: Int! jobs(limit: Int): [Job!]!
    status: ProjectStatus! apps: [App!]! pipelines: [Pipeline!]! volumes: [Volume!]!
  }
  type Volume {
    id: UUID! name: String! creator: String! description: String size: DataSize! projectId: UUID! creationDate: DateTime!
    linkedApp: App isLocked: Boolean migrationStatus: String migrationProjectId: UUID migrationVolumeId: UUID
  }
  type DockerCredentials { id: UUID! registry: String username: String! lastUpdate: DateTime! jobs: [Job!] apps: [App!] }
  type JobVersionDeletableState { deletable: Boolean! reasons: [String!] }
  type JobPackage { name: String! downloadUrl: String }
  type JobDocker { image: String! dockerCredentialsId: UUID }
  type JobVersion {
    number: Int! creationDate: DateTime! releaseNote: String runtimeVersion: String commandLine: String
    packageInfo: JobPackage dockerInfo: JobDocker isCurrent: Boolean! isMajor: Boolean creator: String! sourceUrl: String
    deletableState: JobVersionDeletableState
  }
  type Job {
    id: UUID! project: Project! name: String! alias: String description: String countJobInstance: Int
    instances(limit: Int, skip: Int, checkInPipelineInstance: Boolean, lastExecution: Boolean): [JobInstance!]
    versions(limit: Int, onlyCurrent: Boolean): [JobVersion!]! category: String! technology: Technology
    isScheduled: Boolean! cronScheduling: Cron scheduleTimezone: TimeZone isStreaming: Boolean! creationDate: DateTime!
    doesUseGPU: Boolean migrationStatus: String migrationProjectId: UUID migrationJobId: UUID
  }
  type NodePosition { x: Float! y: Float! }
  type JobNode { id: UUID! job: Job! position: NodePosition nextNodes: [UUID!] }
  type ConditionNode { id: UUID! position: NodePosition nextNodesSuccess: [UUID!] nextNodesFailure: [UUID!] }
  type PipelineGraph { jobNodes: [JobNode!] conditionNodes: [ConditionNode!] }
  type PipelineVersion { deletableState: JobVersionDeletableState number: Int! releaseNote: String jobs: [Job!] graph: PipelineGraph creationDate: DateTime! creator: String! isCurrent: Boolean! }
  type Pipeline {
    id: UUID! name: String! alias: String! description: String pipelineInstanceCount: Int!
    instances(limit: Int, skip: Int, lastExecution: Boolean): [PipelineInstance!]
    versions(limit: Int, onlyCurrent: Boolean): [PipelineVersion!]! project: Project! creationDate: DateTime!
    creator: String! isScheduled: Boolean! cronScheduling: Cron scheduleTimezone: TimeZone migrationStatus: String
    targetMigration: MigrationData movableState: PipelineMovableState
  }
  type AppHistory { id: UUID! currentStatus: AppStatus! currentStatusReason: String currentExecutionId: UUID startTime: DateTime author: String
    runningVersionNumber: Int!
    events(limit: Int, skip: Int): [StatusHistoryByAction!]
  }
  type AppStats { uptimePercentage: Float! downtimePercentage: Float! recoveredCount: Int! }
  interface AppEvent { recordAt: DateTime! executionId: UUID! versionNumber: Int! }
  type StatusRetrieve implements AppEvent { recordAt: DateTime! executionId: UUID! versionNumber: Int! status: AppStatus! reason: String }
  type RunAction implements AppEvent { recordAt: DateTime! executionId: UUID! versionNumber: Int! author: String triggerType: TriggerType }
  type StatusHistory { event: AppEvent! transitionTime: DateTime! }
  type StatusHistoryByAction { id: UUID! action: StatusHistory! statuses: [StatusHistory]! }
  type AppDocker { image: String! dockerCredentialsId: UUID }
  type Port { name: String number: Int! isRewriteUrl: Boolean! }
  type VolumeWithPath { path: String! volume: Volume }
  type AppVersion {
    number: Int! creationDate: DateTime! releaseNote: String creator: String! dockerInfo: AppDocker runtimeContextId: String
    ports: [Port!]! volumesWithPath: [VolumeWithPath!]
  }
  type AppLog { index: Int! value: String! containerId: String! stream: LogStream! recordAt: DateTime! }
  type AppLogs { count: Int content: [AppLog!] }
  type DeletionResultItem { id: UUID success: Boolean }
  type DeletionVersionResultItem { number: Int! success: Boolean! }
  type App {
    id: UUID! name: String! description: String creationDate: DateTime! creator: String! versions: [AppVersion!]!
    currentVersion: AppVersion technology: Technology project: Project! history: AppHistory
  }
  type OverriddenValues { scope: EnvVarScope! id: UUID! value: String isPassword: Boolean! }
  type EnvironmentVariable {
    id: UUID! name: String! scope: EnvVarScope! value: String description: String isPassword: Boolean!
    overriddenValues: [OverriddenValues]! isValid: Boolean
  }
`;

const INPUTS = `
  input SecurityGroupInput { name: ID! role: ProjectRole }
  input ProjectInput { name: String! description: String authorizedGroups: [SecurityGroupInput] }
  input ProjectEditionInput { id: UUID! name: String description: String authorizedGroups: [SecurityGroupInput] }
  input TechnologyInput { id: UUID! }
  input JobInput {
    projectId: UUID! name: String! alias: String description: String category: String! technology: TechnologyInput!
    isScheduled: Boolean! cronScheduling: Cron scheduleTimezone: TimeZone isStreaming: Boolean! doesUseGPU: Boolean
  }
  input JobEditionInput {
    id: UUID! name: String alias: String description: String isScheduled: Boolean cronScheduling: Cron
    scheduleTimezone: TimeZone isStreaming: Boolean doesUseGPU: Boolean
  }
  input JobPackageInput { name: String! usePreviousArtifact: Boolean }
  input JobDockerInput { image: String! dockerCredentialsId: UUID }
  input JobResourcesInput { cpu: Float! memory: Int! disk: Int! }
  input JobVersionInput {
    releaseNote: String runtimeVersion: String commandLine: String usePreviousArtifact: Boolean
    packageInfo: JobPackageInput dockerInfo: JobDockerInput resources: JobResourcesInput sourceUrl: String
  }
  input PipelineGraphInput { jobNodes: [JobNodeInput!] conditionNodes: [ConditionNodeInput!] }
  input JobInGraphPipelineInput { id: UUID! }
  input NodePositionInput { x: Float! y: Float! }
  input JobNodeInput { id: UUID! job: JobInGraphPipelineInput! position: NodePositionInput nextNodes: [UUID!] }
  input ConditionNodeInput { id: UUID! position: NodePositionInput nextNodesSuccess: [UUID!] nextNodesFailure: [UUID!] }
  input GraphPipelineInput {
    name: String! alias: String! description: String projectId: UUID! graph: PipelineGraphInput! releaseNote: String
    isScheduled: Boolean! cronScheduling: Cron scheduleTimezone: TimeZone
  }
  input PipelineEditionInput {
    id: UUID! name: String alias: String description: String isScheduled: Boolean cronScheduling: Cron scheduleTimezone: TimeZone
  }
  input PortInput { name: String number: Int! isRewriteUrl: Boolean! }
  input VolumeWithPathInput { path: String! volumeId: UUID! }
  input AppDockerInput { image: String! dockerCredentialsId: UUID }
  input AppVersionInput {
    dockerInfo: AppDockerInput runtimeContextId: String ports: [PortInput!]! volumesWithPath: [VolumeWithPathInput]
    releaseNote: String
  }
  input AppInput { projectId: UUID! name: String! description: String technologyId: UUID! version: AppVersionInput! }
  input AppEditionInput { id: UUID! name: String description: String }
  input ConditionExpressionVariableInput { key: String! value: String! }
  input VolumeInput { name: String! description: String size: DataSize! projectId: UUID! }
  input VolumeEditionInput { id: UUID! name: String description: String size: DataSize }
  input DockerCredentialsInput { registry: String username: String! password: String! projectId: UUID! }
  input DockerCredentialsUpdate { id: UUID! registry: String username: String password: String! projectId: UUID! }
  input EnvironmentVariableInput { id: UUID name: String! scope: EnvVarScope! value: String description: String isPassword: Boolean! }
`;

const RECENT_ROOTS = `
  enum EnvVarScope { GLOBAL PROJECT PIPELINE JOB APP }
  type Query {
    projects(search: String, first: Int, skip: Int): [Project!]
    project(id: UUID!): Project
    jobs(projectId: UUID!, category: String, technologyId: UUID): [Job!]
    job(id: UUID!): Job
    app(id: UUID!): App
    appStats(appHistoryId: UUID!, versionNumber: Int!, startTime: DateTime!): AppStats
    appLogs(appId: UUID!, appExecutionId: UUID!, limit: Int, skip: Int, stream: LogStream, recordAt: String): AppLogs
    volume(id: UUID!): Volume
    allDockerCredentials(projectId: UUID!): [DockerCredentials!]
    projectEnvironmentVariables(projectId: UUID!, search: String, first: Int, skip: Int): [EnvironmentVariable!]
    jobEnvironmentVariables(jobId: UUID!, search: String, first: Int, skip: Int): [EnvironmentVariable!]
    pipelineEnvironmentVariables(pipelineId: UUID!, scope: EnvVarScope): [EnvironmentVariable!]
    globalEnvironmentVariables(search: String, first: Int, skip: Int): [EnvironmentVariable!]
    appEnvironmentVariables(appId: UUID!, scope: EnvVarScope): [EnvironmentVariable!]
    filteredLogs(jobInstanceID: UUID!, limit: Int, skip: Int, streams: [LogStream]!): Logs
    countFilteredLogs(jobInstanceID: UUID!, streams: [LogStream]!): Int
    jobCategories: [String!]!
    jobInstance(id: UUID!): JobInstance
    graphPipeline(id: UUID!): Pipeline
    pipelineInstance(id: UUID!): PipelineInstance
    platform: Platform
    getClusterCapacity: [ClusterNodeCapacity]
    rights(projectId: UUID!): [SecurityGroup!]
    evaluateConditionExpression(projectId: UUID!, expression: String!, variables: [ConditionExpressionVariableInput!]): Boolean
  }
  type Mutation {
    runJob(jobId: UUID!): JobInstance!
    stopJobInstance(jobInstanceId: UUID!): JobInstance!
    createProject(project: ProjectInput!): Project!
    editProject(project: ProjectEditionInput!): Project!
    deleteProject(projectId: UUID!): Boolean
    createJob(job: JobInput!, jobVersion: JobVersionInput!, file: Upload): Job!
    editJob(job: JobEditionInput!): Job!
    addJobVersion(jobId: UUID!, jobVersion: JobVersionInput!, file: Upload): JobVersion!
    rollbackJobVersion(jobId: UUID!, versionNumber: Int!): Job
    deleteJobVersions(jobId: UUID!, jobVersionNumbers: [Int!]!): [DeletionVersionResultItem!]!
    deleteJobInstances(jobId: UUID!, jobInstanceIds: [UUID!]): [DeletionResultItem!]!
    duplicateJob(originalJobId: UUID!): Job!
    moveJob(jobId: UUID!, targetPlatformId: Int!, targetProjectId: UUID!, targetCategory: String): UUID!
    deleteJob(jobId: UUID!): Boolean
    runPipeline(pipelineId: UUID!): PipelineInstance!
    stopPipelineInstance(pipelineInstanceId: UUID!): PipelineInstance!
    createGraphPipeline(pipeline: GraphPipelineInput): Pipeline!
    editPipeline(pipeline: PipelineEditionInput): Pipeline!
    addGraphPipelineVersion(pipelineId: UUID!, graph: PipelineGraphInput!, releaseNote: String, sourceUrl: String): PipelineVersion!
    rollbackPipelineVersion(pipelineId: UUID!, versionNumber: Int!): Pipeline
    duplicatePipeline(originalPipelineId: UUID!, duplicateJobs: Boolean): Pipeline!
    deletePipelineInstances(pipelineId: UUID!, pipelineInstanceIds: [UUID!]): [DeletionResultItem!]!
    deletePipeline(id: UUID!): Boolean!
    deletePipelineVersions(pipelineId: UUID!, pipelineVersionNumbers: [Int!]!): [DeletionVersionResultItem!]!
    movePipeline(pipelineId: UUID!, targetPlatformId: Int!, targetProjectId: UUID!): UUID!
    createApp(app: AppInput!): App!
    editApp(appEdition: AppEditionInput!): App!
    addAppVersion(appId: UUID!, version: AppVersionInput!): AppVersion!
    rollbackAppVersion(appId: UUID!, versionNumber: Int!, volumesWithPath: [VolumeWithPathInput]): App
    createVolume(volume: VolumeInput!): Volume!
    editVolume(volumeEdition: VolumeEditionInput!): Volume!
    duplicateVolume(originalVolumeId: UUID!): Volume!
    deleteVolume(id: UUID!): Volume
    unlinkVolume(id: UUID!): Volume
    moveVolume(volumeId: UUID!, targetPlatformId: Int!, targetProjectId: UUID!): UUID!
    createDockerCredentials(dockerCredentials: DockerCredentialsInput): DockerCredentials
    updateDockerCredentials(dockerCredentialsUpdate: DockerCredentialsUpdate): DockerCredentials
    deleteDockerCredentials(id: UUID!, projectId: UUID!): Boolean
    runApp(id: UUID!): App!
    restartApp(id: UUID!): App!
    stopApp(id: UUID!): App
    deleteApp(appId: UUID!): App
    saveEnvironmentVariable(entityId: UUID, environmentVariable: EnvironmentVariableInput!): EnvironmentVariable!
    deleteEnvironmentVariable(id: UUID!): Boolean!
  }
`;

/** An early platform: other argument names, no duplicate, one stream of logs a request, no variables of pipelines. */
const EARLY_ROOTS = RECENT_ROOTS.replace('GLOBAL PROJECT PIPELINE JOB APP', 'GLOBAL PROJECT JOB')
  .replace('deleteJob(jobId: UUID!)', 'deleteJob(id: UUID!)')
  .replace('deleteProject(projectId: UUID!)', 'deleteProject(id: UUID!)')
  .replace(
    /^ +(?:duplicate\w+|move\w+|unlinkVolume|deletePipelineVersions|evaluateCondition\w+|restartApp|countFilteredLogs|pipelineEnv|appEnv).*\n/gm,
    '',
  )
  .replace(
    /^ +filteredLogs.*$/m,
    '    logs(jobInstanceID: UUID!, limit: Int, skip: Int, stream: LogStream): Logs',
  );

const CATALOG = `
  scalar UUID
  scalar Instant
  scalar Upload
  scalar URL
  scalar DataSize
  enum TrustLevel { Deprecated Experimental Stable }
  type CpuResourceSettings { limit: Float! }
  type ResourceSettings { cpu: CpuResourceSettings! }
  interface Context { available: Boolean! description: String id: String! label: String! recommended: Boolean! trustLevel: TrustLevel! }
  type JobContext implements Context { available: Boolean! description: String id: String! label: String! recommended: Boolean! trustLevel: TrustLevel! }
  type AppCatalogContext implements Context { available: Boolean! description: String id: String! label: String! recommended: Boolean! trustLevel: TrustLevel! }
  interface Technology { available: Boolean! description: String facets: [String!]! id: UUID! label: String! lastUpdate: Instant! repositoryId: UUID! technologyId: String! }
  type JobTechnology implements Technology { available: Boolean! contexts: [JobContext!]! description: String facets: [String!]! id: UUID! label: String! lastUpdate: Instant! repositoryId: UUID! technologyId: String! }
  type AppTechnology implements Technology { available: Boolean! appContexts: [AppCatalogContext!]! description: String facets: [String!]! id: UUID! label: String! lastUpdate: Instant! repositoryId: UUID! technologyId: String! }
  type FileSource { name: String! }
  type UrlSource { url: URL! }
  union Source = FileSource | UrlSource
  type Automatic { cron: String! }
  type Manual { uselessField: Boolean }
  union SynchroMode = Automatic | Manual
  type Repository {
    creationDate: Instant! creator: String! id: UUID! modificationDate: Instant! name: String! readOnly: Boolean!
    source: Source! synchroMode: SynchroMode! technologies: [Technology!]! synchronizationReports: SynchronizationReports!
  }
  type SynchronizationReports { count: Int! lastReversibleId: UUID }
  type RepositoryMutationResult { count: Int! objects: [Repository!]! }
  input RepositoryInput { name: String! url: URL }
  input RepositoryEditionInput { id: UUID! name: String triggerSynchronization: Boolean! url: URL }
  type RepositorySynchro { count: Int! repositoryId: UUID! repositoryName: String! }
  type Query {
    repositories: [Repository!]!
    repository(id: UUID!): Repository
    technologiesByIds(ids: [UUID!]!): [Technology!]!
    technology(id: UUID!): Technology
  }
  type Mutation {
    synchronizeRepository(id: UUID!, upload: Upload): RepositorySynchro!
    addRepository(repositoryInput: RepositoryInput!, upload: Upload): RepositoryMutationResult!
    editRepository(repositoryInput: RepositoryEditionInput!): RepositoryMutationResult!
    removeRepository(id: UUID!): Repository
    revertLastSynchronization(repositoryId: UUID!, synchronizationReportId: UUID!): RepositorySynchro!
  }
`;

const projects = (roots: string) => buildSchema([ENUMS, RUNS, PROJECTS, INPUTS, roots].join('\n'));

/** The schemas of the modules; the names and types are those of deployed platforms. */
export const SCHEMAS: Record<Generation | 'catalog', GraphQLSchema> = {
  early: projects(EARLY_ROOTS),
  recent: projects(RECENT_ROOTS),
  catalog: buildSchema(CATALOG),
};
