import type { INodeType, IVersionedNodeType } from 'n8n-workflow';
import { addCredentialType, addNode } from '../../harness/engine/nodeTypes';
import type { Place } from '../server/platform';
import { GRAPHQL_FILE, HTTP_REQUEST_FILE } from './n8nNodeFiles';
import { USUAL_CREDENTIAL, UsualCredential } from './usualCredential';

export const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';
export const GRAPHQL = 'n8n-nodes-base.graphql';

/** Makes n8n's own nodes known to the engine, in their newest versions. */
export async function loadN8nNodes(): Promise<void> {
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

/** The newest versions of both nodes, as n8n gives them to a new workflow. */
export const HTTP_REQUEST_VERSION = 4.5;
export const GRAPHQL_VERSION = 1.1;

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

/** An HTTP Request node that sends a GraphQL document; `expression` is JavaScript that gives its text. */
export function graphqlByHttpRequest(place: Place, expression: string, authentication: object) {
  return {
    type: HTTP_REQUEST,
    settings: { typeVersion: HTTP_REQUEST_VERSION },
    parameters: {
      method: 'POST',
      url: place.graphqlUrl,
      sendBody: true,
      specifyBody: 'json',
      jsonBody: `={{ JSON.stringify({ query: ${expression} }) }}`,
      options: {},
      ...authentication,
    },
  };
}

/** A GraphQL node; `query` is its text with expressions in it. */
export function graphqlByGraphqlNode(place: Place, query: string) {
  return {
    type: GRAPHQL,
    settings: { typeVersion: GRAPHQL_VERSION },
    parameters: {
      authentication: 'none',
      endpoint: place.graphqlUrl,
      requestFormat: 'json',
      query: `=${query}`,
      variables: '',
      headerParametersUi: {
        parameter: [{ name: 'Authorization', value: `Bearer ${place.token}` }],
      },
    },
  };
}

/** An HTTP Request node that sends the item's file as the whole body, the leanest form that it offers. */
export function uploadByHttpRequest(place: Place) {
  return {
    type: HTTP_REQUEST,
    settings: { typeVersion: HTTP_REQUEST_VERSION },
    parameters: {
      method: 'POST',
      url: `=${place.uploadUrl}{{ $json.path }}`,
      ...withToken(place.uploadCredentials.uploadToken),
      sendBody: true,
      contentType: 'binaryData',
      inputDataFieldName: 'data',
      options: {},
    },
  };
}

export function downloadByHttpRequest(place: Place) {
  return {
    type: HTTP_REQUEST,
    settings: { typeVersion: HTTP_REQUEST_VERSION },
    parameters: {
      method: 'GET',
      url: `=${place.downloadUrl}{{ $json.path }}`,
      options: { response: { response: { responseFormat: 'file', outputPropertyName: 'data' } } },
    },
  };
}
