import { SupplyDataContext } from 'n8n-core';
import { makeHandleToolInvocation } from 'n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data';
import {
  createRunExecutionData,
  NodeConnectionTypes,
  type IDataObject,
  type IExecuteData,
} from 'n8n-workflow';
import {
  createAdditionalData,
  describeNode,
  createWorkflow,
  type TestCredentials,
} from './additionalData';
import { loadPackage } from './nodeTypes';
import { PROJECTS_NODE, type NodeUnderTest } from './runWorkflow';

/**
 * Returns a function that calls a node as the tool of an agent, with n8n's own code. It returns the text that the agent reads, and
 * throws the error of the last attempt.
 */
export async function createTool(
  { type = PROJECTS_NODE, parameters, settings }: NodeUnderTest,
  credentials: TestCredentials,
): Promise<(input: IDataObject) => Promise<string>> {
  const loaded = await loadPackage();
  const node = { ...describeNode('Tool', type, parameters, credentials), ...settings };
  const workflow = createWorkflow(loaded, [node]);
  const additionalData = createAdditionalData(loaded, credentials);
  const runData = createRunExecutionData();
  // The agent has one entry in n8n's execution stack for all calls of its tools.
  const agent: IExecuteData = { node, data: { main: [[{ json: {} }]] }, source: null };
  const createContext = (run: number) =>
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
  return makeHandleToolInvocation(createContext, node, nodeType as never, runData);
}
