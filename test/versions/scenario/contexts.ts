import { PollContext, SupplyDataContext } from 'n8n-core';
import type { IDataObject, IExecuteData, INode, INodeExecutionData, INodeType } from 'n8n-workflow';
import {
  createAdditionalData,
  describeNode,
  createWorkflow,
} from '../../support/engine/additionalData';
import { START_NODE_TYPE } from '../../support/engine/helperNodes';
import { loadPackage } from '../../support/engine/nodeTypes';
import { createRunData } from '../../support/engine/runWorkflow';

// Older versions do not have what test/support/engine uses for these two.

/** Returns a function that polls a trigger. Its static data is kept from poll to poll. */
export async function polling(
  type: string,
  parameters: object,
  credentials: Record<string, object>,
): Promise<() => Promise<IDataObject[] | undefined>> {
  const loaded = await loadPackage();
  const node = describeNode('Node', type, parameters as INode['parameters'], credentials);
  const workflow = createWorkflow(loaded, [node]);
  const { poll } = loaded.nodeTypes.getByNameAndVersion(type) as INodeType;
  return async () => {
    const additionalData = createAdditionalData(loaded, credentials);
    const context = new PollContext(workflow, node, additionalData, 'trigger', 'update');
    return (await poll?.call(context))?.[0]?.map(({ json }) => json);
  };
}

/** Returns a function that calls the node as a tool, always in the same run of an agent. */
export async function nodeAsTool(
  type: string,
  parameters: INode['parameters'],
  credentials: Record<string, object>,
): Promise<(input: IDataObject) => Promise<IDataObject[]>> {
  const loaded = await loadPackage();
  const node = describeNode('Node', `${type}Tool`, parameters, credentials);
  const workflow = createWorkflow(loaded, [node]);
  const agentNode = describeNode('Agent', START_NODE_TYPE, {});
  const agent: IExecuteData = { node: agentNode, data: { main: [[{ json: {} }]] }, source: null };
  const run = createRunData(agentNode);
  let calls = 0;
  return async (json) => {
    const context = new SupplyDataContext(
      workflow,
      node,
      createAdditionalData(loaded, credentials),
      'manual',
      run,
      calls++,
      [],
      {},
      'ai_tool',
      agent,
      [],
    );
    context.addInputData('ai_tool', [[{ json }]]);
    const { execute } = loaded.nodeTypes.getByNameAndVersion(type) as INodeType;
    const output = (await execute?.call(context as never)) as INodeExecutionData[][];
    return (output[0] ?? []).map((item) => item.json);
  };
}
