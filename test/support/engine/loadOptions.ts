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

export interface EditorQuestion {
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
  ...question
}: EditorQuestion): Promise<{ context: ILoadOptionsFunctions; nodeType: INodeType }> {
  const loaded = await loadPackage();
  const parameters = question.parameters as INodeParameters;
  const node = describeNode('Node', type, parameters, credentials);
  const additionalData = createAdditionalData(loaded, credentials);
  additionalData.currentNodeParameters = parameters;
  const workflow = createWorkflow(loaded, [node]);
  return {
    context: new LoadOptionsContext(workflow, node, additionalData, 'parameters'),
    nodeType: loaded.nodeTypes.getByNameAndVersion(type),
  };
}

export async function loadOptions(question: EditorQuestion): Promise<INodePropertyOptions[]> {
  const { context, nodeType } = await createEditorContext(question);
  const method = nodeType.methods?.loadOptions?.[question.method];
  if (!method) throw new Error(`The node has no method ${question.method} that loads options`);
  return await method.call(context);
}

export async function mapFields(question: EditorQuestion): Promise<ResourceMapperFields> {
  const { context, nodeType } = await createEditorContext(question);
  const method = nodeType.methods?.resourceMapping?.[question.method];
  if (!method) throw new Error(`The node has no method ${question.method} that maps fields`);
  return await method.call(context);
}
