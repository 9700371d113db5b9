import { badInput } from '../../graphql/refusals';
import { resolveFields, type InProject, type Resolvers } from '../../graphql/resolvers';
import {
  type Condition,
  type ConditionNode,
  findGraphProblem,
  type JobNode,
  type PipelineGraph,
} from '../../runs/graph';
import { evaluateCondition } from '../../runs/conditionExpression';
import { rewriteText } from '../inputs';
import { randomUUID } from 'node:crypto';
import type { SandboxStore } from '../../store/store';

interface Evaluation extends InProject {
  expression: string;
  variables?: { key: string; value: string }[] | null;
}

/** Resolves condition nodes, which choose the next job of a pipeline. */
export const condition: Resolvers = {
  Query: {
    evaluateConditionExpression: (args: Evaluation, { store }) => {
      // Refuses an unknown project.
      store.projectTable.get(args.projectId);
      const variables = new Map(args.variables?.map(({ key, value }) => [key, value]));
      try {
        return evaluateCondition(args.expression, variables);
      } catch (error) {
        throw badInput(`The expression cannot be evaluated: ${(error as Error).message}`);
      }
    },
  },
  ConditionNode: resolveFields<ConditionNode>({
    condition: ({ condition }, context) => {
      if (typeof condition === 'string') {
        const toString = `ConditionStatus(value=${condition})`;
        return { __typename: 'ConditionStatus', toString, value: condition };
      }
      const expression = rewriteText(condition.expression, context);
      const toString = `ConditionExpression(expression="${expression}")`;
      return { __typename: 'ConditionExpression', toString, expression };
    },
  }),
};

type NodeInput<Node extends JobNode | ConditionNode> = Partial<Omit<Node, 'jobId' | 'condition'>>;

interface ConditionInput {
  status?: { value: Extract<Condition, string> } | null;
  custom?: { expression: string } | null;
}

export interface GraphInput {
  jobNodes?: (NodeInput<JobNode> & { job: { id: string } })[] | null;
  conditionNodes?: (NodeInput<ConditionNode> & { condition?: ConditionInput | null })[] | null;
}

/** Reads a graph. @throws badInput if the graph cannot run or a job is in another project */
export function readGraph(
  store: SandboxStore,
  projectId: string,
  input: GraphInput,
): PipelineGraph {
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
      condition: readCondition(node.condition ?? {}),
      nextNodesSuccess: node.nextNodesSuccess ?? [],
      nextNodesFailure: node.nextNodesFailure ?? [],
    })),
  };
  for (const { jobId } of graph.jobNodes) {
    const job = store.jobTable.get(jobId);
    if (job.projectId !== projectId) throw badInput(`Job ${jobId} is in another project`);
  }
  const problem = findGraphProblem(graph);
  if (problem !== undefined) throw badInput(problem);
  return graph;
}

/** Builds a graph that runs the jobs one after the other, like pipelines of platforms without graphs. */
export function readChain(store: SandboxStore, projectId: string, jobIds: string[]): PipelineGraph {
  const nodes = jobIds.map((id) => ({ id: randomUUID(), job: { id } }));
  return readGraph(store, projectId, {
    jobNodes: nodes.map((node, index) => ({
      ...node,
      nextNodes: nodes.slice(index + 1, index + 2).map(({ id }) => id),
    })),
  });
}

function readCondition({ status, custom }: ConditionInput): Condition {
  if (status && custom) throw badInput('A condition must have either a status or an expression');
  return custom ? { expression: custom.expression } : (status?.value ?? 'AllSuccess');
}
