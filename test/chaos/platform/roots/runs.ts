import { GraphQLError } from 'graphql';
import type { ChaosEntity } from '../entities';
import type { World } from '../world';
import { find, type Shown } from './shown';

export const LOG_LINES = 30;

interface LogArgs {
  jobInstanceID: string;
  limit?: number;
  skip?: number;
}

/** Root fields about runs and their logs. */
export function runRoots(world: World, shown: Shown) {
  const shownRun = (id: string) => {
    const told = world.runs.get(id);
    return told && told.visibleAtMs <= Date.now() ? shown.run(told) : null;
  };
  const start = (kind: 'job' | 'pipeline', entities: Map<string, ChaosEntity>, id: string) => {
    const parent = find(entities, id, kind === 'job' ? 'Job' : 'Pipeline');
    return shown.run(world.beginRun(kind, parent, world.nextRun()));
  };
  const stop = (id: string) => {
    const told = find(world.runs, id, 'Run');
    if (world.isOver(told)) throw new GraphQLError(`Run ${id} has already ended`);
    told.killedAtMs ??= Date.now();
    world.did('stop', id);
    return shown.run(told);
  };
  const remove = (kind: string, parentId: string, ids: string[]) =>
    ids.map((id) => {
      const told = world.runs.get(id);
      const success = told?.parentId === parentId && world.isOver(told);
      if (success) {
        world.runs.delete(id);
        world.did(kind, parentId);
      }
      return { id, success };
    });
  const logs = ({ jobInstanceID, limit, skip }: LogArgs) => {
    if (!world.runs.has(jobInstanceID)) throw new GraphQLError('No such run');
    const lines = Array.from({ length: LOG_LINES }, (_line, index) => ({
      index,
      value: `line ${index} of ${jobInstanceID}`,
      stream: 'STDOUT',
    }));
    return { count: lines.length, content: shown.page(lines, { limit, skip }) };
  };
  return {
    jobInstance: ({ id }: { id: string }) => shownRun(id),
    pipelineInstance: ({ id }: { id: string }) => shownRun(id),
    filteredLogs: logs,
    logs,
    countFilteredLogs: LOG_LINES,
    runJob: ({ jobId }: { jobId: string }) => start('job', world.jobs, jobId),
    runPipeline: ({ pipelineId }: { pipelineId: string }) =>
      start('pipeline', world.pipelines, pipelineId),
    stopJobInstance: ({ jobInstanceId }: { jobInstanceId: string }) => stop(jobInstanceId),
    stopPipelineInstance: ({ pipelineInstanceId }: { pipelineInstanceId: string }) =>
      stop(pipelineInstanceId),
    deleteJobInstances: (args: { jobId: string; jobInstanceIds: string[] }) =>
      remove('deleteRun', args.jobId, args.jobInstanceIds),
    deletePipelineInstances: (args: { pipelineId: string; pipelineInstanceIds: string[] }) =>
      remove('deleteRun', args.pipelineId, args.pipelineInstanceIds),
  };
}
