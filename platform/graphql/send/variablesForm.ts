import { Cache } from '../../common/time/cache';
import { sharedResult, type SharedWork } from '../../common/time/cancel';
import { GraphqlResponseError, PlatformError, hasOwnResponse } from '../../common/errors/errors';
import type { GraphqlRequest } from './request';

/** An endpoint reads variables as the JSON-encoded string of the interface (section 4.2), or as an object. */
export type VariablesForm = 'jsonString' | 'object';

type Probe = (body: string, signal: AbortSignal) => Promise<unknown>;

/**
 * Every GraphQL server has `__typename` and `@include`, even without introspection. The query fails if the server cannot read the
 * variables.
 */
const PROBE: GraphqlRequest = {
  query: 'query CanReadVariables($yes: Boolean!) { __typename @include(if: $yes) }',
  variables: { yes: true },
};

const forms = new Cache<string, SharedWork<VariablesForm>>({ size: 100 });

/**
 * Tries the documented format first. Sends a harmless query, once per endpoint and before the request itself, because a
 * mutation that fails may still have been carried out.
 * @throws the error of that query; the request itself was not sent
 */
export async function findVariablesForm(
  { href }: URL,
  signal: AbortSignal | undefined,
  probe: Probe,
): Promise<VariablesForm> {
  return await sharedResult(forms, href, signal, (abandoned) =>
    findForm((body) => probe(body, abandoned)),
  );
}

/** Forgets the format if it may be why a request was refused. The next request finds it again. */
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
  // If the server accepts neither, it refuses the query itself, so the format does not matter.
  return (await isRead('object', probe)) ? 'object' : 'jsonString';
}

/** Throws if the response does not show it, for example if it was lost or came from a gateway. */
async function isRead(
  form: VariablesForm,
  probe: (body: string) => Promise<unknown>,
): Promise<boolean> {
  try {
    await probe(bodyWithVariables(PROBE, form));
    return true;
  } catch (error) {
    if (mayBeAboutVariables(error)) return false;
    // A server that returns data with errors has read the variables.
    if (error instanceof GraphqlResponseError && error.data) return true;
    throw error instanceof PlatformError ? error.asPrerequisiteFailure() : error;
  }
}

/** If the platform itself refuses a request, the reason may be the format of the variables. */
function mayBeAboutVariables(error: unknown): boolean {
  if (!hasOwnResponse(error)) return false;
  if (error instanceof GraphqlResponseError && error.data) return false;
  return !error.isTemporary || error.status === 500;
}
