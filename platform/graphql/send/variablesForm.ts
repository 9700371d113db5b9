import { Cache } from '../../time/cache';
import { unlessCancelled } from '../../time/cancel';
import { ConnectionError, GraphqlResponseError, PlatformError } from '../../errors/errors';
import type { GraphqlRequest } from './request';

type Form = 'jsonString' | 'object';

/**
 * Asks nothing of the platform's own schema: `__typename` and `@include` belong to every GraphQL server,
 * also where introspection is off. It fails if the server cannot read the variables.
 */
const PROBE: GraphqlRequest = {
  query: 'query CanReadVariables($yes: Boolean!) { __typename @include(if: $yes) }',
  variables: { yes: true },
};

/** How each endpoint reads variables. */
const forms = new Cache<string, Promise<Form>>({ size: 100 });

/**
 * Writes a request with variables: as the JSON-encoded string of the documented examples (interface, section 4.2) or, if the
 * endpoint does not read that, as an object, which GraphQL servers commonly take. A harmless query finds out, once per
 * endpoint and before the request is sent, since nothing proves that a mutation which failed did nothing.
 * @param probe sends a body that may be sent again
 * @throws what kept the form from being found out: the request was not sent
 */
export async function bodyWithVariables(
  { href }: URL,
  request: GraphqlRequest,
  signal: AbortSignal | undefined,
  probe: (body: string) => Promise<unknown>,
): Promise<string> {
  const finding = forms.getOrSet(href, () => {
    const found = findForm(probe);
    found.catch(() => forms.forget(href, found));
    return found;
  });
  return written(request, await unlessCancelled(finding, signal));
}

/** Has the next request find out again if a request was refused, perhaps for the form of its variables. */
export function forgetFormIfRefused({ href }: URL, error: unknown): void {
  if (isRefusal(error)) forms.forget(href);
}

async function findForm(probe: (body: string) => Promise<unknown>): Promise<Form> {
  if (await isRead('jsonString', probe)) return 'jsonString';
  // If neither is read, the query itself is refused, and the documented form is as good as the other.
  return (await isRead('object', probe)) ? 'object' : 'jsonString';
}

/** @throws if the response does not tell, for example if it was lost or came from a gateway */
async function isRead(form: Form, probe: (body: string) => Promise<unknown>): Promise<boolean> {
  try {
    await probe(written(PROBE, form));
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    // What came beside errors came of a query that was read.
    if (error instanceof GraphqlResponseError && error.data) return true;
    throw error instanceof PlatformError ? error.copyForNextRequest() : error;
  }
}

/** Whether the platform itself turned a request down: the reason may be the form of the variables. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof PlatformError) || error.sends === 0) return false;
  if (error instanceof ConnectionError) return false;
  if (error instanceof GraphqlResponseError && error.data) return false;
  return !error.isTemporary || error.status === 500;
}

function written(request: GraphqlRequest, form: Form): string {
  return JSON.stringify(
    form === 'object' ? request : { ...request, variables: JSON.stringify(request.variables) },
  );
}
