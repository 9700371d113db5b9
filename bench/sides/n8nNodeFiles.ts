/** n8n's own nodes, as they are found below the n8n that is installed for local use. */
export const HTTP_REQUEST_FILE = 'n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js';
export const GRAPHQL_FILE = 'n8n-nodes-base/dist/nodes/GraphQL/GraphQL.node.js';
