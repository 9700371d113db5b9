export interface NodePosition {
  x: number;
  y: number;
}

export interface JobNode {
  /** Unique in the graph. */
  id: string;
  jobId: string;
  /** Where the platform's editor draws it. */
  position?: NodePosition;
  nextNodes: string[];
}

/** A status that the nodes before must have, as `AllSuccess`, or an expression over the variables of the run. */
export type Condition = { status: string } | { expression: string };

export interface ConditionNode {
  id: string;
  position?: NodePosition;
  /** Left out, it is the default of the platform. */
  condition?: Condition;
  nextNodesSuccess: string[];
  nextNodesFailure: string[];
}

/** The jobs of a pipeline and what follows what. */
export interface PipelineGraph {
  jobNodes: JobNode[];
  conditionNodes: ConditionNode[];
}
