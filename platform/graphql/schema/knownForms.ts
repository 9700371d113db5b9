/**
 * Written by `npm run schemas`: the known forms of each module, for platforms that do not return their schema. Each line is a
 * type, after the first and the last form that has it. 0 is the newest.
 */
export const KNOWN_FORMS: Record<'projects' | 'catalog', string> = {
  projects: `
0-9 type Mutation
0-9 scalar UUID
0-9 type Technology{id:UUID!}
0-9 type Query
0-9 extend type Mutation{runJob(jobId:UUID!):JobInstance!}
0-6 type AppResourceRequestLimit{cpu:ResourceRequestLimit memory:ResourceRequestLimit}
0-6 type ResourceRequestLimit{request:Float limit:Float}
0-6 enum AppStatus{STARTED STARTING RESTARTING RECOVERING UPGRADING ROLLING_BACK STOPPING STOPPED FAILED UNKNOWN}
0-6 type AppHistory{id:UUID!countEvents:Int events(limit:Int skip:Int):[StatusHistoryByAction!]runningVersionNumber:Int!currentDockerInfo:AppDocker currentStatus:AppStatus!currentStatusReason:String currentExecutionId:UUID startTime:DateTime stopTime:DateTime author:String triggerType:TriggerType}
0-6 enum TriggerType{MANUAL_JOB MANUAL_APP EXPAND_VOLUME CRON_JOB CRON_PIPELINE MANUAL_PIPELINE}
0-6 type AppDocker{image:String!dockerCredentialsId:UUID}
0-6 type StatusHistoryByAction{id:UUID!appHistoryId:UUID!action:StatusHistory!statuses:[StatusHistory]!}
0-6 type StatusHistory{appHistoryId:UUID!event:AppEvent!transitionTime:DateTime!}
0-6 interface AppEvent{recordAt:DateTime!executionId:UUID!versionNumber:Int!}
0-6 type RestartAction implements AppEvent{recordAt:DateTime!executionId:UUID!versionNumber:Int!author:String triggerType:TriggerType}
0-6 type StopAction implements AppEvent{recordAt:DateTime!executionId:UUID!versionNumber:Int!author:String triggerType:TriggerType}
0-6 type UpgradeAction implements AppEvent{recordAt:DateTime!executionId:UUID!versionNumber:Int!author:String triggerType:TriggerType}
0-6 type RollbackAction implements AppEvent{recordAt:DateTime!executionId:UUID!versionNumber:Int!author:String triggerType:TriggerType}
0-6 type RunAction implements AppEvent{recordAt:DateTime!executionId:UUID!versionNumber:Int!author:String triggerType:TriggerType}
0-6 type StatusRetrieve implements AppEvent{recordAt:DateTime!executionId:UUID!versionNumber:Int!status:AppStatus!reason:String}
0-6 type PipelineMovableState{movable:Boolean!reasons:[PipelineMovableStateError!]}
0-6 type PipelineMovableStateError{reason:PipelineMovableStateErrorReason!offendingId:UUID offendingName:String sharedJobInManyPipelinesError:SharedJobInManyPipelines}
0-6 type SharedJobInManyPipelines{jobId:UUID!jobName:String!otherPipelinesLinked:[OtherPipelineWithSharedJob!]!}
0-6 type OtherPipelineWithSharedJob{pipelineId:UUID!pipelineName:String!pipelineVersions:[Int]!}
0-6 enum PipelineMovableStateErrorReason{PIPELINE_HAS_UNFINISHED_INSTANCES PIPELINE_HAS_INSTANCES_NOT_YET_CLEANED PIPELINE_ALREADY_IN_MIGRATION_STATE PIPELINE_SCHEDULED JOB_HAS_UNFINISHED_INSTANCES JOB_HAS_INSTANCES_NOT_YET_CLEANED JOB_ALREADY_IN_MIGRATION_STATE JOB_SCHEDULED JOBS_EXISTS_IN_MANY_PIPELINES}
0-6 type PipelineVersionDeletableState{deletable:Boolean!reasons:[PipelineVersionDeletableStateReason!]}
0-6 enum PipelineVersionDeletableStateReason{CURRENT_VERSION VERSION_HAS_UNFINISHED_INSTANCES VERSION_INSTANCES_NOT_YET_CLEANED}
0-6 type PipelineGraph{jobNodes:[JobNode!]conditionNodes:[ConditionNode!]}
0-6 type JobDeletableState{deletable:Boolean!reasons:[JobDeletableStateReason!]}
0-6 enum JobDeletableStateReason{HAS_UNFINISHED_INSTANCES LINKED_TO_PIPELINE INSTANCES_NOT_YET_CLEANED}
0-6 type JobVersionDeletableState{deletable:Boolean!reasons:[JobVersionDeletableStateReason!]}
0-6 enum JobVersionDeletableStateReason{CURRENT_VERSION VERSION_HAS_UNFINISHED_INSTANCES VERSION_LINKED_TO_PIPELINE_INSTANCE VERSION_INSTANCES_NOT_YET_CLEANED}
0-6 type AuthoredTrigger implements Trigger{author:String triggerType:TriggerType!}
0-6 interface Trigger{triggerType:TriggerType!}
0-6 type AnonymousTrigger implements Trigger{triggerType:TriggerType!}
0-6 type ExecutionVariableByKeyVariable{keyVariable:String!isPassword:Boolean valueVariablesInputByJobInstance:[ExecutionVariableValueInputByParent]valueGlobalVariableInput:String valueVariableOutput:String}
0-6 type ExecutionVariableValueInputByParent{jobInstanceId:UUID!jobId:UUID!jobAlias:String!jobName:String!isDirectParent:Boolean!value:String isPassword:Boolean}
0-6 type ExecutionVariable{key:String!value:String isPassword:Boolean!}
0-6 type ExecutionVariablesInput{parentJobInstanceId:String parentJobId:String parentJobAlias:String isDirectParent:Boolean executionVariables:[ExecutionVariable]isGlobalVariables:Boolean!}
0-6 type ConditionInstance{id:UUID conditionNodeId:UUID!isSuccess:Boolean startTime:DateTime endTime:DateTime history:InstanceHistory!executionVariablesByKey:[ExecutionVariableByKeyVariable]}
0-6 type InstanceHistory{statuses:[InstanceStatusDetails]!currentStatus:InstanceStatusDetails!}
0-6 type InstanceStatusDetails{status:InstanceStatus!details:String reason:StatusReason recordAt:DateTime!}
0-6 enum StatusReason{EVICTED EVICTED_EXEC_VARS CREATE_AGGREGATED_EXEC_VARS_ERROR CONTAINER_CREATION_ERROR IMAGE_PULL_ERROR INVALID_IMAGE_NAME OUT_OF_MEMORY GENERIC_ERROR WORKFLOW_DELETED UNEXPECTED_DELETION}
0-6 type Port{name:String number:Int!isRewriteUrl:Boolean!basePathVariableName:String scope:ExpositionScope internalUrl:String!}
0-6 enum ExpositionScope{PROJECT PUBLIC}
0-6 type EnvironmentVariable{id:UUID!name:String!scope:EnvVarScope!value:String description:String isPassword:Boolean!overriddenValues:[OverriddenValues]!isValid:Boolean invalidReasons:[EnvironmentVariableValidationError]}
0-6 type EnvironmentVariableValidationError{type:EnvironmentVariableValidationErrorType!concernedProperty:String!message:String!}
0-6 enum EnvironmentVariableValidationErrorType{NAME_IS_EMPTY NAME_DOESNT_START_WITH_LETTER NAME_CONTAINS_INVALID_CHARACTERS TOO_LONG_NAME TOO_LONG_VALUE MAXIMUM_COUNT_EXCEEDED NULL_VALUE_UNEXPECTED NAME_ALREADY_USED PROJECT_IS_NOT_FOUND APP_IS_NOT_FOUND JOB_IS_NOT_FOUND UNEXPECTED_LINKED_ENTITY_ON_GLOBAL_SCOPE UNEXPECTED_LINKED_ENTITY_ID_IS_NULL}
0-6 type DeletionResultItem{id:UUID success:Boolean}
0-6 input ProjectEditionInput{id:UUID!name:String description:String authorizedGroups:[SecurityGroupInput]technologiesByCategory:[TechnologyByCategoryInput!]appTechnologies:[TechnologyInput!]}
0-6 input ProjectInput{name:String!description:String technologiesByCategory:[TechnologyByCategoryInput!]appTechnologies:[TechnologyInput!]authorizedGroups:[SecurityGroupInput]}
0-6 type DeletionVersionResultItem{number:Int!success:Boolean!}
0-6 input PipelineGraphInput{jobNodes:[JobNodeInput!]conditionNodes:[ConditionNodeInput!]}
0-6 input JobInGraphPipelineInput{id:UUID!}
0-6 input JobResourceInput{cpu:ResourceRequestLimitInput memory:ResourceRequestLimitInput gpu:ResourceRequestLimitInput}
0-6 input ResourceRequestLimitInput{request:Float limit:Float}
0-6 type DockerCredentials{id:UUID!registry:String username:String!lastUpdate:DateTime!jobs:[Job!]apps:[App!]}
0-6 input VolumeWithPathInput{path:String!volumeId:UUID!}
0-6 input AppResourceInput{cpu:ResourceRequestLimitInput memory:ResourceRequestLimitInput gpu:ResourceRequestLimitInput}
0-6 input PortInput{name:String number:Int!isRewriteUrl:Boolean!basePathVariableName:String scope:ExpositionScope}
0-6 input AppDockerInput{image:String!dockerCredentialsId:UUID}
0-6 type AppsCountByTechnology{technology:Technology!count:Int!}
0-6 type PlatformCounts{projects:Int!jobs:Int!apps:Int!pipelines:Int!}
0-6 type AppLogs{count:Int content:[AppLog!]}
0-6 type AppLog{index:Int!value:String!containerId:String!stream:LogStream!recordAt:DateTime!}
0-6 extend type Query{labWebApps(projectId:UUID!):[Job!]@deprecated labWebApp(id:UUID!):Job@deprecated app(id:UUID!):App conditionInstance(id:UUID!):ConditionInstance countLogs(jobInstanceID:UUID!stream:LogStream):Int@deprecated appLogs(appId:UUID!appExecutionId:UUID!limit:Int skip:Int stream:LogStream recordAt:String):AppLogs countAppLogs(appId:UUID!appExecutionId:UUID!stream:LogStream):Int conditionPipelineFilteredLogs(conditionInstanceID:UUID!projectID:UUID!limit:Int skip:Int streams:[LogStream]!):Logs conditionPipelineByNodeIdFilteredLogs(pipelineInstanceID:UUID!conditionNodeID:UUID!projectID:UUID!limit:Int skip:Int streams:[LogStream]!):Logs conditionPipelineCountFilteredLogs(conditionInstanceID:UUID!projectID:UUID!streams:[LogStream]!):Int pipeline(id:UUID!):Pipeline@deprecated graphPipeline(id:UUID!):Pipeline projects(search:String first:Int skip:Int):[Project!] countApps(projectId:UUID!):[AppsCountByTechnology] appTechnologies(projectId:UUID!):[Technology!]@deprecated projectEnvironmentVariables(projectId:UUID!search:String first:Int skip:Int):[EnvironmentVariable!] jobEnvironmentVariables(jobId:UUID!search:String first:Int skip:Int):[EnvironmentVariable!] globalEnvironmentVariables(search:String first:Int skip:Int):[EnvironmentVariable!]}
0-6 extend type Mutation{createApp(app:AppInput!):App! addAppVersion(appId:UUID!version:AppVersionInput!):AppVersion! editApp(appEdition:AppEditionInput!):App! rollbackAppVersion(appId:UUID!versionNumber:Int!volumesWithPath:[VolumeWithPathInput]):App runApp(id:UUID!):App! stopApp(id:UUID!):App deleteApp(appId:UUID!):App deleteJob(jobId:UUID!):Boolean deleteJobVersions(jobId:UUID!jobVersionNumbers:[Int!]!):[DeletionVersionResultItem!]! createPipeline(pipeline:PipelineInput):Pipeline!@deprecated createGraphPipeline(pipeline:GraphPipelineInput):Pipeline! addPipelineVersion(pipelineId:UUID!jobsId:[UUID!]!releaseNote:String sourceUrl:String):PipelineVersion!@deprecated addGraphPipelineVersion(pipelineId:UUID!graph:PipelineGraphInput!releaseNote:String sourceUrl:String):PipelineVersion! deletePipelineVersions(pipelineId:UUID!pipelineVersionNumbers:[Int!]!):[DeletionVersionResultItem!]! deletePipelineInstances(pipelineId:UUID!pipelineInstanceIds:[UUID!]):[DeletionResultItem!]! deletePipelineInstancesByStatusSelector(pipelineId:UUID!selector:PipelineInstanceStatusSelector!excludePipelineInstanceIds:[UUID!]includePipelineInstanceIds:[UUID!]):Int! deletePipelineInstancesByDateSelector(pipelineId:UUID!beforeAt:DateTime!excludePipelineInstanceIds:[UUID!]includePipelineInstanceIds:[UUID!]):Int! deleteProject(projectId:UUID!):Boolean deleteJobInstances(jobId:UUID!jobInstanceIds:[UUID!]):[DeletionResultItem!]! deleteJobInstancesBySelector(jobId:UUID!selector:JobInstanceSelector!minusJobInstanceIds:[UUID!]@deprecated(reason:"Use excludeJobInstanceIds")excludeJobInstanceIds:[UUID!]moreJobInstanceIds:[UUID!]@deprecated(reason:"Use includeJobInstanceIds")includeJobInstanceIds:[UUID!]):Int! deleteJobInstancesByDate(jobId:UUID!beforeAt:DateTime!excludeJobInstanceIds:[UUID!]includeJobInstanceIds:[UUID!]):Int! replaceEnvironmentVariablesByRawForScope(entityId:UUID scope:EnvVarScope!rawEnvironmentVariables:String!):[EnvironmentVariable!]}
0-1 type Pipeline{id:UUID!name:String!alias:String!description:String alerting:JobPipelineAlerting hasExecutionVariablesEnabled:Boolean pipelineInstanceCount:Int!instances(limit:Int skip:Int lastExecution:Boolean):[PipelineInstance!]versions(limit:Int onlyCurrent:Boolean):[PipelineVersion!]!projectId:UUID!@deprecated project:Project!creationDate:DateTime!creator:String!isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone migrationStatus:MigrationStatus sourcesMigration:[MigrationData]targetMigration:MigrationData isLegacyPipeline:Boolean allVersionsJobTechnologiesByCategory:[TechnologyByCategory]movableState:PipelineMovableState}
0-1 type PipelineVersion{number:Int!releaseNote:String jobs:[Job!]graph:PipelineGraph creationDate:DateTime!creator:String!isCurrent:Boolean!isMajor:Boolean!deletableState:PipelineVersionDeletableState sourceUrl:String}
0-1 type JobInstance{id:UUID!number:Int!status:InstanceStatus!@deprecated statusDetails:String@deprecated history:InstanceHistory version:JobVersion!startTime:DateTime!endTime:DateTime pipelineInstanceId:UUID pipelineInstance:PipelineInstance executionVariablesInput:[ExecutionVariablesInput]executionGlobalVariablesInput:[ExecutionVariable]executionVariablesOutput:[ExecutionVariable]executionVariablesByKey:[ExecutionVariableByKeyVariable]jobId:UUID!jobNodeId:UUID jobAlias:String effectiveDockerImage:String!sparkuiUrl:String runTrigger:Trigger stopTrigger:AuthoredTrigger deletableState:JobInstanceDeletableState}
0-1 type JobInstanceDeletableState{deletable:Boolean!reasons:[JobInstanceDeletableStateReason!]}
0-1 enum JobInstanceDeletableStateReason{INSTANCE_NOT_TERMINATED INSTANCE_NOT_YET_CLEANED INSTANCE_LINKED_TO_PIPELINE INSTANCE_DOES_NOT_MATCH_JOB}
0-1 type PipelineInstance{id:UUID!number:Int!status:InstanceStatus!statusDetails:InstanceStatusDetails jobsInstance(limit:Int skip:Int):[JobInstance!]!conditionsInstance:[ConditionInstance]nodeStatuses:[NodeStatus!]!version:PipelineVersion!initialExecutionVariables:[ExecutionVariable!]runWithExecutionVariables:Boolean startTime:DateTime!endTime:DateTime pipelineId:UUID pipelineName:String runTrigger:Trigger stopTrigger:AuthoredTrigger deletableState:PipelineInstanceDeletableState}
0-1 type PipelineInstanceDeletableState{deletable:Boolean!reasons:[PipelineInstanceDeletableStateReason!]}
0-1 enum PipelineInstanceDeletableStateReason{INSTANCE_NOT_TERMINATED INSTANCE_DOES_NOT_MATCH_PIPELINE INSTANCE_NOT_YET_CLEANED JOB_INSTANCES_NOT_TERMINATED JOB_INSTANCES_NOT_IN_PIPELINE}
0-1 type NodeStatus{nodeId:UUID!status:InstanceStatus!}
0-1 type AppVersion{number:Int!creationDate:DateTime!releaseNote:String dockerInfo:AppDocker runtimeContextId:String creator:String!ports:[Port!]!isMajor:Boolean volumesWithPath:[VolumeWithPath!]}
0-1 enum EnvVarScope{GLOBAL PROJECT PIPELINE JOB APP}
0-1 type ProjectReports{countInstances:Long!projects:[ProjectReport!]!}
0-1 type ProjectReport{id:UUID!jobs:[JobReport!]!name:String!pipelines:[PipelineReport!]!}
0-1 type PipelineReport{id:UUID!name:String!pipelineInstances:[PipelineInstanceReport!]!}
0-1 type PipelineInstanceReport{endTime:DateTime id:UUID!jobInstances:[JobInstanceReport!]!startTime:DateTime!status:InstanceStatus!}
0-1 type JobInstanceReport{id:UUID!jobId:UUID!name:String!startTime:DateTime!endTime:DateTime status:InstanceStatus!}
0-1 type JobReport{id:UUID!jobInstances:[JobInstanceReport!]!name:String!}
0-1 scalar Long
0-1 input ConditionExpressionVariableInput{key:String!value:String!}
0-1 type AppStats{uptimePercentage:Float!downtimePercentage:Float!recoveredCount:Int!}
0-1 type StatusWithRecordAt{status:AppStatus!recordAt:DateTime!}
0-1 extend type Query{appVersion(appId:UUID!number:Int!):AppVersion appHistoryStatuses(appHistoryId:UUID!versionNumber:Int!startTime:DateTime!limit:Int):[StatusWithRecordAt] countAppHistoryStatuses(appHistoryId:UUID!versionNumber:Int!startTime:DateTime!):Int appStats(appHistoryId:UUID!versionNumber:Int!startTime:DateTime!):AppStats evaluateConditionExpression(projectId:UUID!expression:String!variables:[ConditionExpressionVariableInput!]):Boolean jobVersion(jobId:UUID!number:Int!):JobVersion logs(jobInstanceID:UUID!limit:Int skip:Int stream:LogStream):Logs@deprecated graphPipelineByName(projectId:UUID!name:String!):Pipeline graphPipelineByAlias(projectId:UUID!alias:String!):Pipeline! pipelineVersion(pipelineId:UUID!number:Int!):PipelineVersion projectReports(timeSlot:Int!limit:Int!skip:Int!):ProjectReports! technologiesByCategory(projectId:UUID!jobCategory:String):[TechnologyByCategory!]@deprecated pipelineEnvironmentVariables(pipelineId:UUID!scope:EnvVarScope):[EnvironmentVariable!] appEnvironmentVariables(appId:UUID!scope:EnvVarScope):[EnvironmentVariable!] volume(id:UUID!):Volume}
0-1 extend type Mutation{installApp(projectId:UUID!technologyId:UUID!contextId:String!):App! setMajorAppVersion(appId:UUID!versionNumber:Int!isMajor:Boolean!):AppVersion archiveJob(jobId:UUID!):Boolean@deprecated duplicateJob(originalJobId:UUID!):Job! moveJob(jobId:UUID!targetPlatformId:Int!targetProjectId:UUID!targetCategory:String):UUID! setMajorJobVersion(jobId:UUID!versionNumber:Int!isMajor:Boolean!):JobVersion duplicatePipeline(originalPipelineId:UUID!duplicateJobs:Boolean):Pipeline! movePipeline(pipelineId:UUID!targetPlatformId:Int!targetProjectId:UUID!):UUID! setMajorPipelineVersion(pipelineId:UUID!versionNumber:Int!isMajor:Boolean!):PipelineVersion archiveProject(projectId:UUID!):Boolean@deprecated moveVolume(volumeId:UUID!targetPlatformId:Int!targetProjectId:UUID!):UUID! duplicateVolume(originalVolumeId:UUID!):Volume!}
0-5 type Volume{id:UUID!name:String!creator:String!description:String size:DataSize!projectId:UUID!creationDate:DateTime!linkedApp:App migrationStatus:MigrationStatus migrationPlatformId:Int migrationProjectId:UUID migrationVolumeId:UUID duplicationStatus:DuplicationStatus duplicationTargetId:UUID originalVolumeId:UUID expansionStatus:ExpansionStatus isLocked:Boolean}
0-5 enum ExpansionStatus{EXPANSION_IN_PROGRESS WAITING_FOR_LINK_TO_AN_APP}
0-5 enum DuplicationStatus{DUPLICATION_OUT DUPLICATION_IN FAILED}
0-5 type App{id:UUID!name:String!description:String creationDate:DateTime!creator:String!versions:[AppVersion!]!currentVersion:AppVersion technology:Technology project:Project!linkedVolumes:[Volume!]isGenericApp:Boolean!history:AppHistory alerting:AppAlerting resources:AppResourceRequestLimit}
0-5 type AppAlerting{emails:[String!]!statusList:[AppStatus!]!loginEmails:[UserEmail!]}
0-5 type VolumeWithPath{path:String!volume:Volume}
0-5 scalar DataSize
0-5 input VolumeEditionInput{id:UUID!name:String description:String size:DataSize}
0-5 input VolumeInput{name:String!description:String size:DataSize!projectId:UUID!}
0-5 input AppEditionInput{id:UUID!name:String description:String alerting:AppAlertingInput resources:AppResourceInput}
0-5 input AppAlertingInput{emails:[Email!]logins:[String!]statusList:[AppStatus!]!}
0-5 input AppVersionInput{dockerInfo:AppDockerInput runtimeContextId:String ports:[PortInput!]!volumesWithPath:[VolumeWithPathInput]releaseNote:String}
0-5 input AppInput{projectId:UUID!name:String!description:String technologyId:UUID!version:AppVersionInput!alerting:AppAlertingInput resources:AppResourceInput}
0-5 extend type Query{filteredLogs(jobInstanceID:UUID!limit:Int skip:Int streams:[LogStream]!):Logs countFilteredLogs(jobInstanceID:UUID!streams:[LogStream]!):Int pipelines(projectId:UUID!):[Pipeline]@deprecated}
0-5 extend type Mutation{restartApp(id:UUID!):App! createVolume(volume:VolumeInput!):Volume! deleteVolume(id:UUID!):Volume editVolume(volumeEdition:VolumeEditionInput!):Volume! unlinkVolume(id:UUID!):Volume}
0-8 enum MigrationStatus{MIGRATING_IN MIGRATING_OUT READY FAILED}
0-8 type UserEmail{login:String email:String!}
0-8 scalar DateTime
0-8 type TechnologyByCategory{jobCategory:String!technologies:[Technology!]}
0-8 type MigrationData{platformId:Int!projectId:UUID!migrationDate:DateTime!pipelineId:UUID}
0-8 scalar TimeZone
0-8 enum ScheduleStatus{INITIALIZING FAILED READY IMPOSSIBLE_TO_SCHEDULE}
0-8 scalar Cron
0-8 type JobPipelineAlerting{emails:[String!]!statusList:[InstanceStatus!]!loginEmails:[UserEmail!]}
0-8 enum InstanceStatus{AWAITING REQUESTED UNKNOWN QUEUED RUNNING KILLING KILLED SUCCEEDED FAILED ERROR SKIPPED}
0-8 type ExtraTechnology{language:String!version:String!}
0-8 type JobResources{cpu:Float!memory:Int!disk:Int!}
0-8 type JobDocker{image:String!dockerCredentialsId:UUID}
0-8 type JobPackage{name:String!downloadUrl:String}
0-8 enum ProjectStatus{CREATED INIT_REQUESTED INITIALIZING FAILED READY}
0-8 type OverriddenValues{scope:EnvVarScope!id:UUID!value:String description:String isPassword:Boolean!}
0-8 input EnvironmentVariableInput{id:UUID name:String!scope:EnvVarScope!value:String description:String isPassword:Boolean!}
0-8 enum JobInstanceSelector{ALL SUCCEEDED FAILED STOPPED UNKNOWN}
0-8 input TechnologyInput{id:UUID!}
0-8 input TechnologyByCategoryInput{jobCategory:String!technologies:[TechnologyInput!]}
0-8 input SecurityGroupInput{name:ID!role:ProjectRole}
0-8 enum ProjectRole{ROLE_PROJECT_VIEWER ROLE_PROJECT_EDITOR ROLE_PROJECT_MANAGER}
0-8 enum PipelineInstanceStatusSelector{ALL SUCCEEDED FAILED STOPPED UNKNOWN}
0-8 input JobPipelineAlertingInput{emails:[Email!]logins:[String!]statusList:[InstanceStatus!]!}
0-8 scalar Email
0-8 scalar Upload
0-8 input ExtraTechnologyInput{language:String!version:String!}
0-8 input JobResourcesInput{cpu:Float!memory:Int!disk:Int!}
0-8 input JobDockerInput{image:String!dockerCredentialsId:UUID}
0-8 input JobPackageInput{name:String!usePreviousArtifact:Boolean}
0-8 input DockerCredentialsUpdate{id:UUID!registry:String username:String password:String!projectId:UUID!}
0-8 input DockerCredentialsInput{registry:String username:String!password:String!projectId:UUID!}
0-8 type JobInstanceSelectorCount{selector:JobInstanceSelector!count:Int!}
0-8 type SecurityGroup{name:ID!role:ProjectRole isAllProjects:Boolean!}
0-8 type ClusterNodeCapacity{cpu:Float!gpu:Float!memory:Float!}
0-8 type Platform{id:Int!name:String counts:PlatformCounts!}
0-8 type PipelineInstanceSelectorCount{selector:PipelineInstanceStatusSelector!count:Int!}
0-8 enum LogStream{ENVVARS_STDOUT ENVVARS_STDERR ORCHESTRATION_STDOUT ORCHESTRATION_STDERR STDERR STDOUT}
0-8 type Logs{count:Int content:[Log!]}
0-8 type Log{index:Int value:String!stream:LogStream!}
0-8 type JobsCountByCategory{jobCategory:String!jobsCountByTechnology:[JobsCountByTechnology!]count:Int!}
0-8 type JobsCountByTechnology{technology:Technology!count:Int!}
0-8 extend type Query{allDockerCredentials(projectId:UUID!):[DockerCredentials!] dockerCredentials(id:UUID!projectId:UUID!):DockerCredentials jobs(projectId:UUID!category:String technologyId:UUID):[Job!] job(id:UUID!):Job jobByAlias(projectId:UUID!alias:String!):Job countJobs(projectId:UUID!search:String jobCategory:String technologyId:UUID):[JobsCountByCategory] jobCategories:[String!]! countDeletablePipelineInstancesByStatus(pipelineId:UUID!):[PipelineInstanceSelectorCount!] countDeletablePipelineInstancesByDate(pipelineId:UUID!beforeAt:DateTime!):Int pipelineInstance(id:UUID!):PipelineInstance platform:Platform usersByRealm:[UserEmail] getClusterCapacity:[ClusterNodeCapacity] project(id:UUID!):Project projectByName(name:String!):Project rights(projectId:UUID!):[SecurityGroup!] jobInstance(id:UUID!):JobInstance countJobInstancesBySelector(jobId:UUID!):[JobInstanceSelectorCount!] countJobInstancesByDate(jobId:UUID!beforeAt:DateTime!):Int}
0-8 extend type Mutation{createDockerCredentials(dockerCredentials:DockerCredentialsInput):DockerCredentials updateDockerCredentials(dockerCredentialsUpdate:DockerCredentialsUpdate):DockerCredentials deleteDockerCredentials(id:UUID!projectId:UUID!):Boolean createJob(job:JobInput!jobVersion:JobVersionInput!file:Upload):Job! editJob(job:JobEditionInput!):Job! moveJobs(jobIds:[UUID!]!projectId:UUID!category:String):Boolean@deprecated addJobVersion(jobId:UUID!jobVersion:JobVersionInput!file:Upload):JobVersion! rollbackJobVersion(jobId:UUID!versionNumber:Int!):Job editPipeline(pipeline:PipelineEditionInput):Pipeline! deletePipeline(id:UUID!):Boolean! rollbackPipelineVersion(pipelineId:UUID!versionNumber:Int!):Pipeline runPipeline(pipelineId:UUID!):PipelineInstance! stopPipelineInstance(pipelineInstanceId:UUID!):PipelineInstance! createProject(project:ProjectInput!):Project! editProject(project:ProjectEditionInput!):Project! stopJobInstance(jobInstanceId:UUID!):JobInstance! saveEnvironmentVariable(entityId:UUID environmentVariable:EnvironmentVariableInput!):EnvironmentVariable! deleteEnvironmentVariable(id:UUID!):Boolean!}
9-9 type Project{id:UUID!name:String!}
9-9 type Job{id:UUID!name:String!technology:Technology!}
9-9 type JobInstance{id:UUID!status:String!}
9-9 extend type Query{projects:[Project!]! jobs(projectId:UUID!):[Job!]!}
9-9 extend type Mutation{deleteJob(jobId:UUID!):Boolean}
0-3 type Project{id:UUID!name:String!creator:String!description:String jobsCount:Int!jobs(limit:Int):[Job!]!status:ProjectStatus!apps:[App!]!volumes:[Volume!]!pipelines:[Pipeline!]!technologiesByCategory:[TechnologyByCategory]!appTechnologies:[Technology]!}
0-3 input JobEditionInput{id:UUID!name:String alias:String description:String isScheduled:Boolean cronScheduling:Cron scheduleTimezone:TimeZone alerting:JobPipelineAlertingInput isStreaming:Boolean doesUseGPU:Boolean resources:JobResourceInput}
0-3 input JobInput{projectId:UUID!name:String!alias:String description:String category:String!technology:TechnologyInput!isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone alerting:JobPipelineAlertingInput isStreaming:Boolean!doesUseGPU:Boolean resources:JobResourceInput}
0-4 type ConditionNode{id:UUID!position:NodePosition nextNodesSuccess:[UUID!]nextNodesFailure:[UUID!]condition:Condition!}
0-4 interface Condition{toString:String!}
0-4 type ConditionExpression implements Condition{toString:String!expression:String!}
0-4 type ConditionStatus implements Condition{toString:String!value:ConditionStatusPresetValue!}
0-4 enum ConditionStatusPresetValue{AllSuccess AllSuccessOrSkipped AtLeastOneSuccess}
0-4 type NodePosition{x:Float!y:Float!}
0-4 type JobNode{id:UUID!job:Job!position:NodePosition nextNodes:[UUID!]}
0-4 input ConditionNodeInput{id:UUID!position:NodePositionInput nextNodesSuccess:[UUID!]nextNodesFailure:[UUID!]condition:ConditionInput}
0-4 input ConditionInput{status:ConditionStatusInput custom:ConditionExpressionInput}
0-4 input ConditionExpressionInput{expression:String!}
0-4 input ConditionStatusInput{value:ConditionStatusPresetValueInput!}
0-4 enum ConditionStatusPresetValueInput{AllSuccess AllSuccessOrSkipped AtLeastOneSuccess}
0-4 input NodePositionInput{x:Float!y:Float!}
0-4 input JobNodeInput{id:UUID!job:JobInGraphPipelineInput!position:NodePositionInput nextNodes:[UUID!]}
6-6 type NodePosition{x:Float!y:Float!}
6-6 type JobNode{id:UUID!job:Job!position:NodePosition nextNodes:[UUID!]}
6-6 input NodePositionInput{x:Float!y:Float!}
6-6 input JobNodeInput{id:UUID!job:JobInGraphPipelineInput!position:NodePositionInput nextNodes:[UUID!]}
6-6 input JobVersionInput{releaseNote:String runtimeVersion:String commandLine:String usePreviousArtifact:Boolean packageInfo:JobPackageInput dockerInfo:JobDockerInput resources:JobResourcesInput extraTechnology:ExtraTechnologyInput doesUseGPU:Boolean}
6-6 type Pipeline{id:UUID!name:String!description:String alerting:JobPipelineAlerting hasExecutionVariablesEnabled:Boolean pipelineInstanceCount:Int!instances(limit:Int skip:Int lastExecution:Boolean):[PipelineInstance!]versions(limit:Int onlyCurrent:Boolean):[PipelineVersion!]!projectId:UUID!project:Project!creationDate:DateTime!creator:String!isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone migrationStatus:MigrationStatus sourcesMigration:[MigrationData]targetMigration:MigrationData isLegacyPipeline:Boolean allVersionsJobTechnologiesByCategory:[TechnologyByCategory]movableState:PipelineMovableState}
6-6 input PipelineEditionInput{id:UUID!name:String description:String alerting:JobPipelineAlertingInput hasExecutionVariablesEnabled:Boolean isScheduled:Boolean cronScheduling:Cron scheduleTimezone:TimeZone}
6-6 input GraphPipelineInput{name:String!description:String alerting:JobPipelineAlertingInput hasExecutionVariablesEnabled:Boolean environmentVariables:String projectId:UUID!graph:PipelineGraphInput!releaseNote:String isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone sourceUrl:String}
6-6 type ConditionNode{id:UUID!position:NodePosition nextNodesSuccess:[UUID!]nextNodesFailure:[UUID!]}
6-6 type Project{id:UUID!name:String!creator:String!description:String jobsCount:Int!status:ProjectStatus!apps:[App!]!technologiesByCategory:[TechnologyByCategory]!appTechnologies:[Technology]!}
6-6 type App{id:UUID!name:String!description:String creationDate:DateTime!creator:String!versions:[AppVersion!]!currentVersion:AppVersion technology:Technology project:Project!isGenericApp:Boolean!history:AppHistory resources:AppResourceRequestLimit}
6-6 type AppVersion{number:Int!creationDate:DateTime!releaseNote:String dockerInfo:AppDocker runtimeContextId:String creator:String!ports:[Port!]!}
6-6 type JobVersion{number:Int!creationDate:DateTime!releaseNote:String runtimeVersion:String commandLine:String packageInfo:JobPackage dockerInfo:JobDocker resources:JobResources extraTechnology:ExtraTechnology isCurrent:Boolean!deletableState:JobVersionDeletableState creator:String!doesUseGPU:Boolean}
6-6 input ConditionNodeInput{id:UUID!position:NodePositionInput nextNodesSuccess:[UUID!]nextNodesFailure:[UUID!]}
6-6 input AppEditionInput{id:UUID!name:String description:String resources:AppResourceInput}
6-6 input AppVersionInput{dockerInfo:AppDockerInput runtimeContextId:String ports:[PortInput!]!releaseNote:String}
6-6 input AppInput{projectId:UUID!name:String!description:String technologyId:UUID!version:AppVersionInput!resources:AppResourceInput}
6-6 type ListedPipeline{id:UUID!name:String!description:String alerting:JobPipelineAlerting hasExecutionVariablesEnabled:Boolean versions:[ListedPipelineVersion!]!isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone}
6-6 type ListedPipelineVersion{number:Int!isCurrent:Boolean!jobs:[Job!]}
6-6 extend type Query{pipelines(projectId:UUID!):[ListedPipeline]}
0-0 type Job{id:UUID!project:Project!name:String!alias:String description:String countJobInstance:Int instances(limit:Int skip:Int checkInPipelineInstance:Boolean lastExecution:Boolean):[JobInstance!]versions(limit:Int onlyCurrent:Boolean):[JobVersion!]!category:String!technology:Technology isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone alerting:JobPipelineAlerting isStreaming:Boolean!creationDate:DateTime!migrationStatus:MigrationStatus migrationPlatformId:Int migrationProjectId:UUID migrationJobId:UUID originalJobId:UUID isDeletable:Boolean!deletableState:JobDeletableState pipelines(isCurrent:Boolean):[Pipeline!]graphPipelines(isCurrent:Boolean):[Pipeline!]doesUseGPU:Boolean resources:JobResourceRequestLimit}
0-0 type JobResourceRequestLimit{cpu:ResourceRequestLimit memory:ResourceRequestLimit gpu:ResourceRequestLimit}
0-0 type JobVersion{number:Int!creationDate:DateTime!releaseNote:String runtimeVersion:String commandLine:String packageInfo:JobPackage dockerInfo:JobDocker resources:JobResources@deprecated extraTechnology:ExtraTechnology isCurrent:Boolean!isMajor:Boolean deletableState:JobVersionDeletableState creator:String!doesUseGPU:Boolean@deprecated sourceUrl:String}
0-0 input JobVersionInput{releaseNote:String runtimeVersion:String commandLine:String usePreviousArtifact:Boolean packageInfo:JobPackageInput dockerInfo:JobDockerInput resources:JobResourcesInput extraTechnology:ExtraTechnologyInput doesUseGPU:Boolean sourceUrl:String}
2-6 type JobResourceRequestLimit{cpu:ResourceRequestLimit memory:ResourceRequestLimit gpu:ResourceRequestLimit}
2-6 type PipelineVersion{number:Int!releaseNote:String jobs:[Job!]graph:PipelineGraph creationDate:DateTime!creator:String!isCurrent:Boolean!deletableState:PipelineVersionDeletableState sourceUrl:String}
2-6 type JobInstance{id:UUID!number:Int!status:InstanceStatus!statusDetails:String history:InstanceHistory version:JobVersion!startTime:DateTime!endTime:DateTime pipelineInstanceId:UUID pipelineInstance:PipelineInstance executionVariablesInput:[ExecutionVariablesInput]executionGlobalVariablesInput:[ExecutionVariable]executionVariablesOutput:[ExecutionVariable]executionVariablesByKey:[ExecutionVariableByKeyVariable]jobId:UUID!sparkuiUrl:String runTrigger:Trigger stopTrigger:AuthoredTrigger}
2-6 type PipelineInstance{id:UUID!number:Int!status:InstanceStatus!statusDetails:String jobsInstance:[JobInstance!]!conditionsInstance:[ConditionInstance]version:PipelineVersion!initialExecutionVariables:[ExecutionVariable!]runWithExecutionVariables:Boolean startTime:DateTime!endTime:DateTime pipelineId:UUID pipelineName:String runTrigger:Trigger stopTrigger:AuthoredTrigger}
0-2 input PipelineEditionInput{id:UUID!name:String alias:String description:String alerting:JobPipelineAlertingInput hasExecutionVariablesEnabled:Boolean isScheduled:Boolean cronScheduling:Cron scheduleTimezone:TimeZone}
0-2 input GraphPipelineInput{name:String!alias:String!description:String alerting:JobPipelineAlertingInput hasExecutionVariablesEnabled:Boolean environmentVariables:String projectId:UUID!graph:PipelineGraphInput!releaseNote:String isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone sourceUrl:String}
0-2 input PipelineInput{name:String!alias:String!description:String alerting:JobPipelineAlertingInput projectId:UUID!jobsId:[UUID!]!releaseNote:String isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone sourceUrl:String}
2-5 input JobVersionInput{releaseNote:String runtimeVersion:String commandLine:String usePreviousArtifact:Boolean packageInfo:JobPackageInput dockerInfo:JobDockerInput resources:JobResourcesInput extraTechnology:ExtraTechnologyInput doesUseGPU:Boolean sourceUrl:String}
2-5 type JobVersion{number:Int!creationDate:DateTime!releaseNote:String runtimeVersion:String commandLine:String packageInfo:JobPackage dockerInfo:JobDocker resources:JobResources extraTechnology:ExtraTechnology isCurrent:Boolean!deletableState:JobVersionDeletableState creator:String!doesUseGPU:Boolean sourceUrl:String}
2-5 type AppVersion{number:Int!creationDate:DateTime!releaseNote:String dockerInfo:AppDocker runtimeContextId:String creator:String!ports:[Port!]!volumesWithPath:[VolumeWithPath!]}
5-6 input JobEditionInput{id:UUID!name:String alias:String description:String isScheduled:Boolean cronScheduling:Cron scheduleTimezone:TimeZone alerting:JobPipelineAlertingInput isStreaming:Boolean doesUseGPU:Boolean resources:JobResourceInput}
5-6 input JobInput{projectId:UUID!name:String!alias:String description:String category:String!technology:TechnologyInput!isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone alerting:JobPipelineAlertingInput isStreaming:Boolean!doesUseGPU:Boolean resources:JobResourceInput}
5-6 type Job{id:UUID!project:Project!name:String!alias:String description:String countJobInstance:Int instances(limit:Int skip:Int checkInPipelineInstance:Boolean lastExecution:Boolean):[JobInstance!]versions(limit:Int onlyCurrent:Boolean):[JobVersion!]!category:String!technology:Technology isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone alerting:JobPipelineAlerting isStreaming:Boolean!creationDate:DateTime!migrationStatus:MigrationStatus migrationPlatformId:Int migrationProjectId:UUID migrationJobId:UUID isDeletable:Boolean!deletableState:JobDeletableState pipelines(isCurrent:Boolean):[Pipeline!]graphPipelines(isCurrent:Boolean):[Pipeline!]doesUseGPU:Boolean resources:JobResourceRequestLimit}
1-1 type Job{id:UUID!project:Project!name:String!alias:String description:String countJobInstance:Int instances(limit:Int skip:Int checkInPipelineInstance:Boolean lastExecution:Boolean):[JobInstance!]versions(limit:Int onlyCurrent:Boolean):[JobVersion!]!category:String!technology:Technology isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone alerting:JobPipelineAlerting isStreaming:Boolean!creationDate:DateTime!migrationStatus:MigrationStatus migrationPlatformId:Int migrationProjectId:UUID migrationJobId:UUID originalJobId:UUID isDeletable:Boolean!deletableState:JobDeletableState pipelines(isCurrent:Boolean):[Pipeline!]graphPipelines(isCurrent:Boolean):[Pipeline!]doesUseGPU:Boolean}
1-1 type JobVersion{number:Int!creationDate:DateTime!releaseNote:String runtimeVersion:String commandLine:String packageInfo:JobPackage dockerInfo:JobDocker resources:JobResources@deprecated extraTechnology:ExtraTechnology isCurrent:Boolean!isMajor:Boolean deletableState:JobVersionDeletableState creator:String!doesUseGPU:Boolean@deprecated}
1-1 input JobVersionInput{releaseNote:String runtimeVersion:String commandLine:String usePreviousArtifact:Boolean packageInfo:JobPackageInput dockerInfo:JobDockerInput resources:JobResourcesInput extraTechnology:ExtraTechnologyInput doesUseGPU:Boolean}
2-8 extend type Query{logs(jobInstanceID:UUID!limit:Int skip:Int stream:LogStream):Logs technologiesByCategory(projectId:UUID!jobCategory:String):[TechnologyByCategory!]}
2-8 extend type Mutation{archiveJob(jobId:UUID!):Boolean archiveProject(projectId:UUID!):Boolean}
2-2 type Pipeline{id:UUID!name:String!alias:String!description:String alerting:JobPipelineAlerting hasExecutionVariablesEnabled:Boolean pipelineInstanceCount:Int!instances(limit:Int skip:Int lastExecution:Boolean):[PipelineInstance!]versions(limit:Int onlyCurrent:Boolean):[PipelineVersion!]!projectId:UUID!project:Project!creationDate:DateTime!creator:String!isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone migrationStatus:MigrationStatus sourcesMigration:[MigrationData]targetMigration:MigrationData isLegacyPipeline:Boolean allVersionsJobTechnologiesByCategory:[TechnologyByCategory]movableState:PipelineMovableState}
2-3 type Job{id:UUID!project:Project!name:String!alias:String description:String countJobInstance:Int instances(limit:Int skip:Int checkInPipelineInstance:Boolean lastExecution:Boolean):[JobInstance!]versions(limit:Int onlyCurrent:Boolean):[JobVersion!]!category:String!technology:Technology isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone alerting:JobPipelineAlerting isStreaming:Boolean!creationDate:DateTime!migrationStatus:MigrationStatus migrationPlatformId:Int migrationProjectId:UUID migrationJobId:UUID isDeletable:Boolean!deletableState:JobDeletableState pipelines(isCurrent:Boolean):[Pipeline!]graphPipelines(isCurrent:Boolean):[Pipeline!]doesUseGPU:Boolean resources:JobResourceRequestLimit}
2-4 enum EnvVarScope{GLOBAL PROJECT PIPELINE JOB}
2-4 extend type Query{pipelineEnvironmentVariables(pipelineId:UUID!):[EnvironmentVariable!]}
3-4 type Pipeline{id:UUID!name:String!description:String alerting:JobPipelineAlerting hasExecutionVariablesEnabled:Boolean pipelineInstanceCount:Int!instances(limit:Int skip:Int lastExecution:Boolean):[PipelineInstance!]versions(limit:Int onlyCurrent:Boolean):[PipelineVersion!]!projectId:UUID!project:Project!creationDate:DateTime!creator:String!isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone migrationStatus:MigrationStatus sourcesMigration:[MigrationData]targetMigration:MigrationData isLegacyPipeline:Boolean allVersionsJobTechnologiesByCategory:[TechnologyByCategory]movableState:PipelineMovableState}
3-4 input PipelineEditionInput{id:UUID!name:String description:String alerting:JobPipelineAlertingInput hasExecutionVariablesEnabled:Boolean isScheduled:Boolean cronScheduling:Cron scheduleTimezone:TimeZone}
3-4 input GraphPipelineInput{name:String!description:String alerting:JobPipelineAlertingInput hasExecutionVariablesEnabled:Boolean environmentVariables:String projectId:UUID!graph:PipelineGraphInput!releaseNote:String isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone sourceUrl:String}
3-6 input PipelineInput{name:String!description:String alerting:JobPipelineAlertingInput projectId:UUID!jobsId:[UUID!]!releaseNote:String isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone sourceUrl:String}
4-5 type Project{id:UUID!name:String!creator:String!description:String jobsCount:Int!status:ProjectStatus!apps:[App!]!volumes:[Volume!]!pipelines:[Pipeline!]!technologiesByCategory:[TechnologyByCategory]!appTechnologies:[Technology]!}
4-4 type Job{id:UUID!project:Project!name:String!alias:String description:String countJobInstance:Int instances(limit:Int skip:Int checkInPipelineInstance:Boolean lastExecution:Boolean):[JobInstance!]versions(limit:Int onlyCurrent:Boolean):[JobVersion!]!category:String!technology:Technology isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus alerting:JobPipelineAlerting isStreaming:Boolean!creationDate:DateTime!migrationStatus:MigrationStatus migrationPlatformId:Int migrationProjectId:UUID migrationJobId:UUID isDeletable:Boolean!deletableState:JobDeletableState pipelines(isCurrent:Boolean):[Pipeline!]graphPipelines(isCurrent:Boolean):[Pipeline!]doesUseGPU:Boolean resources:JobResourceRequestLimit}
4-4 input JobEditionInput{id:UUID!name:String alias:String description:String isScheduled:Boolean cronScheduling:Cron alerting:JobPipelineAlertingInput isStreaming:Boolean doesUseGPU:Boolean resources:JobResourceInput}
4-4 input JobInput{projectId:UUID!name:String!alias:String description:String category:String!technology:TechnologyInput!isScheduled:Boolean!cronScheduling:Cron alerting:JobPipelineAlertingInput isStreaming:Boolean!doesUseGPU:Boolean resources:JobResourceInput}
5-5 type Pipeline{id:UUID!name:String!description:String alerting:JobPipelineAlerting pipelineInstanceCount:Int!instances(limit:Int skip:Int lastExecution:Boolean):[PipelineInstance!]versions(limit:Int onlyCurrent:Boolean):[PipelineVersion!]!projectId:UUID!project:Project!creationDate:DateTime!creator:String!isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone migrationStatus:MigrationStatus sourcesMigration:[MigrationData]targetMigration:MigrationData isLegacyPipeline:Boolean allVersionsJobTechnologiesByCategory:[TechnologyByCategory]movableState:PipelineMovableState}
5-5 type ConditionNode{id:UUID!nextNodesSuccess:[UUID!]nextNodesFailure:[UUID!]}
5-5 type JobNode{id:UUID!job:Job!nextNodes:[UUID!]}
5-5 input ConditionNodeInput{id:UUID!nextNodesSuccess:[UUID!]nextNodesFailure:[UUID!]}
5-5 input JobNodeInput{id:UUID!job:JobInGraphPipelineInput!nextNodes:[UUID!]}
5-5 input PipelineEditionInput{id:UUID!name:String description:String alerting:JobPipelineAlertingInput isScheduled:Boolean cronScheduling:Cron scheduleTimezone:TimeZone}
5-5 input GraphPipelineInput{name:String!description:String alerting:JobPipelineAlertingInput environmentVariables:String projectId:UUID!graph:PipelineGraphInput!releaseNote:String isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone sourceUrl:String}
5-8 enum EnvVarScope{GLOBAL PROJECT JOB}
8-8 input PipelineEditionInput{id:UUID!name:String description:String alerting:JobPipelineAlertingInput isScheduled:Boolean cronScheduling:Cron scheduleTimezone:TimeZone}
8-8 type Project{id:UUID!name:String!creator:String!description:String jobsCount:Int!status:ProjectStatus!pipelines:[Pipeline!]!technologiesByCategory:[TechnologyByCategory]!}
8-8 type Pipeline{id:UUID!name:String!description:String alerting:JobPipelineAlerting pipelineInstanceCount:Int!instances(limit:Int):[PipelineInstance!]versions:[PipelineVersion!]!projectId:UUID!creationDate:DateTime!creator:String!isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone migrationStatus:MigrationStatus sourcesMigration:[MigrationData]targetMigration:MigrationData allVersionsJobTechnologiesByCategory:[TechnologyByCategory]}
8-8 input PipelineInput{name:String!description:String alerting:JobPipelineAlertingInput projectId:UUID!jobsId:[UUID!]!releaseNote:String isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone}
7-8 type EnvironmentVariable{id:UUID!name:String!scope:EnvVarScope!value:String description:String isPassword:Boolean!overriddenValues:[OverriddenValues]!}
7-8 type JobInstance{id:UUID!number:Int!status:InstanceStatus!statusDetails:String version:JobVersion!startTime:DateTime!endTime:DateTime pipelineInstanceId:UUID jobId:UUID!sparkuiUrl:String}
7-8 type JobVersion{number:Int!creationDate:DateTime!releaseNote:String runtimeVersion:String commandLine:String packageInfo:JobPackage dockerInfo:JobDocker resources:JobResources extraTechnology:ExtraTechnology isCurrent:Boolean!creator:String!doesUseGPU:Boolean}
7-8 type PipelineVersion{number:Int!releaseNote:String jobs:[Job!]creationDate:DateTime!creator:String!isCurrent:Boolean!}
7-8 type Job{id:UUID!project:Project!name:String!alias:String description:String countJobInstance:Int instances(limit:Int):[JobInstance!]versions:[JobVersion!]!category:String!technology:Technology isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone alerting:JobPipelineAlerting isStreaming:Boolean!creationDate:DateTime!migrationStatus:MigrationStatus migrationPlatformId:Int migrationProjectId:UUID migrationJobId:UUID pipelines:[Pipeline!]}
7-8 type PipelineInstance{id:UUID!number:Int!status:InstanceStatus!statusDetails:String jobsInstance:[JobInstance!]!version:PipelineVersion!startTime:DateTime!endTime:DateTime pipelineId:UUID pipelineName:String}
7-8 input ProjectEditionInput{id:UUID!name:String description:String authorizedGroups:[SecurityGroupInput]technologiesByCategory:[TechnologyByCategoryInput!]}
7-8 input ProjectInput{name:String!description:String technologiesByCategory:[TechnologyByCategoryInput!]authorizedGroups:[SecurityGroupInput]}
7-8 input JobVersionInput{releaseNote:String runtimeVersion:String commandLine:String usePreviousArtifact:Boolean packageInfo:JobPackageInput dockerInfo:JobDockerInput resources:JobResourcesInput!extraTechnology:ExtraTechnologyInput doesUseGPU:Boolean}
7-8 input JobEditionInput{id:UUID!name:String alias:String description:String isScheduled:Boolean cronScheduling:Cron scheduleTimezone:TimeZone alerting:JobPipelineAlertingInput isStreaming:Boolean}
7-8 input JobInput{projectId:UUID!name:String!alias:String description:String category:String!technology:TechnologyInput!isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone alerting:JobPipelineAlertingInput isStreaming:Boolean!}
7-8 type DockerCredentials{id:UUID!registry:String username:String!lastUpdate:DateTime!jobs:[Job!]}
7-8 type PlatformCounts{projects:Int!jobs:Int!pipelines:Int!}
7-8 extend type Query{labWebApps(projectId:UUID!):[Job!]! labWebApp(id:UUID!):Job countLogs(jobInstanceID:UUID!stream:LogStream):Int pipelines(projectId:UUID!):[Pipeline] pipeline(id:UUID!):Pipeline projects:[Project!] projectEnvironmentVariables(projectId:UUID!):[EnvironmentVariable!] jobEnvironmentVariables(jobId:UUID!):[EnvironmentVariable!] globalEnvironmentVariables:[EnvironmentVariable!]}
7-8 extend type Mutation{deleteJob(id:UUID!):Boolean createPipeline(pipeline:PipelineInput):Pipeline! addPipelineVersion(pipelineId:UUID!jobsId:[UUID!]!releaseNote:String):PipelineVersion! deleteProject(id:UUID!):Boolean}
7-7 type Project{id:UUID!name:String!creator:String!description:String jobsCount:Int!jobs(limit:Int):[Job!]!status:ProjectStatus!pipelines:[Pipeline!]!technologiesByCategory:[TechnologyByCategory]!}
7-7 type Pipeline{id:UUID!name:String!alias:String!description:String alerting:JobPipelineAlerting pipelineInstanceCount:Int!instances(limit:Int):[PipelineInstance!]versions:[PipelineVersion!]!projectId:UUID!creationDate:DateTime!creator:String!isScheduled:Boolean!cronScheduling:Cron scheduleStatus:ScheduleStatus scheduleTimezone:TimeZone migrationStatus:MigrationStatus sourcesMigration:[MigrationData]targetMigration:MigrationData allVersionsJobTechnologiesByCategory:[TechnologyByCategory]}
7-7 input PipelineEditionInput{id:UUID!name:String alias:String description:String alerting:JobPipelineAlertingInput isScheduled:Boolean cronScheduling:Cron scheduleTimezone:TimeZone}
7-7 input PipelineInput{name:String!alias:String!description:String alerting:JobPipelineAlertingInput projectId:UUID!jobsId:[UUID!]!releaseNote:String isScheduled:Boolean!cronScheduling:Cron scheduleTimezone:TimeZone}
`,
  catalog: `
0-0 type Repository{creationDate:Instant!creator:String!editor:String!id:UUID!modificationDate:Instant!name:String!readOnly:Boolean!source:Source!synchroMode:SynchroMode!synchronizationReports(lastSynchronization:Boolean limit:Int skip:Int withReverted:Boolean):SynchronizationReports!technologies:[Technology!]!}
0-0 type ScriptCall{function:String!scriptId:UUID!}
0-0 type Script{id:UUID!lastUpdate:Instant!path:String!}
0-0 type FileSource{name:String!}
0-0 type UrlSource{url:URL!}
0-0 type DeletedRepository{creationDate:Instant!creator:String!editor:String!id:UUID!modificationDate:Instant!name:String!scripts:[Script!]!source:Source!synchroMode:SynchroMode!technologies:[Technology!]!}
0-0 type EditedRepository{creationDate:Instant!creator:String!editor:String!id:UUID!modificationDate:Instant!name:String!source:Source!synchroMode:SynchroMode!}
0-0 type RepositoryMutationResult{count:Int!objects:[EditedRepository!]!}
0-0 union Source=FileSource|UrlSource
0-0 input RepositoryEditionInput{id:UUID!name:String triggerSynchronization:Boolean!url:URL}
0-0 input RepositoryInput{name:String!url:URL}
0-0 type Query
0-0 type Mutation
0-0 scalar Cron
0-0 scalar DataSize
0-0 scalar Instant
0-0 scalar URL
0-0 scalar UUID
0-0 scalar Upload
0-0 type RepositorySynchro{count:Int!report:SynchronizationReport!repositoryId:UUID!repositoryName:String!}
0-0 type SynchronizationTrigger{author:String type:SynchronizationTriggerType!}
0-0 type SuccessfulSynchronization implements SynchronizationReport{endedAt:Instant!id:UUID!issues:[SynchronizationIssue!]!numberOfChanges:Int!revert:SynchronizationRevert source:Source startedAt:Instant!technologyReports:[TechnologySynchronizationReport!]!trigger:SynchronizationTrigger!}
0-0 type SynchronizationIssue{message:String!path:String!}
0-0 type FailedSynchronization implements SynchronizationReport{endedAt:Instant!failure:String!id:UUID!source:Source startedAt:Instant!trigger:SynchronizationTrigger!}
0-0 type SynchronizationReports{count:Int!lastReversibleId:UUID list:[SynchronizationReport!]!}
0-0 type TechnologySynchronizationReport{contextsReports:[ContextSynchronizationReport!]!message:String status:SynchronizationStatus!technologyId:String!technologyLabel:String!}
0-0 type ContextSynchronizationReport{contextId:String!contextLabel:String!message:String status:SynchronizationStatus!}
0-0 type Automatic{cron:Cron!}
0-0 type Manual{uselessField:Boolean}
0-0 type SynchronizationRevert{author:String!date:Instant!}
0-0 interface SynchronizationReport{endedAt:Instant!id:UUID!source:Source startedAt:Instant!trigger:SynchronizationTrigger!}
0-0 union SynchroMode=Automatic|Manual
0-0 enum SynchronizationTriggerType{AUTOMATIC INITIAL MANUAL URL_UPDATE}
0-0 enum SynchronizationStatus{CREATED DELETED FAILED UNCHANGED UPDATED}
0-0 type JobTechnology implements Technology{available:Boolean!contexts:[JobContext!]!customFlags:[Flag!]!description:String facets:[String!]!icon:String id:UUID!label:String!lastUpdate:Instant!mainClass:String missingFacets:[String!]!repositoryId:UUID!technologyId:String!defaultResources:ResourceSettings!}
0-0 type AppTechnology implements Technology{appContexts:[AppCatalogContext!]!available:Boolean!backgroundColor:String baseline:String!customFlags:[Flag!]!description:String facets:[String!]!icon:String readme:String id:UUID!label:String!lastUpdate:Instant!missingFacets:[String!]!repositoryId:UUID!technologyId:String!defaultResources:ResourceSettings!}
0-0 type SparkTechnology implements Technology{available:Boolean!contexts:[SparkContext!]!customFlags:[Flag!]!description:String facets:[String!]!icon:String id:UUID!label:String!lastUpdate:Instant!missingFacets:[String!]!repositoryId:UUID!technologyId:String!defaultResources:ResourceSettings!}
0-0 type JobContext implements Context{available:Boolean!deprecationDate:Instant description:String dockerInfo:DockerInfo facets:[String!]!id:String!job:JobFeatures!label:String!lastUpdate:Instant missingFacets:[String!]!recommended:Boolean!trustLevel:TrustLevel!defaultResources:ResourceSettings!}
0-0 type SparkContext implements Context{available:Boolean!deprecationDate:Instant description:String dockerInfo:DockerInfo facets:[String!]!id:String!job:JobFeatures!label:String!missingFacets:[String!]!recommended:Boolean!technologyContexts:[SparkTechnologyContext!]!trustLevel:TrustLevel!defaultResources:ResourceSettings!}
0-0 type SparkTechnologyContext implements Context{available:Boolean!deprecationDate:Instant description:String facets:[String!]!id:String!job:JobFeatures!jobContexts:[SparkJobContext!]!label:String!missingFacets:[String!]!recommended:Boolean!trustLevel:TrustLevel!defaultResources:ResourceSettings!}
0-0 type SparkJobContext implements Context{available:Boolean!deprecationDate:Instant description:String dockerInfo:DockerInfo facets:[String!]!id:String!job:JobFeatures!label:String!lastUpdate:Instant missingFacets:[String!]!recommended:Boolean!trustLevel:TrustLevel!defaultResources:ResourceSettings!}
0-0 type ResourceSettings{cpu:CpuResourceSettings!memory:MemoryResourceSettings!}
0-0 type CpuResourceSettings{limit:Float!}
0-0 type MemoryResourceSettings{limit:DataSize!}
0-0 type DockerInfo{image:String!version:String!}
0-0 type JobFeatures{features:[Feature!]!}
0-0 type Feature{comment:String defaultValue:String label:String!mandatory:Boolean!type:String!}
0-0 type AppCatalogContext{available:Boolean!deprecationDate:Instant description:String dockerInfo:DockerInfo!facets:[String!]!id:String!label:String!lastUpdate:Instant missingFacets:[String!]!ports:[PortInfo!]!recommended:Boolean!releaseNotes:String trustLevel:TrustLevel!volumes:[VolumeInfo!]!defaultResources:ResourceSettings!}
0-0 type PortInfo{basePath:String name:String port:Int!rewriteUrl:Boolean!scope:ExpositionScope!}
0-0 type VolumeInfo{path:String!size:DataSize!}
0-0 type Facet{activationDate:Instant!description:String!name:String!}
0-0 interface Technology{available:Boolean!customFlags:[Flag!]!description:String facets:[String!]!icon:String id:UUID!label:String!lastUpdate:Instant!missingFacets:[String!]!repositoryId:UUID!technologyId:String!}
0-0 interface Context{available:Boolean!deprecationDate:Instant description:String facets:[String!]!id:String!label:String!missingFacets:[String!]!recommended:Boolean!trustLevel:TrustLevel!}
0-0 enum Flag{GenericApp Spark Unknown}
0-0 enum TrustLevel{Deprecated Experimental Stable}
0-0 enum ExpositionScope{PROJECT PUBLIC}
0-0 extend type Query{repositories:[Repository!]! repository(id:UUID!):Repository facets:[Facet!]! technologiesByIds(ids:[UUID!]!):[Technology!]! technology(id:UUID!):Technology updatedTechnologies(from:String!):[Technology!]!}
0-0 extend type Mutation{addRepository(repositoryInput:RepositoryInput!upload:Upload):RepositoryMutationResult! editRepository(repositoryInput:RepositoryEditionInput!):RepositoryMutationResult! removeRepository(id:UUID!):DeletedRepository revertLastSynchronization(repositoryId:UUID!synchronizationReportId:UUID!):RepositorySynchro! synchronizeRepository(id:UUID!upload:Upload):RepositorySynchro!}
`,
};
