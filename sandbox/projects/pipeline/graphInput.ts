import { badInput, found, type ResolverContext, type Resolvers } from '../../graphql/resolvers';
import {
  type Condition,
  type ConditionNode,
  graphFault,
  type PipelineGraph,
} from '../../runs/graph';
import { evaluateCondition } from '../../runs/conditionExpression';
import { toldCommandLine } from '../inputs';
import { randomUUID } from 'node:crypto';
import type { SandboxStore } from '../../store/store';

interface Evaluation {
  projectId: string;
  expression: string;
  variables?: { key: string; value: string }[] | null;
}

/** Nodes of a pipeline that decide which way it goes on. */
export const conditionResolvers: Resolvers = {
  Query: {
    evaluateConditionExpression: (_root, asked: Evaluation, { store }) => {
      found(store.project(asked.projectId), 'Project', asked.projectId);
      const variables = new Map(asked.variables?.map(({ key, value }) => [key, value]));
      try {
        return evaluateCondition(asked.expression, variables);
      } catch (error) {
        throw badInput(`The expression cannot be evaluated: ${(error as Error).message}`);
      }
    },
  },
  ConditionNode: {
    condition: ({ condition }: ConditionNode, _args: unknown, context) => shown(condition, context),
  },
};

function shown(condition: Condition, context: ResolverContext) {
  if (typeof condition === 'string') {
    return { __typename: 'ConditionStatus', toString: condition, value: condition };
  }
  const expression = toldCommandLine(condition.expression, context);
  return { __typename: 'ConditionExpression', toString: expression, expression };
}

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

interface ConditionInput {
  status?: { value: Extract<Condition, string> } | null;
  custom?: { expression: string } | null;
}

interface ConditionNodeInput {
  id?: string | null;
  position?: PositionInput | null;
  condition?: ConditionInput | null;
  nextNodesSuccess?: string[] | null;
  nextNodesFailure?: string[] | null;
}

export interface GraphInput {
  jobNodes?: JobNodeInput[] | null;
  conditionNodes?: ConditionNodeInput[] | null;
}

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
      condition: conditionOf(node.condition ?? {}),
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

/** The jobs one after the other, as pipelines were before they had graphs. */
export function chainOf(store: SandboxStore, projectId: string, jobIds: string[]): PipelineGraph {
  const nodes = jobIds.map((id) => ({ id: randomUUID(), job: { id } }));
  return graphOf(store, projectId, {
    jobNodes: nodes.map((node, index) => ({
      ...node,
      nextNodes: nodes.slice(index + 1, index + 2).map(({ id }) => id),
    })),
  });
}

function conditionOf({ status, custom }: ConditionInput): Condition {
  if (status && custom) throw badInput('A condition is a status or an expression, not both');
  return custom ? { expression: custom.expression } : (status?.value ?? 'AllSuccess');
}
