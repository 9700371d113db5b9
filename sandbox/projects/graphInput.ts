import { randomUUID } from 'node:crypto';
import { badInput, found } from '../graphql/errors';
import { CONDITIONS, graphFault, type Condition, type PipelineGraph } from '../runs/graph';
import type { SandboxStore } from '../store/store';

interface PositionInput {
  x: number;
  y: number;
}

interface JobNodeInput {
  id?: string | null;
  job: { id: string };
  position?: PositionInput | null;
  nextNodes?: string[] | null;
}

interface ConditionNodeInput {
  id?: string | null;
  position?: PositionInput | null;
  condition?: Condition | null;
  nextNodesSuccess?: string[] | null;
  nextNodesFailure?: string[] | null;
}

export interface GraphInput {
  jobNodes?: JobNodeInput[] | null;
  conditionNodes?: ConditionNodeInput[] | null;
}

export const graphInputTypes = /* GraphQL */ `
  enum PipelineCondition {
    ${CONDITIONS.join('\n')}
  }

  input NodePositionInput {
    x: Float!
    y: Float!
  }

  input JobOfNodeInput {
    id: UUID!
  }

  input JobNodeInput {
    id: UUID
    job: JobOfNodeInput!
    position: NodePositionInput
    nextNodes: [UUID!]
  }

  input ConditionNodeInput {
    id: UUID
    position: NodePositionInput
    condition: PipelineCondition = ALL_SUCCEEDED
    nextNodesSuccess: [UUID!]
    nextNodesFailure: [UUID!]
  }

  input GraphInput {
    jobNodes: [JobNodeInput!]
    conditionNodes: [ConditionNodeInput!]
  }
`;

/** A graph whose jobs are all in the project and that can run; throws otherwise. */
export function graphOf(store: SandboxStore, projectId: string, input: GraphInput): PipelineGraph {
  const graph: PipelineGraph = {
    jobNodes: (input.jobNodes ?? []).map((node) => ({
      id: node.id ?? randomUUID(),
      position: node.position ?? null,
      jobId: node.job.id,
      nextNodes: node.nextNodes ?? [],
    })),
    conditionNodes: (input.conditionNodes ?? []).map((node) => ({
      id: node.id ?? randomUUID(),
      position: node.position ?? null,
      condition: node.condition ?? 'ALL_SUCCEEDED',
      nextNodesSuccess: node.nextNodesSuccess ?? [],
      nextNodesFailure: node.nextNodesFailure ?? [],
    })),
  };
  for (const { jobId } of graph.jobNodes) {
    const job = found(store.job(jobId), 'Job', jobId);
    if (job.projectId !== projectId) throw badInput(`Job ${jobId} is in another project`);
  }
  const fault = graphFault(graph);
  if (fault !== undefined) throw badInput(fault);
  return graph;
}
