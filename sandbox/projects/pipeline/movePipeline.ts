import { found, type Resolvers } from '../../graphql/resolvers';
import { isEnded } from '../../runs/timeline';
import type { Job } from '../../store/jobs';
import type { Pipeline } from '../../store/pipelines';
import type { SandboxStore } from '../../store/store';
import { moved } from '../move';

interface MoveArgs {
  pipelineId: string;
  targetPlatformId: number;
  targetProjectId: string;
}

/** Pipelines that go to another project. */
export const pipelineMoveResolvers: Resolvers = {
  Mutation: {
    movePipeline: (_root, args: MoveArgs, context) => {
      const { store } = context;
      const pipeline = found(store.pipelines.find(args.pipelineId), 'Pipeline', args.pipelineId);
      const reasons = reasonsAgainstMove(store, pipeline).map(({ reason }) => reason);
      return store.together(() => {
        const jobs = jobsOf(store, pipeline);
        const id = moved(context, 'pipeline', pipeline, args, reasons);
        for (const job of jobs) store.editJob(job.id, { projectId: args.targetProjectId });
        return id;
      });
    },
  },
  Pipeline: {
    migrationStatus: ({ id }: Pipeline, _args: unknown, { store }) =>
      store.moves.of(id) && 'MIGRATING_OUT',
    targetMigration: ({ id }: Pipeline, _args: unknown, { store, platformId }) => {
      const move = store.moves.of(id);
      if (!move) return null;
      const { projectId, id: pipelineId, at: migrationDate } = move;
      return { platformId: Number(platformId), projectId, pipelineId, migrationDate };
    },
    movableState: (pipeline: Pipeline, _args: unknown, { store }) => {
      const reasons = reasonsAgainstMove(store, pipeline);
      return { movable: reasons.length === 0, reasons };
    },
  },
};

/** The jobs of the current version. */
function jobsOf(store: SandboxStore, pipeline: Pipeline): Job[] {
  const { jobNodes = [] } = store.pipelines.current(pipeline)?.graph ?? {};
  return jobNodes.flatMap(({ jobId }) => store.job(jobId) ?? []);
}

interface MoveRefusal {
  reason: string;
  offendingId: string;
  offendingName: string;
}

/** A pipeline takes its jobs along. */
function reasonsAgainstMove(store: SandboxStore, pipeline: Pipeline): MoveRefusal[] {
  const refusal = (reason: string, { id, name }: Pipeline | Job) => ({
    reason,
    offendingId: id,
    offendingName: name,
  });
  const others = store.pipelines
    .list(pipeline.projectId)
    .filter(({ id }) => id !== pipeline.id)
    .flatMap((other) => jobsOf(store, other));
  const ofPipeline = [
    ...(store.moves.of(pipeline.id) ? ['PIPELINE_ALREADY_IN_MIGRATION_STATE'] : []),
    ...(pipeline.settings.isScheduled ? ['PIPELINE_SCHEDULED'] : []),
    ...(store.pipelines.runs(pipeline.id).some(({ status }) => !isEnded(status))
      ? ['PIPELINE_HAS_UNFINISHED_INSTANCES']
      : []),
  ];
  const ofJobs = jobsOf(store, pipeline).flatMap((job) =>
    [
      ...(job.settings.isScheduled ? ['JOB_SCHEDULED'] : []),
      ...(others.some(({ id }) => id === job.id) ? ['JOBS_EXISTS_IN_MANY_PIPELINES'] : []),
    ].map((reason) => refusal(reason, job)),
  );
  return [...ofPipeline.map((reason) => refusal(reason, pipeline)), ...ofJobs];
}
