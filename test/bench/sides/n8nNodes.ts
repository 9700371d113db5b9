import type { INodeType, IVersionedNodeType } from 'n8n-workflow';
import { addCredentialType, addNode } from '../../support/engine/nodeTypes';
import type { NodeUnderTest } from '../../support/engine/runWorkflow';
import type { Place } from '../server/platform';
import { USUAL_CREDENTIAL, UsualCredential } from './usualCredential';

export { USUAL_CREDENTIAL };

/** n8n's own nodes, as they are found below the n8n that is installed for local use. */
export const HTTP_REQUEST_FILE = 'n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js';
export const GRAPHQL_FILE = 'n8n-nodes-base/dist/nodes/GraphQL/GraphQL.node.js';

const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';
const GRAPHQL = 'n8n-nodes-base.graphql';

/** Makes them known to the engine, in their newest versions. */
export async function addN8nNodes(): Promise<void> {
  const { HttpRequest } = (await import(HTTP_REQUEST_FILE)) as Record<
    string,
    new () => IVersionedNodeType
  >;
  const { GraphQL } = (await import(GRAPHQL_FILE)) as Record<string, new () => INodeType>;
  if (!HttpRequest || !GraphQL) throw new Error('n8n’s own nodes are not where they were');
  addNode(HTTP_REQUEST, new HttpRequest().getNodeType());
  addNode(GRAPHQL, new GraphQL());
  addCredentialType(USUAL_CREDENTIAL, new UsualCredential());
}

/** An HTTP Request node in its newest version, as n8n adds it to a new workflow. */
export function httpRequest(parameters: NodeUnderTest['parameters']): NodeUnderTest {
  return {
    type: HTTP_REQUEST,
    settings: { typeVersion: 4.5 },
    parameters: { method: 'POST', options: {}, ...parameters },
  };
}

/** Parameters of the HTTP Request node with the token pasted into a header. */
export function withToken(token: string) {
  return {
    sendHeaders: true,
    headerParameters: { parameters: [{ name: 'Authorization', value: `Bearer ${token}` }] },
  };
}

/** Parameters of the HTTP Request node with a credential that logs in. */
export function withCredential(type: string) {
  return { authentication: 'predefinedCredentialType', nodeCredentialType: type };
}

/** Parameters of the HTTP Request node that put the response into the item as a file. */
export const AS_FILE = {
  options: { response: { response: { responseFormat: 'file', outputPropertyName: 'data' } } },
};

/** An HTTP Request node that sends JSON to the GraphQL endpoint; `expression` is JavaScript. */
export function graphqlByHttpRequest(place: Place, expression: string, authentication: object) {
  return httpRequest({
    url: place.graphqlUrl,
    sendBody: true,
    specifyBody: 'json',
    jsonBody: `={{ JSON.stringify(${expression}) }}`,
    ...authentication,
  });
}

/** A GraphQL node in its newest version; `query` is its text with expressions in it. */
export function graphqlNode({ graphqlUrl, token }: Place, query: string): NodeUnderTest {
  return {
    type: GRAPHQL,
    settings: { typeVersion: 1.1 },
    parameters: {
      authentication: 'none',
      endpoint: graphqlUrl,
      requestFormat: 'json',
      query: `=${query}`,
      variables: '',
      headerParametersUi: {
        parameter: [{ name: 'Authorization', value: `Bearer ${token}` }],
      },
    },
  };
}

/** An HTTP Request node that sends the item's file as the whole body, the leanest form that it offers. */
export function uploadByHttpRequest(place: Place): NodeUnderTest {
  return httpRequest({
    url: `=${place.uploadUrl}{{ $json.path }}`,
    ...withToken(place.uploadCredentials.uploadToken),
    sendBody: true,
    contentType: 'binaryData',
    inputDataFieldName: 'data',
  });
}
