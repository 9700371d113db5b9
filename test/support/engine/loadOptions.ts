import { LoadOptionsContext } from 'n8n-core';
import type {
  ILoadOptionsFunctions,
  INodeParameters,
  INodePropertyOptions,
  INodeType,
  ResourceMapperFields,
} from 'n8n-workflow';
import {
  createAdditionalData,
  describeNode,
  createWorkflow,
  type TestCredentials,
} from './additionalData';
import { loadPackage } from './nodeTypes';

export interface EditorCall {
  type?: string;
  method: string;
  /** Current parameters of the node in the editor. */
  parameters: Record<string, unknown>;
  credentials: TestCredentials;
}

/** Creates the context in which the editor calls methods of a node, for example for lists. */
export async function createEditorContext({
  type = 'n8n-nodes-data-platform.dataPlatformProjects',
  credentials,
  ...call
}: EditorCall): Promise<{ context: ILoadOptionsFunctions; nodeType: INodeType }> {
  const loaded = await loadPackage();
  const parameters = call.parameters as INodeParameters;
  const node = describeNode('Node', type, parameters, credentials);
  const additionalData = createAdditionalData(loaded, credentials);
  additionalData.currentNodeParameters = parameters;
  const workflow = createWorkflow(loaded, [node]);
  return {
    context: new LoadOptionsContext(workflow, node, additionalData, 'parameters'),
    nodeType: loaded.nodeTypes.getByNameAndVersion(type),
  };
}

export async function loadOptions(call: EditorCall): Promise<INodePropertyOptions[]> {
  const { context, nodeType } = await createEditorContext(call);
  const method = nodeType.methods?.loadOptions?.[call.method];
  if (!method) throw new Error(`The node has no method ${call.method} that loads options`);
  return await method.call(context);
}

export async function mapFields(call: EditorCall): Promise<ResourceMapperFields> {
  const { context, nodeType } = await createEditorContext(call);
  const method = nodeType.methods?.resourceMapping?.[call.method];
  if (!method) throw new Error(`The node has no method ${call.method} that maps fields`);
  return await method.call(context);
}
