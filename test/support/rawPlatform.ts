import type { ServerResponse } from 'node:http';
import type { PlatformCredential } from '../../platform/session/access';
import { Platform } from '../../platform/connection/platform';
import {
  credentialFor,
  startRawServer,
  withLogin,
  type RawServer,
  type ReceivedRequest,
} from './rawServer';
import { untilTestEnds } from './untilTestEnds';

export interface RawPlatform extends RawServer {
  /** A new client of it, which shares its session with the others. */
  connect(changes?: Partial<PlatformCredential>): Platform;
}

/** Content of a GraphQL request. */
export interface RawQuery extends ReceivedRequest {
  query: string;
  /** As sent: an object, or a JSON-encoded string. */
  variables?: Record<string, unknown> | string;
  /** The same as an object. */
  variableValues?: Record<string, unknown>;
}

/** A platform that lets everybody in and does exactly what a test says, until the test ends. */
export async function startRawPlatform(
  behave: (request: RawQuery, response: ServerResponse) => unknown,
): Promise<RawPlatform> {
  const server = await untilTestEnds(
    startRawServer(
      withLogin((request, response) => {
        // A form is not read.
        const isJson = request.body.startsWith('{');
        const asked = (isJson ? JSON.parse(request.body) : {}) as RawQuery;
        const { variables } = asked;
        const variableValues = (
          typeof variables === 'string' ? JSON.parse(variables) : variables
        ) as RawQuery['variableValues'];
        behave({ ...asked, ...request, variableValues }, response);
      }),
    ),
  );
  return {
    ...server,
    connect: (changes) => Platform.connect({ ...credentialFor(server.baseUrl), ...changes }),
  };
}
