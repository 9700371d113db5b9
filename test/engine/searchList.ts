import { LoadOptionsContext } from 'n8n-core';
import {
  Workflow,
  type INode,
  type INodeListSearchResult,
  type INodeParameters,
} from 'n8n-workflow';
import { additionalDataFor, credentialReferences, type TestCredentials } from './additionalData';
import { loadPackage } from './nodeTypes';

export interface ListSearch {
  type?: string;
  method: string;
  /** The node's parameters as they stand in the editor. */
  parameters: Record<string, unknown>;
  credentials: TestCredentials;
}

/** Asks for the entries of a searchable list, as the editor does. */
export async function searchList(
  { type = 'n8n-nodes-data-platform.dataPlatformProjects', ...search }: ListSearch,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  const loaded = await loadPackage();
  const parameters = search.parameters as INodeParameters;
  const node: INode = {
    id: 'Node',
    name: 'Node',
    type,
    typeVersion: 1,
    position: [0, 0],
    parameters,
    credentials: credentialReferences(search.credentials),
  };
  const workflow = new Workflow({
    id: 'test-workflow',
    active: false,
    nodes: [node],
    connections: {},
    nodeTypes: loaded.nodeTypes,
  });
  const additionalData = additionalDataFor(loaded, search.credentials);
  additionalData.currentNodeParameters = parameters;
  const context = new LoadOptionsContext(workflow, node, additionalData, 'parameters');
  const nodeType = loaded.nodeTypes.getByNameAndVersion(type);
  const method = nodeType.methods?.listSearch?.[search.method];
  if (!method) throw new Error(`The node has no list ${search.method}`);
  return await method.call(context, filter, paginationToken);
}
