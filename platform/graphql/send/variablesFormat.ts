import { Cache } from '../../common/time/cache';
import { shareResult, type SharedWork } from '../../common/time/cancel';
import { GraphqlResponseError, PlatformError, wasAnswered } from '../../common/errors/errors';
import type { GraphqlRequest } from './request';

/** The format in which an endpoint reads variables: a string that contains JSON, as in the interface (section 4.2), or an object. */
export type VariablesFormat = 'jsonString' | 'object';

type Probe = (body: string, signal: AbortSignal) => Promise<unknown>;

/**
 * Fails if the server cannot read the variables. Every GraphQL server supports `__typename` and `@include`, even without
 * introspection.
 */
const PROBE_REQUEST: GraphqlRequest = {
  query: 'query CanReadVariables($yes: Boolean!) { __typename @include(if: $yes) }',
  variables: { yes: true },
};

const formats = new Cache<string, SharedWork<VariablesFormat>>({ size: 100 });

/**
 * Finds the format that an endpoint reads. Sends a harmless query before the request itself, because a mutation that fails may still
 * have been carried out.
 * @throws the error of that query
 */
export async function findVariablesFormat(
  { href }: URL,
  signal: AbortSignal | undefined,
  probe: Probe,
): Promise<VariablesFormat> {
  return await shareResult(formats, href, signal, (abandoned) =>
    findFormat((body) => probe(body, abandoned)),
  );
}

/** Forgets the format if a request may have been refused because of it. The next request finds the format again. */
export function forgetVariablesFormatAfter({ href }: URL, error: unknown): void {
  if (mayBeAboutFormat(error)) formats.forget(href);
}

export function writeBodyWithVariables(request: GraphqlRequest, format: VariablesFormat): string {
  return JSON.stringify(
    format === 'object' ? request : { ...request, variables: JSON.stringify(request.variables) },
  );
}

async function findFormat(probe: (body: string) => Promise<unknown>): Promise<VariablesFormat> {
  if (await canRead('jsonString', probe)) return 'jsonString';
  // A server that accepts neither format refuses the query itself, so the format does not matter.
  return (await canRead('object', probe)) ? 'object' : 'jsonString';
}

/** Throws if no response of the server shows whether it can read the format, for example if the response came from a gateway. */
async function canRead(
  format: VariablesFormat,
  probe: (body: string) => Promise<unknown>,
): Promise<boolean> {
  try {
    await probe(writeBodyWithVariables(PROBE_REQUEST, format));
    return true;
  } catch (error) {
    if (mayBeAboutFormat(error)) return false;
    // A server that returns data, even with errors, has read the variables.
    if (error instanceof GraphqlResponseError && error.data) return true;
    throw error instanceof PlatformError ? error.asPrerequisiteFailure() : error;
  }
}

/** Returns true if the platform itself refused the request, so that the format of the variables may be the reason. */
function mayBeAboutFormat(error: unknown): boolean {
  if (!wasAnswered(error)) return false;
  if (error instanceof GraphqlResponseError && error.data) return false;
  return !error.isTemporary || error.status === 500;
}
