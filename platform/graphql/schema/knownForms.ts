/** Types that the forms of a module have, from one form to another. 0 is the newest. */
interface KnownTypes {
  from: number;
  to: number;
  types: string;
}

/** Written by `npm run schemas`: the known forms of each module, for platforms that do not return their schema. */
export const KNOWN_FORMS: Record<'projects' | 'catalog', KnownTypes[]> = {
  projects: [
    {
      from: 0,
      to: 9,
      types: `
type Mutation
scalar UUID
type Technology{id:UUID!}
type Query
extend type Mutation{runJob(jobId:UUID!):JobInstance!}
`,
    },
    {
      from: 0,
      to: 6,
      types: `
type AppResourceRequestLimit{cpu:ResourceRequestLimit memory:ResourceRequestLimit}
type ResourceRequestLimit{request:Float limit:Float}
enum AppStatus{STARTED STARTING RESTARTING RECOVERING UPGRADING ROLLING_BACK STOPPING STOPPED FAILED UNKNOWN}
type AppHistory{id:UUID!countEvents:Int events(limit:Int skip:Int):[StatusHistoryByAction!]runningVersionNumber:Int!currentDockerInfo:AppDocker currentStatus:AppStatus!currentStatusReason:String currentExecutionId:UUID startTime:DateTime stopTime:DateTime author:String triggerType:TriggerType}
enum TriggerType{MANUAL_JOB MANUAL_APP EXPAND_VOLUME CRON_JOB CRON_PIPELINE MANUAL_PIPELINE}
type AppDocker{image:String!dockerCredentialsId:UUID}
type StatusHistoryByAction{id:UUID!appHistoryId:UUID!action:StatusHistory!statuses:[StatusHistory]!}
type StatusHistory{appHistoryId:UUID!event:AppEvent!transitionTime:DateTime!}
interface AppEvent{recordAt:DateTime!executionId:UUID!versionNumber:Int!}
type RestartAction implements AppEvent{recordAt:DateTime!executionId:UUID!versionNumber:Int!author:String triggerType:TriggerType}
type StopAction implements AppEvent{recordAt:DateTime!executionId:UUID!versionNumber:Int!author:String triggerType:TriggerType}
type UpgradeAction implements AppEvent{recordAt:DateTime!executionId:UUID!versionNumber:Int!author:String triggerType:TriggerType}
type RollbackAction implements AppEvent{recordAt:DateTime!executionId:UUID!versionNumber:Int!author:String triggerType:TriggerType}
type RunAction implements AppEvent{recordAt:DateTime!executionId:UUID!versionNumber:Int!author:String triggerType:TriggerType}
type StatusRetrieve implements AppEvent{recordAt:DateTime!executionId:UUID!versionNumber:Int!status:AppStatus!reason:String}
type PipelineMovableState{movable:Boolean!reasons:[PipelineMovableStateError!]}
type PipelineMovableStateError{reason:PipelineMovableStateErrorReason!offendingId:UUID offendingName:String sharedJobInManyPipelinesError:SharedJobInManyPipelines}
type SharedJobInManyPipelines{jobId:UUID!jobName:String!otherPipelinesLinked:[OtherPipelineWithSharedJob!]!}
type OtherPipelineWithSharedJob{pipelineId:UUID!pipelineName:String!pipelineVersions:[Int]!}
enum PipelineMovableStateErrorReason{PIPELINE_HAS_UNFINISHED_INSTANCES PIPELINE_HAS_INSTANCES_NOT_YET_CLEANED PIPELINE_ALREADY_IN_MIGRATION_STATE PIPELINE_SCHEDULED JOB_HAS_UNFINISHED_INSTANCES JOB_HAS_INSTANCES_NOT_YET_CLEANED JOB_ALREADY_IN_MIGRATION_STATE JOB_SCHEDULED JOBS_EXISTS_IN_MANY_PIPELINES}
type PipelineVersionDeletableState{deletable:Boolean!reasons:[PipelineVersionDeletableStateReason!]}
enum PipelineVersionDeletableStateReason{CURRENT_VERSION VERSION_HAS_UNFINISHED_INSTANCES VERSION_INSTANCES_NOT_YET_CLEANED}
type PipelineGraph{jobNodes:[JobNode!]conditionNodes:[ConditionNode!]}
type JobDeletableState{deletable:Boolean!reasons:[JobDeletableStateReason!]}
enum JobDeletableStateReason{HAS_UNFINISHED_INSTANCES LINKED_TO_PIPELINE INSTANCES_NOT_YET_CLEANED}
type JobVersionDeletableState{deletable:Boolean!reasons:[JobVersionDeletableStateReason!]}
enum JobVersionDeletableStateReason{CURRENT_VERSION VERSION_HAS_UNFINISHED_INSTANCES VERSION_LINKED_TO_PIPELINE_INSTANCE VERSION_INSTANCES_NOT_YET_CLEANED}
type AuthoredTrigger implements Trigger{author:String triggerType:TriggerType!}
interface Trigger{triggerType:TriggerType!}
type AnonymousTrigger implements Trigger{triggerType:TriggerType!}
type ExecutionVariableByKeyVariable{keyVariable:String!isPassword:Boolean valueVariablesInputByJobInstance:[ExecutionVariableValueInputByParent]valueGlobalVariableInput:String valueVariableOutput:String}
type ExecutionVariableValueInputByParent{jobInstanceId:UUID!jobId:UUID!jobAlias:String!jobName:String!isDirectParent:Boolean!value:String isPassword:Boolean}
type ExecutionVariable{key:String!value:String isPassword:Boolean!}
type ExecutionVariablesInput{parentJobInstanceId:String parentJobId:String parentJobAlias:String isDirectParent:Boolean executionVariables:[ExecutionVariable]isGlobalVariables:Boolean!}
type ConditionInstance{id:UUID conditionNodeId:UUID!isSuccess:Boolean startTime:DateTime endTime:DateTime history:InstanceHistory!executionVariablesByKey:[ExecutionVariableByKeyVariable]}
type InstanceHistory{statuses:[InstanceStatusDetails]!currentStatus:InstanceStatusDetails!}
type InstanceStatusDetails{status:InstanceStatus!details:String reason:StatusReason recordAt:DateTime!}
enum StatusReason{EVICTED EVICTED_EXEC_VARS CREATE_AGGREGATED_EXEC_VARS_ERROR CONTAINER_CREATION_ERROR IMAGE_PULL_ERROR INVALID_IMAGE_NAME OUT_OF_MEMORY GENERIC_ERROR WORKFLOW_DELETED UNEXPECTED_DELETION}
type Port{name:String number:Int!isRewriteUrl:Boolean!basePathVariableName:String scope:ExpositionScope internalUrl:String!}
enum ExpositionScope{PROJECT PUBLIC}
type EnvironmentVariable{id:UUID!name:String!scope:EnvVarScope!value:String description:String isPassword:Boolean!overriddenValues:[OverriddenValues]!isValid:Boolean invalidReasons:[EnvironmentVariableValidationError]}
type EnvironmentVariableValidationError{type:EnvironmentVariableValidationErrorType!concernedProperty:String!message:String!}
enum EnvironmentVariableValidationErrorType{NAME_IS_EMPTY NAME_DOESNT_START_WITH_LETTER NAME_CONTAINS_INVALID_CHARACTERS TOO_LONG_NAME TOO_LONG_VALUE MAXIMUM_COUNT_EXCEEDED NULL_VALUE_UNEXPECTED NAME_ALREADY_USED PROJECT_IS_NOT_FOUND APP_IS_NOT_FOUND JOB_IS_NOT_FOUND UNEXPECTED_LINKED_ENTITY_ON_GLOBAL_SCOPE UNEXPECTED_LINKED_ENTITY_ID_IS_NULL}
type DeletionResultItem{id:UUID success:Boolean}
input ProjectEditionInput{id:UUID!name:String description:String authorizedGroups:[SecurityGroupInput]technologiesByCategory:[TechnologyByCategoryInput!]appTechnologies:[TechnologyInput!]}
input ProjectInput{name:String!description:String technologiesByCategory:[TechnologyByCategoryInput!]appTechnologies:[TechnologyInput!]authorizedGroups:[SecurityGroupInput]}
type DeletionVersionResultItem{number:Int!success:Boolean!}
input PipelineGraphInput{jobNodes:[JobNodeInput!]conditionNodes:[ConditionNodeInput!]}
input JobInGraphPipelineInput{id:UUID!}
input JobResourceInput{cpu:ResourceRequestLimitInput memory:ResourceRequestLimitInput gpu:ResourceRequestLimitInput}
input ResourceRequestLimitInput{request:Float limit:Float}
type DockerCredentials{id:UUID!registry:String username:String!lastUpdate:DateTime!jobs:[Job!]apps:[App!]}
input VolumeWithPathInput{path:String!volumeId:UUID!}
input AppResourceInput{cpu:ResourceRequestLimitInput memory:ResourceRequestLimitInput gpu:ResourceRequestLimitInput}
input PortInput{name:String number:Int!isRewriteUrl:Boolean!basePathVariableName:String scope:ExpositionScope}
input AppDockerInput{image:String!dockerCredentialsId:UUID}
type AppsCountByTechnology{technology:Technology!count:Int!}
type PlatformCounts{projects:Int!jobs:Int!apps:Int!pipelines:Int!}
type AppLogs{count:Int content:[AppLog!]}
type AppLog{index:Int!value:String!containerId:String!stream:LogStream!recordAt:DateTime!}
extend type Query{labWebApps(projectId:UUID!):[Job!]@deprecated labWebApp(id:UUID!):Job@deprecated app(id:UUID!):App conditionInstance(id:UUID!):ConditionInstance countLogs(jobInstanceID:UUID!stream:LogStream):Int@deprecated appLogs(appId:UUID!appExecutionId:UUID!limit:Int skip:Int stream:LogStream recordAt:String):AppLogs countAppLogs(appId:UUID!appExecutionId:UUID!stream:LogStream):Int conditionPipelineFilteredLogs(conditionInstanceID:UUID!projectID:UUID!limit:Int skip:Int streams:[LogStream]!):Logs conditionPipelineByNodeIdFilteredLogs(pipelineInstanceID:UUID!conditionNodeID:UUID!projectID:UUID!limit:Int skip:Int streams:[LogStream]!):Logs conditionPipelineCountFilteredLogs(conditionInstanceID:UUID!projectID:UUID!streams:[LogStream]!):Int pipeline(id:UUID!):Pipeline@deprecated graphPipeline(id:UUID!):Pipeline projects(search:String first:Int skip:Int):[Project!] countApps(projectId:UUID!):[AppsCountByTechnology] appTechnologies(projectId:UUID!):[Technology!]@deprecated projectEnvironmentVariables(projectId:UUID!search:String first:Int skip:Int):[EnvironmentVariable!] jobEnvironmentVariables(jobId:UUID!search:String first:Int skip:Int):[EnvironmentVariable!] globalEnvironmentVariables(search:String first:Int skip:Int):[EnvironmentVariable!]}
extend type Mutation{createApp(app:AppInput!):App! addAppVersion(appId:UUID!version:AppVersionInput!):AppVersion! editApp(appEdition:AppEditionInput!):App! rollbackAppVersion(appId:UUID!versionNumber:Int!volumesWithPath:[VolumeWithPathInput]):App runApp(id:UUID!):App! stopApp(id:UUID!):App deleteApp(appId:UUID!):App deleteJob(jobId:UUID!):Boolean deleteJobVersions(jobId:UUID!jobVersionNumbers:[Int!]!):[DeletionVersionResultItem!]! createPipeline(pipeline:PipelineInput):Pipeline!@deprecated createGraphPipeline(pipeline:GraphPipelineInput):Pipeline! addPipelineVersion(pipelineId:UUID!jobsId:[UUID!]!releaseNote:String sourceUrl:String):PipelineVersion!@deprecated addGraphPipelineVersion(pipelineId:UUID!graph:PipelineGraphInput!releaseNote:String sourceUrl:String):PipelineVersion! deletePipelineVersions(pipelineId:UUID!pipelineVersionNumbers:[Int!]!):[DeletionVersionResultItem!]! deletePipelineInstances(pipelineId:UUID!pipelineInstanceIds:[UUID!]):[DeletionResultItem!]! deletePipelineInstancesByStatusSelector(pipelineId:UUID!selector:PipelineInstanceStatusSelector!excludePipelineInstanceIds:[UUID!]includePipelineInstanceIds:[UUID!]):Int! deletePipelineInstancesByDateSelector(pipelineId:UUID!beforeAt:DateTime!excludePipelineInstanceIds:[UUID!]includePipelineInstanceIds:[UUID!]):Int! deleteProject(projectId:UUID!):Boolean deleteJobInstances(jobId:UUID!jobInstanceIds:[UUID!]):[DeletionResultItem!]! deleteJobInstancesBySelector(jobId:UUID!selector:JobInstanceSelector!minusJobInstanceIds:[UUID!]@deprecated(reason:"Use excludeJobInstanceIds")excludeJobInstanceIds:[UUID!]moreJobInstanceIds:[UUID!]@deprecated(reason:"Use includeJobInstanceIds")includeJobInstanceIds:[UUID!]):Int! deleteJobInstancesByDate(jobId:UUID!beforeAt:DateTime!excludeJobInstanceIds:[UUID!]includeJobInstanceIds:[UUID!]):Int! replaceEnvironmentVariablesByRawForScope(entityId:UUID scope:EnvVarScope!rawEnvironmentVariables:String!):[EnvironmentVariable!]}
`,
    },
    {
      from: 0,
      to: 1,
      types: `
type Pipeline{id:UUID!name:String!alias:String!description:String alerting:JobPipelineAlerting hasExecutionVariablesEnabled:Boolean pipelineInstanceCount:Int!instances(limit:Int skip:Int lastExecution:Boolean):[PipelineInstance!]versions(limit:Int onlyCurrent:Boolean):[PipelineVersion!]!projectId:UUID!@deprecated project:Project!creationDate:DateTime!creator:String!isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone migrationStatus:MigrationStatus sourcesMigration:[MigrationData]targetMigration:MigrationData isLegacyPipeline:Boolean allVersionsJobTechnologiesByCategory:[TechnologyByCategory]movableState:PipelineMovableState}
type PipelineVersion{number:Int!releaseNote:String jobs:[Job!]graph:PipelineGraph creationDate:DateTime!creator:String!isCurrent:Boolean!isMajor:Boolean!deletableState:PipelineVersionDeletableState sourceUrl:String}
type JobInstance{id:UUID!number:Int!status:InstanceStatus!@deprecated statusDetails:String@deprecated history:InstanceHistory version:JobVersion!startTime:DateTime!endTime:DateTime pipelineInstanceId:UUID pipelineInstance:PipelineInstance executionVariablesInput:[ExecutionVariablesInput]executionGlobalVariablesInput:[ExecutionVariable]executionVariablesOutput:[ExecutionVariable]executionVariablesByKey:[ExecutionVariableByKeyVariable]jobId:UUID!jobNodeId:UUID jobAlias:String effectiveDockerImage:String!sparkuiUrl:String runTrigger:Trigger stopTrigger:AuthoredTrigger deletableState:JobInstanceDeletableState}
type JobInstanceDeletableState{deletable:Boolean!reasons:[JobInstanceDeletableStateReason!]}
enum JobInstanceDeletableStateReason{INSTANCE_NOT_TERMINATED INSTANCE_NOT_YET_CLEANED INSTANCE_LINKED_TO_PIPELINE INSTANCE_DOES_NOT_MATCH_JOB}
type PipelineInstance{id:UUID!number:Int!status:InstanceStatus!statusDetails:InstanceStatusDetails jobsInstance(limit:Int skip:Int):[JobInstance!]!conditionsInstance:[ConditionInstance]nodeStatuses:[NodeStatus!]!version:PipelineVersion!initialExecutionVariables:[ExecutionVariable!]runWithExecutionVariables:Boolean startTime:DateTime!endTime:DateTime pipelineId:UUID pipelineName:String runTrigger:Trigger stopTrigger:AuthoredTrigger deletableState:PipelineInstanceDeletableState}
type PipelineInstanceDeletableState{deletable:Boolean!reasons:[PipelineInstanceDeletableStateReason!]}
enum PipelineInstanceDeletableStateReason{INSTANCE_NOT_TERMINATED INSTANCE_DOES_NOT_MATCH_PIPELINE INSTANCE_NOT_YET_CLEANED JOB_INSTANCES_NOT_TERMINATED JOB_INSTANCES_NOT_IN_PIPELINE}
type NodeStatus{nodeId:UUID!status:InstanceStatus!}
type AppVersion{number:Int!creationDate:DateTime!releaseNote:String dockerInfo:AppDocker runtimeContextId:String creator:String!ports:[Port!]!isMajor:Boolean volumesWithPath:[VolumeWithPath!]}
enum EnvVarScope{GLOBAL PROJECT PIPELINE JOB APP}
type ProjectReports{countInstances:Long!projects:[ProjectReport!]!}
type ProjectReport{id:UUID!jobs:[JobReport!]!name:String!pipelines:[PipelineReport!]!}
type PipelineReport{id:UUID!name:String!pipelineInstances:[PipelineInstanceReport!]!}
type PipelineInstanceReport{endTime:DateTime id:UUID!jobInstances:[JobInstanceReport!]!startTime:DateTime!status:InstanceStatus!}
type JobInstanceReport{id:UUID!jobId:UUID!name:String!startTime:DateTime!endTime:DateTime status:InstanceStatus!}
type JobReport{id:UUID!jobInstances:[JobInstanceReport!]!name:String!}
scalar Long
input ConditionExpressionVariableInput{key:String!value:String!}
type AppStats{uptimePercentage:Float!downtimePercentage:Float!recoveredCount:Int!}
type StatusWithRecordAt{status:AppStatus!recordAt:DateTime!}
extend type Query{appVersion(appId:UUID!number:Int!):AppVersion appHistoryStatuses(appHistoryId:UUID!versionNumber:Int!startTime:DateTime!limit:Int):[StatusWithRecordAt] countAppHistoryStatuses(appHistoryId:UUID!versionNumber:Int!startTime:DateTime!):Int appStats(appHistoryId:UUID!versionNumber:Int!startTime:DateTime!):AppStats evaluateConditionExpression(projectId:UUID!expression:String!variables:[ConditionExpressionVariableInput!]):Boolean jobVersion(jobId:UUID!number:Int!):JobVersion logs(jobInstanceID:UUID!limit:Int skip:Int stream:LogStream):Logs@deprecated graphPipelineByName(projectId:UUID!name:String!):Pipeline graphPipelineByAlias(projectId:UUID!alias:String!):Pipeline! pipelineVersion(pipelineId:UUID!number:Int!):PipelineVersion projectReports(timeSlot:Int!limit:Int!skip:Int!):ProjectReports! technologiesByCategory(projectId:UUID!jobCategory:String):[TechnologyByCategory!]@deprecated pipelineEnvironmentVariables(pipelineId:UUID!scope:EnvVarScope):[EnvironmentVariable!] appEnvironmentVariables(appId:UUID!scope:EnvVarScope):[EnvironmentVariable!] volume(id:UUID!):Volume}
extend type Mutation{installApp(projectId:UUID!technologyId:UUID!contextId:String!):App! setMajorAppVersion(appId:UUID!versionNumber:Int!isMajor:Boolean!):AppVersion archiveJob(jobId:UUID!):Boolean@deprecated duplicateJob(originalJobId:UUID!):Job! moveJob(jobId:UUID!targetPlatformId:Int!targetProjectId:UUID!targetCategory:String):UUID! setMajorJobVersion(jobId:UUID!versionNumber:Int!isMajor:Boolean!):JobVersion duplicatePipeline(originalPipelineId:UUID!duplicateJobs:Boolean):Pipeline! movePipeline(pipelineId:UUID!targetPlatformId:Int!targetProjectId:UUID!):UUID! setMajorPipelineVersion(pipelineId:UUID!versionNumber:Int!isMajor:Boolean!):PipelineVersion archiveProject(projectId:UUID!):Boolean@deprecated moveVolume(volumeId:UUID!targetPlatformId:Int!targetProjectId:UUID!):UUID! duplicateVolume(originalVolumeId:UUID!):Volume!}
`,
    },
    {
      from: 0,
      to: 5,
      types: `
type Volume{id:UUID!name:String!creator:String!description:String size:DataSize!projectId:UUID!creationDate:DateTime!linkedApp:App migrationStatus:MigrationStatus migrationPlatformId:Int migrationProjectId:UUID migrationVolumeId:UUID duplicationStatus:DuplicationStatus duplicationTargetId:UUID originalVolumeId:UUID expansionStatus:ExpansionStatus isLocked:Boolean}
enum ExpansionStatus{EXPANSION_IN_PROGRESS WAITING_FOR_LINK_TO_AN_APP}
enum DuplicationStatus{DUPLICATION_OUT DUPLICATION_IN FAILED}
type App{id:UUID!name:String!description:String creationDate:DateTime!creator:String!versions:[AppVersion!]!currentVersion:AppVersion technology:Technology project:Project!linkedVolumes:[Volume!]isGenericApp:Boolean!history:AppHistory alerting:AppAlerting resources:AppResourceRequestLimit}
type AppAlerting{emails:[String!]!statusList:[AppStatus!]!loginEmails:[UserEmail!]}
type VolumeWithPath{path:String!volume:Volume}
scalar DataSize
input VolumeEditionInput{id:UUID!name:String description:String size:DataSize}
input VolumeInput{name:String!description:String size:DataSize!projectId:UUID!}
input AppEditionInput{id:UUID!name:String description:String alerting:AppAlertingInput resources:AppResourceInput}
input AppAlertingInput{emails:[Email!]logins:[String!]statusList:[AppStatus!]!}
input AppVersionInput{dockerInfo:AppDockerInput runtimeContextId:String ports:[PortInput!]!volumesWithPath:[VolumeWithPathInput]releaseNote:String}
input AppInput{projectId:UUID!name:String!description:String technologyId:UUID!version:AppVersionInput!alerting:AppAlertingInput resources:AppResourceInput}
extend type Query{filteredLogs(jobInstanceID:UUID!limit:Int skip:Int streams:[LogStream]!):Logs countFilteredLogs(jobInstanceID:UUID!streams:[LogStream]!):Int pipelines(projectId:UUID!):[Pipeline]@deprecated}
extend type Mutation{restartApp(id:UUID!):App! createVolume(volume:VolumeInput!):Volume! deleteVolume(id:UUID!):Volume editVolume(volumeEdition:VolumeEditionInput!):Volume! unlinkVolume(id:UUID!):Volume}
`,
    },
    {
      from: 0,
      to: 8,
      types: `
enum MigrationStatus{MIGRATING_IN MIGRATING_OUT READY FAILED}
type UserEmail{login:String email:String!}
scalar DateTime
type TechnologyByCategory{jobCategory:String!technologies:[Technology!]}
type MigrationData{platformId:Int!projectId:UUID!migrationDate:DateTime!pipelineId:UUID}
scalar TimeZone
enum ScheduleStatus{INITIALIZING FAILED READY IMPOSSIBLE_TO_SCHEDULE}
scalar Cron
type JobPipelineAlerting{emails:[String!]!statusList:[InstanceStatus!]!loginEmails:[UserEmail!]}
enum InstanceStatus{AWAITING REQUESTED UNKNOWN QUEUED RUNNING KILLING KILLED SUCCEEDED FAILED ERROR SKIPPED}
type ExtraTechnology{language:String!version:String!}
type JobResources{cpu:Float!memory:Int!disk:Int!}
type JobDocker{image:String!dockerCredentialsId:UUID}
type JobPackage{name:String!downloadUrl:String}
enum ProjectStatus{CREATED INIT_REQUESTED INITIALIZING FAILED READY}
type OverriddenValues{scope:EnvVarScope!id:UUID!value:String description:String isPassword:Boolean!}
input EnvironmentVariableInput{id:UUID name:String!scope:EnvVarScope!value:String description:String isPassword:Boolean!}
enum JobInstanceSelector{ALL SUCCEEDED FAILED STOPPED UNKNOWN}
input TechnologyInput{id:UUID!}
input TechnologyByCategoryInput{jobCategory:String!technologies:[TechnologyInput!]}
input SecurityGroupInput{name:ID!role:ProjectRole}
enum ProjectRole{ROLE_PROJECT_VIEWER ROLE_PROJECT_EDITOR ROLE_PROJECT_MANAGER}
enum PipelineInstanceStatusSelector{ALL SUCCEEDED FAILED STOPPED UNKNOWN}
input JobPipelineAlertingInput{emails:[Email!]logins:[String!]statusList:[InstanceStatus!]!}
scalar Email
scalar Upload
input ExtraTechnologyInput{language:String!version:String!}
input JobResourcesInput{cpu:Float!memory:Int!disk:Int!}
input JobDockerInput{image:String!dockerCredentialsId:UUID}
input JobPackageInput{name:String!usePreviousArtifact:Boolean}
input DockerCredentialsUpdate{id:UUID!registry:String username:String password:String!projectId:UUID!}
input DockerCredentialsInput{registry:String username:String!password:String!projectId:UUID!}
type JobInstanceSelectorCount{selector:JobInstanceSelector!count:Int!}
type SecurityGroup{name:ID!role:ProjectRole isAllProjects:Boolean!}
type ClusterNodeCapacity{cpu:Float!gpu:Float!memory:Float!}
type Platform{id:Int!name:String counts:PlatformCounts!}
type PipelineInstanceSelectorCount{selector:PipelineInstanceStatusSelector!count:Int!}
enum LogStream{ENVVARS_STDOUT ENVVARS_STDERR ORCHESTRATION_STDOUT ORCHESTRATION_STDERR STDERR STDOUT}
type Logs{count:Int content:[Log!]}
type Log{index:Int value:String!stream:LogStream!}
type JobsCountByCategory{jobCategory:String!jobsCountByTechnology:[JobsCountByTechnology!]count:Int!}
type JobsCountByTechnology{technology:Technology!count:Int!}
extend type Query{allDockerCredentials(projectId:UUID!):[DockerCredentials!] dockerCredentials(id:UUID!projectId:UUID!):DockerCredentials jobs(projectId:UUID!category:String technologyId:UUID):[Job!] job(id:UUID!):Job jobByAlias(projectId:UUID!alias:String!):Job countJobs(projectId:UUID!search:String jobCategory:String technologyId:UUID):[JobsCountByCategory] jobCategories:[String!]! countDeletablePipelineInstancesByStatus(pipelineId:UUID!):[PipelineInstanceSelectorCount!] countDeletablePipelineInstancesByDate(pipelineId:UUID!beforeAt:DateTime!):Int pipelineInstance(id:UUID!):PipelineInstance platform:Platform usersByRealm:[UserEmail] getClusterCapacity:[ClusterNodeCapacity] project(id:UUID!):Project projectByName(name:String!):Project rights(projectId:UUID!):[SecurityGroup!] jobInstance(id:UUID!):JobInstance countJobInstancesBySelector(jobId:UUID!):[JobInstanceSelectorCount!] countJobInstancesByDate(jobId:UUID!beforeAt:DateTime!):Int}
extend type Mutation{createDockerCredentials(dockerCredentials:DockerCredentialsInput):DockerCredentials updateDockerCredentials(dockerCredentialsUpdate:DockerCredentialsUpdate):DockerCredentials deleteDockerCredentials(id:UUID!projectId:UUID!):Boolean createJob(job:JobInput!jobVersion:JobVersionInput!file:Upload):Job! editJob(job:JobEditionInput!):Job! moveJobs(jobIds:[UUID!]!projectId:UUID!category:String):Boolean@deprecated addJobVersion(jobId:UUID!jobVersion:JobVersionInput!file:Upload):JobVersion! rollbackJobVersion(jobId:UUID!versionNumber:Int!):Job editPipeline(pipeline:PipelineEditionInput):Pipeline! deletePipeline(id:UUID!):Boolean! rollbackPipelineVersion(pipelineId:UUID!versionNumber:Int!):Pipeline runPipeline(pipelineId:UUID!):PipelineInstance! stopPipelineInstance(pipelineInstanceId:UUID!):PipelineInstance! createProject(project:ProjectInput!):Project! editProject(project:ProjectEditionInput!):Project! stopJobInstance(jobInstanceId:UUID!):JobInstance! saveEnvironmentVariable(entityId:UUID environmentVariable:EnvironmentVariableInput!):EnvironmentVariable! deleteEnvironmentVariable(id:UUID!):Boolean!}
`,
    },
    {
      from: 9,
      to: 9,
      types: `
type Project{id:UUID!name:String!}
type Job{id:UUID!name:String!technology:Technology!}
type JobInstance{id:UUID!status:String!}
extend type Query{projects:[Project!]! jobs(projectId:UUID!):[Job!]!}
extend type Mutation{deleteJob(jobId:UUID!):Boolean}
`,
    },
    {
      from: 0,
      to: 3,
      types: `
type Project{id:UUID!name:String!creator:String!description:String jobsCount:Int!jobs(limit:Int):[Job!]!status:ProjectStatus!apps:[App!]!volumes:[Volume!]!pipelines:[Pipeline!]!technologiesByCategory:[TechnologyByCategory]!appTechnologies:[Technology]!}
input JobEditionInput{id:UUID!name:String alias:String description:String isScheduled:Boolean cronScheduling:Cron scheduleTimezone:TimeZone alerting:JobPipelineAlertingInput isStreaming:Boolean doesUseGPU:Boolean resources:JobResourceInput}
input JobInput{projectId:UUID!name:String!alias:String description:String category:String!technology:TechnologyInput!isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone alerting:JobPipelineAlertingInput isStreaming:Boolean!doesUseGPU:Boolean resources:JobResourceInput}
`,
    },
    {
      from: 0,
      to: 4,
      types: `
type ConditionNode{id:UUID!position:NodePosition nextNodesSuccess:[UUID!]nextNodesFailure:[UUID!]condition:Condition!}
interface Condition{toString:String!}
type ConditionExpression implements Condition{toString:String!expression:String!}
type ConditionStatus implements Condition{toString:String!value:ConditionStatusPresetValue!}
enum ConditionStatusPresetValue{AllSuccess AllSuccessOrSkipped AtLeastOneSuccess}
type NodePosition{x:Float!y:Float!}
type JobNode{id:UUID!job:Job!position:NodePosition nextNodes:[UUID!]}
input ConditionNodeInput{id:UUID!position:NodePositionInput nextNodesSuccess:[UUID!]nextNodesFailure:[UUID!]condition:ConditionInput}
input ConditionInput{status:ConditionStatusInput custom:ConditionExpressionInput}
input ConditionExpressionInput{expression:String!}
input ConditionStatusInput{value:ConditionStatusPresetValueInput!}
enum ConditionStatusPresetValueInput{AllSuccess AllSuccessOrSkipped AtLeastOneSuccess}
input NodePositionInput{x:Float!y:Float!}
input JobNodeInput{id:UUID!job:JobInGraphPipelineInput!position:NodePositionInput nextNodes:[UUID!]}
`,
    },
    {
      from: 6,
      to: 6,
      types: `
type NodePosition{x:Float!y:Float!}
type JobNode{id:UUID!job:Job!position:NodePosition nextNodes:[UUID!]}
input NodePositionInput{x:Float!y:Float!}
input JobNodeInput{id:UUID!job:JobInGraphPipelineInput!position:NodePositionInput nextNodes:[UUID!]}
input JobVersionInput{releaseNote:String runtimeVersion:String commandLine:String usePreviousArtifact:Boolean packageInfo:JobPackageInput dockerInfo:JobDockerInput resources:JobResourcesInput extraTechnology:ExtraTechnologyInput doesUseGPU:Boolean}
type Pipeline{id:UUID!name:String!description:String alerting:JobPipelineAlerting hasExecutionVariablesEnabled:Boolean pipelineInstanceCount:Int!instances(limit:Int skip:Int lastExecution:Boolean):[PipelineInstance!]versions(limit:Int onlyCurrent:Boolean):[PipelineVersion!]!projectId:UUID!project:Project!creationDate:DateTime!creator:String!isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone migrationStatus:MigrationStatus sourcesMigration:[MigrationData]targetMigration:MigrationData isLegacyPipeline:Boolean allVersionsJobTechnologiesByCategory:[TechnologyByCategory]movableState:PipelineMovableState}
input PipelineEditionInput{id:UUID!name:String description:String alerting:JobPipelineAlertingInput hasExecutionVariablesEnabled:Boolean isScheduled:Boolean cronScheduling:Cron scheduleTimezone:TimeZone}
input GraphPipelineInput{name:String!description:String alerting:JobPipelineAlertingInput hasExecutionVariablesEnabled:Boolean environmentVariables:String projectId:UUID!graph:PipelineGraphInput!releaseNote:String isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone sourceUrl:String}
type ConditionNode{id:UUID!position:NodePosition nextNodesSuccess:[UUID!]nextNodesFailure:[UUID!]}
type Project{id:UUID!name:String!creator:String!description:String jobsCount:Int!status:ProjectStatus!apps:[App!]!technologiesByCategory:[TechnologyByCategory]!appTechnologies:[Technology]!}
type App{id:UUID!name:String!description:String creationDate:DateTime!creator:String!versions:[AppVersion!]!currentVersion:AppVersion technology:Technology project:Project!isGenericApp:Boolean!history:AppHistory resources:AppResourceRequestLimit}
type AppVersion{number:Int!creationDate:DateTime!releaseNote:String dockerInfo:AppDocker runtimeContextId:String creator:String!ports:[Port!]!}
type JobVersion{number:Int!creationDate:DateTime!releaseNote:String runtimeVersion:String commandLine:String packageInfo:JobPackage dockerInfo:JobDocker resources:JobResources extraTechnology:ExtraTechnology isCurrent:Boolean!deletableState:JobVersionDeletableState creator:String!doesUseGPU:Boolean}
input ConditionNodeInput{id:UUID!position:NodePositionInput nextNodesSuccess:[UUID!]nextNodesFailure:[UUID!]}
input AppEditionInput{id:UUID!name:String description:String resources:AppResourceInput}
input AppVersionInput{dockerInfo:AppDockerInput runtimeContextId:String ports:[PortInput!]!releaseNote:String}
input AppInput{projectId:UUID!name:String!description:String technologyId:UUID!version:AppVersionInput!resources:AppResourceInput}
type ListedPipeline{id:UUID!name:String!description:String alerting:JobPipelineAlerting hasExecutionVariablesEnabled:Boolean versions:[ListedPipelineVersion!]!isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone}
type ListedPipelineVersion{number:Int!isCurrent:Boolean!jobs:[Job!]}
extend type Query{pipelines(projectId:UUID!):[ListedPipeline]}
`,
    },
    {
      from: 0,
      to: 0,
      types: `
type Job{id:UUID!project:Project!name:String!alias:String description:String countJobInstance:Int instances(limit:Int skip:Int checkInPipelineInstance:Boolean lastExecution:Boolean):[JobInstance!]versions(limit:Int onlyCurrent:Boolean):[JobVersion!]!category:String!technology:Technology isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone alerting:JobPipelineAlerting isStreaming:Boolean!creationDate:DateTime!migrationStatus:MigrationStatus migrationPlatformId:Int migrationProjectId:UUID migrationJobId:UUID originalJobId:UUID isDeletable:Boolean!deletableState:JobDeletableState pipelines(isCurrent:Boolean):[Pipeline!]graphPipelines(isCurrent:Boolean):[Pipeline!]doesUseGPU:Boolean resources:JobResourceRequestLimit}
type JobResourceRequestLimit{cpu:ResourceRequestLimit memory:ResourceRequestLimit gpu:ResourceRequestLimit}
type JobVersion{number:Int!creationDate:DateTime!releaseNote:String runtimeVersion:String commandLine:String packageInfo:JobPackage dockerInfo:JobDocker resources:JobResources@deprecated extraTechnology:ExtraTechnology isCurrent:Boolean!isMajor:Boolean deletableState:JobVersionDeletableState creator:String!doesUseGPU:Boolean@deprecated sourceUrl:String}
input JobVersionInput{releaseNote:String runtimeVersion:String commandLine:String usePreviousArtifact:Boolean packageInfo:JobPackageInput dockerInfo:JobDockerInput resources:JobResourcesInput extraTechnology:ExtraTechnologyInput doesUseGPU:Boolean sourceUrl:String}
`,
    },
    {
      from: 2,
      to: 6,
      types: `
type JobResourceRequestLimit{cpu:ResourceRequestLimit memory:ResourceRequestLimit gpu:ResourceRequestLimit}
type PipelineVersion{number:Int!releaseNote:String jobs:[Job!]graph:PipelineGraph creationDate:DateTime!creator:String!isCurrent:Boolean!deletableState:PipelineVersionDeletableState sourceUrl:String}
type JobInstance{id:UUID!number:Int!status:InstanceStatus!statusDetails:String history:InstanceHistory version:JobVersion!startTime:DateTime!endTime:DateTime pipelineInstanceId:UUID pipelineInstance:PipelineInstance executionVariablesInput:[ExecutionVariablesInput]executionGlobalVariablesInput:[ExecutionVariable]executionVariablesOutput:[ExecutionVariable]executionVariablesByKey:[ExecutionVariableByKeyVariable]jobId:UUID!sparkuiUrl:String runTrigger:Trigger stopTrigger:AuthoredTrigger}
type PipelineInstance{id:UUID!number:Int!status:InstanceStatus!statusDetails:String jobsInstance:[JobInstance!]!conditionsInstance:[ConditionInstance]version:PipelineVersion!initialExecutionVariables:[ExecutionVariable!]runWithExecutionVariables:Boolean startTime:DateTime!endTime:DateTime pipelineId:UUID pipelineName:String runTrigger:Trigger stopTrigger:AuthoredTrigger}
`,
    },
    {
      from: 0,
      to: 2,
      types: `
input PipelineEditionInput{id:UUID!name:String alias:String description:String alerting:JobPipelineAlertingInput hasExecutionVariablesEnabled:Boolean isScheduled:Boolean cronScheduling:Cron scheduleTimezone:TimeZone}
input GraphPipelineInput{name:String!alias:String!description:String alerting:JobPipelineAlertingInput hasExecutionVariablesEnabled:Boolean environmentVariables:String projectId:UUID!graph:PipelineGraphInput!releaseNote:String isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone sourceUrl:String}
input PipelineInput{name:String!alias:String!description:String alerting:JobPipelineAlertingInput projectId:UUID!jobsId:[UUID!]!releaseNote:String isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone sourceUrl:String}
`,
    },
    {
      from: 2,
      to: 5,
      types: `
input JobVersionInput{releaseNote:String runtimeVersion:String commandLine:String usePreviousArtifact:Boolean packageInfo:JobPackageInput dockerInfo:JobDockerInput resources:JobResourcesInput extraTechnology:ExtraTechnologyInput doesUseGPU:Boolean sourceUrl:String}
type JobVersion{number:Int!creationDate:DateTime!releaseNote:String runtimeVersion:String commandLine:String packageInfo:JobPackage dockerInfo:JobDocker resources:JobResources extraTechnology:ExtraTechnology isCurrent:Boolean!deletableState:JobVersionDeletableState creator:String!doesUseGPU:Boolean sourceUrl:String}
type AppVersion{number:Int!creationDate:DateTime!releaseNote:String dockerInfo:AppDocker runtimeContextId:String creator:String!ports:[Port!]!volumesWithPath:[VolumeWithPath!]}
`,
    },
    {
      from: 5,
      to: 6,
      types: `
input JobEditionInput{id:UUID!name:String alias:String description:String isScheduled:Boolean cronScheduling:Cron scheduleTimezone:TimeZone alerting:JobPipelineAlertingInput isStreaming:Boolean doesUseGPU:Boolean resources:JobResourceInput}
input JobInput{projectId:UUID!name:String!alias:String description:String category:String!technology:TechnologyInput!isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone alerting:JobPipelineAlertingInput isStreaming:Boolean!doesUseGPU:Boolean resources:JobResourceInput}
type Job{id:UUID!project:Project!name:String!alias:String description:String countJobInstance:Int instances(limit:Int skip:Int checkInPipelineInstance:Boolean lastExecution:Boolean):[JobInstance!]versions(limit:Int onlyCurrent:Boolean):[JobVersion!]!category:String!technology:Technology isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone alerting:JobPipelineAlerting isStreaming:Boolean!creationDate:DateTime!migrationStatus:MigrationStatus migrationPlatformId:Int migrationProjectId:UUID migrationJobId:UUID isDeletable:Boolean!deletableState:JobDeletableState pipelines(isCurrent:Boolean):[Pipeline!]graphPipelines(isCurrent:Boolean):[Pipeline!]doesUseGPU:Boolean resources:JobResourceRequestLimit}
`,
    },
    {
      from: 1,
      to: 1,
      types: `
type Job{id:UUID!project:Project!name:String!alias:String description:String countJobInstance:Int instances(limit:Int skip:Int checkInPipelineInstance:Boolean lastExecution:Boolean):[JobInstance!]versions(limit:Int onlyCurrent:Boolean):[JobVersion!]!category:String!technology:Technology isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone alerting:JobPipelineAlerting isStreaming:Boolean!creationDate:DateTime!migrationStatus:MigrationStatus migrationPlatformId:Int migrationProjectId:UUID migrationJobId:UUID originalJobId:UUID isDeletable:Boolean!deletableState:JobDeletableState pipelines(isCurrent:Boolean):[Pipeline!]graphPipelines(isCurrent:Boolean):[Pipeline!]doesUseGPU:Boolean}
type JobVersion{number:Int!creationDate:DateTime!releaseNote:String runtimeVersion:String commandLine:String packageInfo:JobPackage dockerInfo:JobDocker resources:JobResources@deprecated extraTechnology:ExtraTechnology isCurrent:Boolean!isMajor:Boolean deletableState:JobVersionDeletableState creator:String!doesUseGPU:Boolean@deprecated}
input JobVersionInput{releaseNote:String runtimeVersion:String commandLine:String usePreviousArtifact:Boolean packageInfo:JobPackageInput dockerInfo:JobDockerInput resources:JobResourcesInput extraTechnology:ExtraTechnologyInput doesUseGPU:Boolean}
`,
    },
    {
      from: 2,
      to: 8,
      types: `
extend type Query{logs(jobInstanceID:UUID!limit:Int skip:Int stream:LogStream):Logs technologiesByCategory(projectId:UUID!jobCategory:String):[TechnologyByCategory!]}
extend type Mutation{archiveJob(jobId:UUID!):Boolean archiveProject(projectId:UUID!):Boolean}
`,
    },
    {
      from: 2,
      to: 2,
      types: `
type Pipeline{id:UUID!name:String!alias:String!description:String alerting:JobPipelineAlerting hasExecutionVariablesEnabled:Boolean pipelineInstanceCount:Int!instances(limit:Int skip:Int lastExecution:Boolean):[PipelineInstance!]versions(limit:Int onlyCurrent:Boolean):[PipelineVersion!]!projectId:UUID!project:Project!creationDate:DateTime!creator:String!isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone migrationStatus:MigrationStatus sourcesMigration:[MigrationData]targetMigration:MigrationData isLegacyPipeline:Boolean allVersionsJobTechnologiesByCategory:[TechnologyByCategory]movableState:PipelineMovableState}
`,
    },
    {
      from: 2,
      to: 3,
      types: `
type Job{id:UUID!project:Project!name:String!alias:String description:String countJobInstance:Int instances(limit:Int skip:Int checkInPipelineInstance:Boolean lastExecution:Boolean):[JobInstance!]versions(limit:Int onlyCurrent:Boolean):[JobVersion!]!category:String!technology:Technology isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone alerting:JobPipelineAlerting isStreaming:Boolean!creationDate:DateTime!migrationStatus:MigrationStatus migrationPlatformId:Int migrationProjectId:UUID migrationJobId:UUID isDeletable:Boolean!deletableState:JobDeletableState pipelines(isCurrent:Boolean):[Pipeline!]graphPipelines(isCurrent:Boolean):[Pipeline!]doesUseGPU:Boolean resources:JobResourceRequestLimit}
`,
    },
    {
      from: 2,
      to: 4,
      types: `
enum EnvVarScope{GLOBAL PROJECT PIPELINE JOB}
extend type Query{pipelineEnvironmentVariables(pipelineId:UUID!):[EnvironmentVariable!]}
`,
    },
    {
      from: 3,
      to: 4,
      types: `
type Pipeline{id:UUID!name:String!description:String alerting:JobPipelineAlerting hasExecutionVariablesEnabled:Boolean pipelineInstanceCount:Int!instances(limit:Int skip:Int lastExecution:Boolean):[PipelineInstance!]versions(limit:Int onlyCurrent:Boolean):[PipelineVersion!]!projectId:UUID!project:Project!creationDate:DateTime!creator:String!isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone migrationStatus:MigrationStatus sourcesMigration:[MigrationData]targetMigration:MigrationData isLegacyPipeline:Boolean allVersionsJobTechnologiesByCategory:[TechnologyByCategory]movableState:PipelineMovableState}
input PipelineEditionInput{id:UUID!name:String description:String alerting:JobPipelineAlertingInput hasExecutionVariablesEnabled:Boolean isScheduled:Boolean cronScheduling:Cron scheduleTimezone:TimeZone}
input GraphPipelineInput{name:String!description:String alerting:JobPipelineAlertingInput hasExecutionVariablesEnabled:Boolean environmentVariables:String projectId:UUID!graph:PipelineGraphInput!releaseNote:String isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone sourceUrl:String}
`,
    },
    {
      from: 3,
      to: 6,
      types: `
input PipelineInput{name:String!description:String alerting:JobPipelineAlertingInput projectId:UUID!jobsId:[UUID!]!releaseNote:String isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone sourceUrl:String}
`,
    },
    {
      from: 4,
      to: 5,
      types: `
type Project{id:UUID!name:String!creator:String!description:String jobsCount:Int!status:ProjectStatus!apps:[App!]!volumes:[Volume!]!pipelines:[Pipeline!]!technologiesByCategory:[TechnologyByCategory]!appTechnologies:[Technology]!}
`,
    },
    {
      from: 4,
      to: 4,
      types: `
type Job{id:UUID!project:Project!name:String!alias:String description:String countJobInstance:Int instances(limit:Int skip:Int checkInPipelineInstance:Boolean lastExecution:Boolean):[JobInstance!]versions(limit:Int onlyCurrent:Boolean):[JobVersion!]!category:String!technology:Technology isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus alerting:JobPipelineAlerting isStreaming:Boolean!creationDate:DateTime!migrationStatus:MigrationStatus migrationPlatformId:Int migrationProjectId:UUID migrationJobId:UUID isDeletable:Boolean!deletableState:JobDeletableState pipelines(isCurrent:Boolean):[Pipeline!]graphPipelines(isCurrent:Boolean):[Pipeline!]doesUseGPU:Boolean resources:JobResourceRequestLimit}
input JobEditionInput{id:UUID!name:String alias:String description:String isScheduled:Boolean cronScheduling:Cron alerting:JobPipelineAlertingInput isStreaming:Boolean doesUseGPU:Boolean resources:JobResourceInput}
input JobInput{projectId:UUID!name:String!alias:String description:String category:String!technology:TechnologyInput!isScheduled:Boolean!cronScheduling:Cron alerting:JobPipelineAlertingInput isStreaming:Boolean!doesUseGPU:Boolean resources:JobResourceInput}
`,
    },
    {
      from: 5,
      to: 5,
      types: `
type Pipeline{id:UUID!name:String!description:String alerting:JobPipelineAlerting pipelineInstanceCount:Int!instances(limit:Int skip:Int lastExecution:Boolean):[PipelineInstance!]versions(limit:Int onlyCurrent:Boolean):[PipelineVersion!]!projectId:UUID!project:Project!creationDate:DateTime!creator:String!isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone migrationStatus:MigrationStatus sourcesMigration:[MigrationData]targetMigration:MigrationData isLegacyPipeline:Boolean allVersionsJobTechnologiesByCategory:[TechnologyByCategory]movableState:PipelineMovableState}
type ConditionNode{id:UUID!nextNodesSuccess:[UUID!]nextNodesFailure:[UUID!]}
type JobNode{id:UUID!job:Job!nextNodes:[UUID!]}
input ConditionNodeInput{id:UUID!nextNodesSuccess:[UUID!]nextNodesFailure:[UUID!]}
input JobNodeInput{id:UUID!job:JobInGraphPipelineInput!nextNodes:[UUID!]}
input PipelineEditionInput{id:UUID!name:String description:String alerting:JobPipelineAlertingInput isScheduled:Boolean cronScheduling:Cron scheduleTimezone:TimeZone}
input GraphPipelineInput{name:String!description:String alerting:JobPipelineAlertingInput environmentVariables:String projectId:UUID!graph:PipelineGraphInput!releaseNote:String isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone sourceUrl:String}
`,
    },
    {
      from: 5,
      to: 8,
      types: `
enum EnvVarScope{GLOBAL PROJECT JOB}
`,
    },
    {
      from: 8,
      to: 8,
      types: `
input PipelineEditionInput{id:UUID!name:String description:String alerting:JobPipelineAlertingInput isScheduled:Boolean cronScheduling:Cron scheduleTimezone:TimeZone}
type Project{id:UUID!name:String!creator:String!description:String jobsCount:Int!status:ProjectStatus!pipelines:[Pipeline!]!technologiesByCategory:[TechnologyByCategory]!}
type Pipeline{id:UUID!name:String!description:String alerting:JobPipelineAlerting pipelineInstanceCount:Int!instances(limit:Int):[PipelineInstance!]versions:[PipelineVersion!]!projectId:UUID!creationDate:DateTime!creator:String!isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone migrationStatus:MigrationStatus sourcesMigration:[MigrationData]targetMigration:MigrationData allVersionsJobTechnologiesByCategory:[TechnologyByCategory]}
input PipelineInput{name:String!description:String alerting:JobPipelineAlertingInput projectId:UUID!jobsId:[UUID!]!releaseNote:String isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone}
`,
    },
    {
      from: 7,
      to: 8,
      types: `
type EnvironmentVariable{id:UUID!name:String!scope:EnvVarScope!value:String description:String isPassword:Boolean!overriddenValues:[OverriddenValues]!}
type JobInstance{id:UUID!number:Int!status:InstanceStatus!statusDetails:String version:JobVersion!startTime:DateTime!endTime:DateTime pipelineInstanceId:UUID jobId:UUID!sparkuiUrl:String}
type JobVersion{number:Int!creationDate:DateTime!releaseNote:String runtimeVersion:String commandLine:String packageInfo:JobPackage dockerInfo:JobDocker resources:JobResources extraTechnology:ExtraTechnology isCurrent:Boolean!creator:String!doesUseGPU:Boolean}
type PipelineVersion{number:Int!releaseNote:String jobs:[Job!]creationDate:DateTime!creator:String!isCurrent:Boolean!}
type Job{id:UUID!project:Project!name:String!alias:String description:String countJobInstance:Int instances(limit:Int):[JobInstance!]versions:[JobVersion!]!category:String!technology:Technology isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone alerting:JobPipelineAlerting isStreaming:Boolean!creationDate:DateTime!migrationStatus:MigrationStatus migrationPlatformId:Int migrationProjectId:UUID migrationJobId:UUID pipelines:[Pipeline!]}
type PipelineInstance{id:UUID!number:Int!status:InstanceStatus!statusDetails:String jobsInstance:[JobInstance!]!version:PipelineVersion!startTime:DateTime!endTime:DateTime pipelineId:UUID pipelineName:String}
input ProjectEditionInput{id:UUID!name:String description:String authorizedGroups:[SecurityGroupInput]technologiesByCategory:[TechnologyByCategoryInput!]}
input ProjectInput{name:String!description:String technologiesByCategory:[TechnologyByCategoryInput!]authorizedGroups:[SecurityGroupInput]}
input JobVersionInput{releaseNote:String runtimeVersion:String commandLine:String usePreviousArtifact:Boolean packageInfo:JobPackageInput dockerInfo:JobDockerInput resources:JobResourcesInput!extraTechnology:ExtraTechnologyInput doesUseGPU:Boolean}
input JobEditionInput{id:UUID!name:String alias:String description:String isScheduled:Boolean cronScheduling:Cron scheduleTimezone:TimeZone alerting:JobPipelineAlertingInput isStreaming:Boolean}
input JobInput{projectId:UUID!name:String!alias:String description:String category:String!technology:TechnologyInput!isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone alerting:JobPipelineAlertingInput isStreaming:Boolean!}
type DockerCredentials{id:UUID!registry:String username:String!lastUpdate:DateTime!jobs:[Job!]}
type PlatformCounts{projects:Int!jobs:Int!pipelines:Int!}
extend type Query{labWebApps(projectId:UUID!):[Job!]! labWebApp(id:UUID!):Job countLogs(jobInstanceID:UUID!stream:LogStream):Int pipelines(projectId:UUID!):[Pipeline] pipeline(id:UUID!):Pipeline projects:[Project!] projectEnvironmentVariables(projectId:UUID!):[EnvironmentVariable!] jobEnvironmentVariables(jobId:UUID!):[EnvironmentVariable!] globalEnvironmentVariables:[EnvironmentVariable!]}
extend type Mutation{deleteJob(id:UUID!):Boolean createPipeline(pipeline:PipelineInput):Pipeline! addPipelineVersion(pipelineId:UUID!jobsId:[UUID!]!releaseNote:String):PipelineVersion! deleteProject(id:UUID!):Boolean}
`,
    },
    {
      from: 7,
      to: 7,
      types: `
type Project{id:UUID!name:String!creator:String!description:String jobsCount:Int!jobs(limit:Int):[Job!]!status:ProjectStatus!pipelines:[Pipeline!]!technologiesByCategory:[TechnologyByCategory]!}
type Pipeline{id:UUID!name:String!alias:String!description:String alerting:JobPipelineAlerting pipelineInstanceCount:Int!instances(limit:Int):[PipelineInstance!]versions:[PipelineVersion!]!projectId:UUID!creationDate:DateTime!creator:String!isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone migrationStatus:MigrationStatus sourcesMigration:[MigrationData]targetMigration:MigrationData allVersionsJobTechnologiesByCategory:[TechnologyByCategory]}
input PipelineEditionInput{id:UUID!name:String alias:String description:String alerting:JobPipelineAlertingInput isScheduled:Boolean cronScheduling:Cron scheduleTimezone:TimeZone}
input PipelineInput{name:String!alias:String!description:String alerting:JobPipelineAlertingInput projectId:UUID!jobsId:[UUID!]!releaseNote:String isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone}
`,
    },
  ],
  catalog: [
    {
      from: 0,
      to: 0,
      types: `
type Repository{creationDate:Instant!creator:String!editor:String!id:UUID!modificationDate:Instant!name:String!readOnly:Boolean!source:Source!synchroMode:SynchroMode!synchronizationReports(lastSynchronization:Boolean limit:Int skip:Int withReverted:Boolean):SynchronizationReports!technologies:[Technology!]!}
type ScriptCall{function:String!scriptId:UUID!}
type Script{id:UUID!lastUpdate:Instant!path:String!}
type FileSource{name:String!}
type UrlSource{url:URL!}
type DeletedRepository{creationDate:Instant!creator:String!editor:String!id:UUID!modificationDate:Instant!name:String!scripts:[Script!]!source:Source!synchroMode:SynchroMode!technologies:[Technology!]!}
type EditedRepository{creationDate:Instant!creator:String!editor:String!id:UUID!modificationDate:Instant!name:String!source:Source!synchroMode:SynchroMode!}
type RepositoryMutationResult{count:Int!objects:[EditedRepository!]!}
union Source=FileSource|UrlSource
input RepositoryEditionInput{id:UUID!name:String triggerSynchronization:Boolean!url:URL}
input RepositoryInput{name:String!url:URL}
type Query
type Mutation
scalar Cron
scalar DataSize
scalar Instant
scalar URL
scalar UUID
scalar Upload
type RepositorySynchro{count:Int!report:SynchronizationReport!repositoryId:UUID!repositoryName:String!}
type SynchronizationTrigger{author:String type:SynchronizationTriggerType!}
type SuccessfulSynchronization implements SynchronizationReport{endedAt:Instant!id:UUID!issues:[SynchronizationIssue!]!numberOfChanges:Int!revert:SynchronizationRevert source:Source startedAt:Instant!technologyReports:[TechnologySynchronizationReport!]!trigger:SynchronizationTrigger!}
type SynchronizationIssue{message:String!path:String!}
type FailedSynchronization implements SynchronizationReport{endedAt:Instant!failure:String!id:UUID!source:Source startedAt:Instant!trigger:SynchronizationTrigger!}
type SynchronizationReports{count:Int!lastReversibleId:UUID list:[SynchronizationReport!]!}
type TechnologySynchronizationReport{contextsReports:[ContextSynchronizationReport!]!message:String status:SynchronizationStatus!technologyId:String!technologyLabel:String!}
type ContextSynchronizationReport{contextId:String!contextLabel:String!message:String status:SynchronizationStatus!}
type Automatic{cron:Cron!}
type Manual{uselessField:Boolean}
type SynchronizationRevert{author:String!date:Instant!}
interface SynchronizationReport{endedAt:Instant!id:UUID!source:Source startedAt:Instant!trigger:SynchronizationTrigger!}
union SynchroMode=Automatic|Manual
enum SynchronizationTriggerType{AUTOMATIC INITIAL MANUAL URL_UPDATE}
enum SynchronizationStatus{CREATED DELETED FAILED UNCHANGED UPDATED}
type JobTechnology implements Technology{available:Boolean!contexts:[JobContext!]!customFlags:[Flag!]!description:String facets:[String!]!icon:String id:UUID!label:String!lastUpdate:Instant!mainClass:String missingFacets:[String!]!repositoryId:UUID!technologyId:String!defaultResources:ResourceSettings!}
type AppTechnology implements Technology{appContexts:[AppCatalogContext!]!available:Boolean!backgroundColor:String baseline:String!customFlags:[Flag!]!description:String facets:[String!]!icon:String readme:String id:UUID!label:String!lastUpdate:Instant!missingFacets:[String!]!repositoryId:UUID!technologyId:String!defaultResources:ResourceSettings!}
type SparkTechnology implements Technology{available:Boolean!contexts:[SparkContext!]!customFlags:[Flag!]!description:String facets:[String!]!icon:String id:UUID!label:String!lastUpdate:Instant!missingFacets:[String!]!repositoryId:UUID!technologyId:String!defaultResources:ResourceSettings!}
type JobContext implements Context{available:Boolean!deprecationDate:Instant description:String dockerInfo:DockerInfo facets:[String!]!id:String!job:JobFeatures!label:String!lastUpdate:Instant missingFacets:[String!]!recommended:Boolean!trustLevel:TrustLevel!defaultResources:ResourceSettings!}
type SparkContext implements Context{available:Boolean!deprecationDate:Instant description:String dockerInfo:DockerInfo facets:[String!]!id:String!job:JobFeatures!label:String!missingFacets:[String!]!recommended:Boolean!technologyContexts:[SparkTechnologyContext!]!trustLevel:TrustLevel!defaultResources:ResourceSettings!}
type SparkTechnologyContext implements Context{available:Boolean!deprecationDate:Instant description:String facets:[String!]!id:String!job:JobFeatures!jobContexts:[SparkJobContext!]!label:String!missingFacets:[String!]!recommended:Boolean!trustLevel:TrustLevel!defaultResources:ResourceSettings!}
type SparkJobContext implements Context{available:Boolean!deprecationDate:Instant description:String dockerInfo:DockerInfo facets:[String!]!id:String!job:JobFeatures!label:String!lastUpdate:Instant missingFacets:[String!]!recommended:Boolean!trustLevel:TrustLevel!defaultResources:ResourceSettings!}
type ResourceSettings{cpu:CpuResourceSettings!memory:MemoryResourceSettings!}
type CpuResourceSettings{limit:Float!}
type MemoryResourceSettings{limit:DataSize!}
type DockerInfo{image:String!version:String!}
type JobFeatures{features:[Feature!]!}
type Feature{comment:String defaultValue:String label:String!mandatory:Boolean!type:String!}
type AppCatalogContext{available:Boolean!deprecationDate:Instant description:String dockerInfo:DockerInfo!facets:[String!]!id:String!label:String!lastUpdate:Instant missingFacets:[String!]!ports:[PortInfo!]!recommended:Boolean!releaseNotes:String trustLevel:TrustLevel!volumes:[VolumeInfo!]!defaultResources:ResourceSettings!}
type PortInfo{basePath:String name:String port:Int!rewriteUrl:Boolean!scope:ExpositionScope!}
type VolumeInfo{path:String!size:DataSize!}
type Facet{activationDate:Instant!description:String!name:String!}
interface Technology{available:Boolean!customFlags:[Flag!]!description:String facets:[String!]!icon:String id:UUID!label:String!lastUpdate:Instant!missingFacets:[String!]!repositoryId:UUID!technologyId:String!}
interface Context{available:Boolean!deprecationDate:Instant description:String facets:[String!]!id:String!label:String!missingFacets:[String!]!recommended:Boolean!trustLevel:TrustLevel!}
enum Flag{GenericApp Spark Unknown}
enum TrustLevel{Deprecated Experimental Stable}
enum ExpositionScope{PROJECT PUBLIC}
extend type Query{repositories:[Repository!]! repository(id:UUID!):Repository facets:[Facet!]! technologiesByIds(ids:[UUID!]!):[Technology!]! technology(id:UUID!):Technology updatedTechnologies(from:String!):[Technology!]!}
extend type Mutation{addRepository(repositoryInput:RepositoryInput!upload:Upload):RepositoryMutationResult! editRepository(repositoryInput:RepositoryEditionInput!):RepositoryMutationResult! removeRepository(id:UUID!):DeletedRepository revertLastSynchronization(repositoryId:UUID!synchronizationReportId:UUID!):RepositorySynchro! synchronizeRepository(id:UUID!upload:Upload):RepositorySynchro!}
`,
    },
  ],
};
