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
  /** Makes a client. All clients share a session. */
  connect(changes?: Partial<PlatformCredential>): Platform;
}

export interface RawQuery extends ReceivedRequest {
  query: string;
  /** Variables as they were sent: an object, or a JSON-encoded string. */
  variables?: Record<string, unknown> | string;
  variableValues?: Record<string, unknown>;
}

/** Starts a platform that accepts every login, and calls `behave` for other requests, until the test ends. */
export async function startRawPlatform(
  behave: (request: RawQuery, response: ServerResponse) => unknown,
): Promise<RawPlatform> {
  const server = await untilTestEnds(
    startRawServer(
      withLogin((request, response) => {
        // A body may be a form.
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
