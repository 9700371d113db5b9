import { SupplyDataContext } from 'n8n-core';
import { makeHandleToolInvocation } from 'n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data';
import {
  createRunExecutionData,
  NodeConnectionTypes,
  type IDataObject,
  type IExecuteData,
} from 'n8n-workflow';
import {
  additionalDataFor,
  describeNode,
  workflowOf,
  type TestCredentials,
} from './additionalData';
import { loadPackage } from './nodeTypes';
import { PROJECTS_NODE, type NodeUnderTest } from './runWorkflow';

/** A node as the tool of an agent, called by n8n's own code. Gives the text that the agent reads; throws the last try's error. */
export async function nodeAsTool(
  { type = PROJECTS_NODE, parameters, settings }: NodeUnderTest,
  credentials: TestCredentials,
): Promise<(input: IDataObject) => Promise<string>> {
  const loaded = await loadPackage();
  const node = { ...describeNode('Tool', type, parameters, credentials), ...settings };
  const workflow = workflowOf(loaded, [node]);
  const additionalData = additionalDataFor(loaded, credentials);
  const runData = createRunExecutionData();
  // The agent's entry of n8n's stack: one for all calls of its tools.
  const agent: IExecuteData = { node, data: { main: [[{ json: {} }]] }, source: null };
  const context = (run: number) =>
    new SupplyDataContext(
      workflow,
      node,
      additionalData,
      'manual',
      runData,
      run,
      [],
      {},
      NodeConnectionTypes.AiTool,
      agent,
      [],
      undefined,
      node,
    );
  const nodeType = loaded.nodeTypes.getByNameAndVersion(type);
  return makeHandleToolInvocation(context, node, nodeType as never, runData);
}
