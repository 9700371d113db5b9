/** What a platform cannot do where its schema lacks a query, a mutation or a field of a type. */
const WITHOUT = new Map([
  ['project', 'tell about a project'],
  ['createProject', 'create projects'],
  ['editProject', 'change projects'],
  ['deleteProject', 'delete projects'],
  ['job', 'tell about a job'],
  ['jobCategories', 'list the categories of jobs'],
  ['createJob', 'create jobs'],
  ['addJobVersion', 'add versions to jobs'],
  ['editJob', 'change jobs'],
  ['duplicateJob', 'duplicate jobs'],
  ['deleteJob', 'delete jobs'],
  ['runJob', 'run jobs'],
  ['jobInstance', 'tell about a run of a job'],
  ['stopJobInstance', 'stop runs of jobs'],
  ['filteredLogs', 'show the logs of runs'],
  ['graphPipeline', 'tell about a pipeline'],
  ['deletePipeline', 'delete pipelines'],
  ['runPipeline', 'run pipelines'],
  ['pipelineInstance', 'tell about a run of a pipeline'],
  ['stopPipelineInstance', 'stop runs of pipelines'],
  ['app', 'tell about an app'],
  ['runApp', 'start apps'],
  ['stopApp', 'stop apps'],
  ['restartApp', 'restart apps'],
  ['deleteApp', 'delete apps'],
  ['repositories', 'list the repositories of its catalog'],
  ['repository', 'tell about a repository of its catalog'],
  ['synchronizeRepository', 'synchronize repositories of its catalog'],
  ['technology', 'tell about a technology'],
  ['Project.apps', 'list apps'],
  ['Project.pipelines', 'list pipelines'],
  ['Job.instances', 'list the runs of a job'],
  ['Pipeline.instances', 'list the runs of a pipeline'],
]);

/** The beginning of a sentence that goes on with what is lacking. @param name `duplicateJob`, or `Project.apps` for a field */
export function cannot(name: string): string {
  return `This platform cannot ${WITHOUT.get(name) ?? 'do this'}`;
}
