import { addVersionTo, type ChaosEntity, type ChaosGraph } from '../entities';
import type { World } from '../world';
import type { Changes } from './changes';
import { find, maybe, type Shown } from './shown';

interface PipelineArgs {
  id: string;
  pipelineId: string;
}

interface NewPipeline extends ChaosEntity {
  graph: ChaosGraph;
  releaseNote?: string;
}

/** Root fields about pipelines and their versions. */
export function pipelineRoots(world: World, shown: Shown, changes: Changes) {
  const { pipelines } = world;
  return {
    graphPipeline: ({ id }: PipelineArgs) => maybe(pipelines.get(id), shown.pipeline),
    createGraphPipeline: ({ pipeline }: { pipeline: NewPipeline }) => {
      const { name, alias, description, projectId, graph, releaseNote } = pipeline;
      const versions = [{ number: 1, graph, releaseNote }];
      const entity = { name, alias, description, projectId, versions };
      return shown.pipeline(changes.add(pipelines, 'createGraphPipeline', entity));
    },
    editPipeline: ({ pipeline }: { pipeline: ChaosEntity }) =>
      shown.pipeline(changes.edit(pipelines, 'editPipeline', pipeline, 'Pipeline')),
    addGraphPipelineVersion: ({
      pipelineId,
      ...version
    }: PipelineArgs & { graph: ChaosGraph; releaseNote?: string }) => {
      const entity = find(pipelines, pipelineId, 'Pipeline');
      const added = addVersionTo(entity, version);
      world.did('addGraphPipelineVersion', pipelineId);
      return shown.pipelineVersion(entity, added);
    },
    rollbackPipelineVersion: ({
      pipelineId,
      versionNumber,
    }: PipelineArgs & { versionNumber: number }) => {
      const which = { id: pipelineId, number: versionNumber, what: 'Pipeline' };
      return shown.pipeline(changes.rollBack(pipelines, 'rollbackPipelineVersion', which));
    },
    duplicatePipeline: ({ originalPipelineId }: { originalPipelineId: string }) =>
      shown.pipeline(changes.copy(pipelines, 'duplicatePipeline', originalPipelineId, 'Pipeline')),
    deletePipelineVersions: ({
      pipelineId,
      pipelineVersionNumbers,
    }: PipelineArgs & { pipelineVersionNumbers: number[] }) => {
      const entity = find(pipelines, pipelineId, 'Pipeline');
      return changes.removeVersions(entity, 'deletePipelineVersion', pipelineVersionNumbers);
    },
    movePipeline: ({
      pipelineId: id,
      targetProjectId: projectId,
    }: PipelineArgs & { targetProjectId: string }) =>
      changes.move(pipelines, 'movePipeline', { id, projectId, what: 'Pipeline' }),
    evaluateConditionExpression: ({
      variables,
    }: {
      variables: Array<{ key: string; value: string }>;
    }) => Number(variables[0]?.value) % 2 === 0,
    deletePipeline: ({ id }: PipelineArgs) =>
      Boolean(changes.remove(pipelines, 'deletePipeline', id, 'Pipeline')),
  };
}
