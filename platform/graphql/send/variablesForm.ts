import { Cache } from '../../common/time/cache';
import { sharedResult, type SharedWork } from '../../common/time/cancel';
import { GraphqlResponseError, PlatformError, hasOwnResponse } from '../../common/errors/errors';
import type { GraphqlRequest } from './request';

/** The format in which an endpoint reads variables: the JSON-encoded string of the interface (section 4.2), or an object. */
export type VariablesForm = 'jsonString' | 'object';

/** Sends a body that may be sent again. */
type Probe = (body: string, signal: AbortSignal) => Promise<unknown>;

/**
 * Needs nothing of the platform's own schema: every GraphQL server has `__typename` and `@include`, even without
 * introspection. It fails if the server cannot read the variables.
 */
const PROBE: GraphqlRequest = {
  query: 'query CanReadVariables($yes: Boolean!) { __typename @include(if: $yes) }',
  variables: { yes: true },
};

const forms = new Cache<string, SharedWork<VariablesForm>>({ size: 100 });

/**
 * Finds the format in which an endpoint reads variables, trying the documented one first. Sends a harmless query, once per
 * endpoint and before the request itself, because a mutation that fails may still have been carried out.
 * @throws the error of that query; the request itself was not sent
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

/** Forgets the format if a request was refused, perhaps because of it: the next request finds it again. */
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
  // If neither is read, the query itself is refused, so the format does not matter.
  return (await isRead('object', probe)) ? 'object' : 'jsonString';
}

/** @throws if the response does not show it, for example if it was lost or came from a gateway */
async function isRead(
  form: VariablesForm,
  probe: (body: string) => Promise<unknown>,
): Promise<boolean> {
  try {
    await probe(bodyWithVariables(PROBE, form));
    return true;
  } catch (error) {
    if (mayBeAboutVariables(error)) return false;
    // A server that returns data along with errors has read the query.
    if (error instanceof GraphqlResponseError && error.data) return true;
    throw error instanceof PlatformError ? error.asPrerequisiteFailure() : error;
  }
}

/** Checks whether the platform itself refused a request: the reason may be the format of the variables. */
function mayBeAboutVariables(error: unknown): boolean {
  if (!hasOwnResponse(error)) return false;
  if (error instanceof GraphqlResponseError && error.data) return false;
  return !error.isTemporary || error.status === 500;
}
