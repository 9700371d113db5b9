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
  /** Creates a client. All clients with the same credential share a session. */
  connect(changes?: Partial<PlatformCredential>): Platform;
}

export interface RawQuery extends ReceivedRequest {
  query: string;
  /** Variables as the client sent them: an object or a JSON string. */
  variables?: Record<string, unknown> | string;
  variableValues?: Record<string, unknown>;
}

/** Starts a platform that accepts every login and calls `behave` for other requests. It stops when the test ends. */
export async function startRawPlatform(
  behave: (request: RawQuery, response: ServerResponse) => unknown,
): Promise<RawPlatform> {
  const server = await untilTestEnds(
    startRawServer(
      withLogin((request, response) => {
        // The body may also be a form.
        const isJson = request.body.startsWith('{');
        const query = (isJson ? JSON.parse(request.body) : {}) as RawQuery;
        const { variables } = query;
        const variableValues = (
          typeof variables === 'string' ? JSON.parse(variables) : variables
        ) as RawQuery['variableValues'];
        behave({ ...query, ...request, variableValues }, response);
      }),
    ),
  );
  return {
    ...server,
    connect: (changes) => Platform.connect({ ...credentialFor(server.baseUrl), ...changes }),
  };
}
