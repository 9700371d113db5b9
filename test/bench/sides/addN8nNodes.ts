/** n8n's own nodes in the engine: loaded only where they are used. */
import type {
  ICredentialType,
  IHttpRequestHelper,
  INodeType,
  IVersionedNodeType,
} from 'n8n-workflow';
import { addCredentialType, addNode } from '../../support/engine/nodeTypes';
import {
  GRAPHQL,
  GRAPHQL_FILE,
  HTTP_REQUEST,
  HTTP_REQUEST_FILE,
  USUAL_CREDENTIAL,
} from './n8nNodes';

/** A credential as packages usually write it for a login that gives a token: n8n asks it for a token, and keeps that. */
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

/** Makes them known to the engine, in their newest versions. */
async function add(): Promise<void> {
  const { HttpRequest } = (await import(HTTP_REQUEST_FILE)) as {
    HttpRequest: new () => IVersionedNodeType;
  };
  const { GraphQL } = (await import(GRAPHQL_FILE)) as { GraphQL: new () => INodeType };
  addNode(HTTP_REQUEST, new HttpRequest().getNodeType());
  addNode(GRAPHQL, new GraphQL());
  addCredentialType(USUAL_CREDENTIAL, usualCredential);
}

let added: Promise<void> | undefined;

export async function addN8nNodes(): Promise<void> {
  await (added ??= add());
}
