import { indexes } from '../server/platform';
import type { Side } from '../task';
import { BareClient } from './bare';
import { byN8nNode } from './engine';
import type * as N8nNodes from './n8nNodes';

interface EachItem {
  /** What an item holds its ID as. */
  key: string;
  id(index: number): string;
  /** The GraphQL document for an ID. */
  document(id: string): string;
}

/** Items that hold one ID each. */
export const items = ({ key, id }: EachItem, amount: number) =>
  indexes(amount).map((index) => ({ [key]: id(index) }));

/** HTTP Request sends the document of each item. */
export function eachByHttpRequest(
  each: EachItem,
  /** How the node proves who it is, and the credentials for that. Default: a token. */
  authentication: (
    nodes: typeof N8nNodes,
    place: Parameters<Side>[0],
  ) => { parameters: object; credentials?: Record<string, object> } = (
    { withToken },
    { token },
  ) => ({
    parameters: withToken(token),
  }),
): Side {
  return byN8nNode((nodes, place, amount) => {
    const query = `{ query: '${each.document(`' + $json.${each.key} + '`)}' }`;
    const { parameters, credentials } = authentication(nodes, place);
    const node = nodes.graphqlByHttpRequest(place, query, parameters);
    return { node, credentials, items: items(each, amount) };
  });
}

/** The GraphQL node sends the document of each item. */
export function eachByGraphqlNode(each: EachItem): Side {
  return byN8nNode(({ graphqlNode }, place, amount) => ({
    node: graphqlNode(place, each.document(`{{ $json.${each.key} }}`)),
    items: items(each, amount),
  }));
}

/** A bare loop sends them. @param connections as many as this package needs */
export function eachByLoop({ id, document }: EachItem, connections: number): Side {
  return async (place, amount) => {
    const client = new BareClient(place, connections);
    return {
      async run() {
        await client.logIn();
        await client.loop(amount, (index) => client.graphql(document(id(index))));
      },
    };
  };
}
