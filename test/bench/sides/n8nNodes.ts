import type {
  ICredentialType,
  IHttpRequestHelper,
  INodeType,
  IVersionedNodeType,
} from 'n8n-workflow';
import type { NodeUnderTest } from '../../support/engine/runWorkflow';
import type { Place } from '../server/platform';
import type { EachItem, Equipped } from './engine';

export const HTTP_REQUEST_FILE = 'n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js';
export const GRAPHQL_FILE = 'n8n-nodes-base/dist/nodes/GraphQL/GraphQL.node.js';

const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';
const GRAPHQL = 'n8n-nodes-base.graphql';
const USUAL_CREDENTIAL = 'usualPlatformApi';

/** The usual credential for a login that returns a token, which n8n keeps. */
const usualCredential: ICredentialType = {
  name: USUAL_CREDENTIAL,
  displayName: 'Usual Platform API',
  properties: [
    {
      displayName: 'Session Token',
      name: 'sessionToken',
      type: 'hidden',
      typeOptions: { expirable: true },
      default: '',
    },
  ],
  async preAuthentication(this: IHttpRequestHelper, { baseUrl, realm, login, password }) {
    const sessionToken = (await this.helpers.httpRequest({
      method: 'POST',
      url: `${String(baseUrl)}/authentication/api/open/authenticate`,
      headers: { 'platform-realm': realm },
      body: { login, password },
    })) as string;
    return { sessionToken };
  },
  async authenticate({ sessionToken }, request) {
    const Authorization = `Bearer ${String(sessionToken)}`;
    return { ...request, headers: { ...request.headers, Authorization } };
  },
};

/** Adds the newest versions of n8n's nodes to the engine. */
export async function addN8nNodes(): Promise<void> {
  const { addCredentialType, addNode } = await import('../../support/engine/nodeTypes');
  const { HttpRequest } = (await import(HTTP_REQUEST_FILE)) as {
    HttpRequest: new () => IVersionedNodeType;
  };
  const { GraphQL } = (await import(GRAPHQL_FILE)) as { GraphQL: new () => INodeType };
  addNode(HTTP_REQUEST, new HttpRequest().getNodeType());
  addNode(GRAPHQL, new GraphQL());
  addCredentialType(USUAL_CREDENTIAL, usualCredential);
}

/** Describes an HTTP Request node as n8n adds it to a workflow. */
export function httpRequest(parameters: NodeUnderTest['parameters']): NodeUnderTest {
  return {
    type: HTTP_REQUEST,
    settings: { typeVersion: 4.5 },
    parameters: { method: 'POST', options: {}, ...parameters },
  };
}

function withToken(token: string) {
  return {
    sendHeaders: true,
    headerParameters: { parameters: [{ name: 'Authorization', value: `Bearer ${token}` }] },
  };
}

/** @param login with the pasted token, or by a credential that logs in */
export function graphqlByHttpRequest(
  { graphqlUrl, token, credentials }: Place,
  { key, document }: EachItem,
  login: 'token' | 'credential' = 'token',
): Equipped {
  const byCredential = {
    authentication: 'predefinedCredentialType',
    nodeCredentialType: USUAL_CREDENTIAL,
  };
  const node = httpRequest({
    url: graphqlUrl,
    sendBody: true,
    specifyBody: 'json',
    jsonBody: `={{ JSON.stringify({ query: '${document(`' + $json.${key} + '`)}' }) }}`,
    ...(login === 'token' ? withToken(token) : byCredential),
  });
  return { node, credentials: login === 'token' ? {} : { [USUAL_CREDENTIAL]: { ...credentials } } };
}

/** @param query text with expressions */
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
      headerParametersUi: { parameter: [{ name: 'Authorization', value: `Bearer ${token}` }] },
    },
  };
}

/** Sends the item's file as the whole body, which is the fastest format of the HTTP Request node. */
export function uploadByHttpRequest(place: Place): NodeUnderTest {
  return httpRequest({
    url: `=${place.uploadUrl}{{ $json.path }}`,
    ...withToken(place.uploadCredentials.uploadToken),
    sendBody: true,
    contentType: 'binaryData',
    inputDataFieldName: 'data',
  });
}
