import { Cache } from '../../time/cache';
import { sharedResult, type SharedWork } from '../../time/cancel';
import { GraphqlResponseError, PlatformError, hasOwnResponse } from '../../errors/errors';
import type { GraphqlRequest } from './request';

/** How an endpoint reads variables: as the JSON-encoded string of the interface (section 4.2), or as an object. */
export type VariablesForm = 'jsonString' | 'object';

/** Sends a body that may be sent again. */
type Probe = (body: string, signal: AbortSignal) => Promise<unknown>;

/**
 * Asks nothing of the platform's own schema: `__typename` and `@include` belong to every GraphQL server,
 * also where introspection is off. It fails if the server cannot read the variables.
 */
const PROBE: GraphqlRequest = {
  query: 'query CanReadVariables($yes: Boolean!) { __typename @include(if: $yes) }',
  variables: { yes: true },
};

const forms = new Cache<string, SharedWork<VariablesForm>>({ size: 100 });

/**
 * Finds out how an endpoint reads variables, the documented form first. A harmless query does, once per endpoint and before a
 * request is sent, since nothing proves that a mutation which failed did nothing.
 * @throws what kept the form from being found out: the request was not sent
 */
export async function formOfVariables(
  { href }: URL,
  signal: AbortSignal | undefined,
  probe: Probe,
): Promise<VariablesForm> {
  return await sharedResult(forms, href, signal, (abandoned) =>
    findForm((body) => probe(body, abandoned)),
  );
}

/** Has the next request find out again if a request was refused, perhaps for the form of its variables. */
export function forgetVariablesFormAfter({ href }: URL, error: unknown): void {
  if (mayBeAboutVariables(error)) forms.forget(href);
}

export function bodyWithVariables(request: GraphqlRequest, form: VariablesForm): string {
  return JSON.stringify(
    form === 'object' ? request : { ...request, variables: JSON.stringify(request.variables) },
  );
}

async function findForm(probe: (body: string) => Promise<unknown>): Promise<VariablesForm> {
  if (await isRead('jsonString', probe)) return 'jsonString';
  // If neither is read, the query itself is refused, and the documented form is as good as the other.
  return (await isRead('object', probe)) ? 'object' : 'jsonString';
}

/** @throws if the response does not tell, for example if it was lost or came from a gateway */
async function isRead(
  form: VariablesForm,
  probe: (body: string) => Promise<unknown>,
): Promise<boolean> {
  try {
    await probe(bodyWithVariables(PROBE, form));
    return true;
  } catch (error) {
    if (mayBeAboutVariables(error)) return false;
    // What came beside errors came of a query that was read.
    if (error instanceof GraphqlResponseError && error.data) return true;
    throw error instanceof PlatformError ? error.asPrerequisiteFailure() : error;
  }
}

/** Whether the platform itself turned a request down: the reason may be the form of the variables. */
function mayBeAboutVariables(error: unknown): boolean {
  if (!hasOwnResponse(error)) return false;
  if (error instanceof GraphqlResponseError && error.data) return false;
  return !error.isTemporary || error.status === 500;
}
