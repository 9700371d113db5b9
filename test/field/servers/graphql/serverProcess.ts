/** A server program in a process of its own, with the sandbox behind it: tells its parent how to reach it and ends with it. */
import { request, type ServerResponse } from 'node:http';
import { startSandbox } from '../../../../sandbox';
import type { ResolverContext } from '../../../../sandbox/graphql/resolvers';
import { settingsFrom } from '../../../../sandbox/options';
import { projectsSchema } from '../../../../sandbox/projects/schema';
import { startRawServer, type ReceivedRequest } from '../../../support/rawServer';
import type { GraphqlServerOptions } from '.';
import { PROGRAMS } from './programs';

async function main(): Promise<void> {
  const given = JSON.parse(process.argv[2] ?? '{}') as GraphqlServerOptions;
  const wanted = { scriptDefaults: { queueSeconds: 0, durationSeconds: 1 } };
  const sandbox = await startSandbox(wanted);
  const settings = settingsFrom(wanted);
  const { platformId, login } = sandbox.credentials;
  const context: ResolverContext = { ...settings, store: sandbox.store, user: login, platformId };
  const answer = await PROGRAMS[given.server](projectsSchema(settings), context, given.protections);
  const modulePath = `/projects/api/platform/${platformId}/graphql`;

  const handle = async ({ method, path, headers, body }: ReceivedRequest, out: ServerResponse) => {
    const isJson = headers['content-type']?.startsWith('application/json');
    if (path === modulePath && isJson) {
      const { status, contentType, text } = await answer(body);
      out.writeHead(status, { 'content-type': contentType }).end(text);
      return;
    }
    const { port } = sandbox;
    const passed = request({ port, method, path, headers }, (answered) => {
      out.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(out);
    });
    passed.on('error', () => out.destroy()).end(body);
  };
  const { baseUrl } = await startRawServer((received, response) => void handle(received, response));
  process.send?.({ ...sandbox.credentials, baseUrl });
  process.on('disconnect', () => process.exit());
}

void main();
