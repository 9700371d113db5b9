/** A server program in a process of its own, with the sandbox behind it: tells its parent how to reach it and ends with it. */
import { request, type ServerResponse } from 'node:http';
import { startSandbox } from '../../../../sandbox';
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
  const { rewritesTexts } = settings;
  const context = { store: sandbox.store, user: login, platformId, rewritesTexts };
  const answer = await PROGRAMS[given.server](projectsSchema(settings), context, given.protections);
  const modulePath = `/projects/api/platform/${platformId}/graphql`;
  let refused = 0;

  const handle = async ({ method, path, headers, body }: ReceivedRequest, out: ServerResponse) => {
    const isJson = headers['content-type']?.startsWith('application/json');
    if (path === modulePath && isJson) {
      const { status, contentType, text } = await answer(body);
      const { data } = JSON.parse(text) as { data?: unknown };
      if (data === undefined || data === null) refused++;
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
  process.on('message', () => {
    process.send?.(refused);
    refused = 0;
  });
  process.on('disconnect', () => process.exit());
}

void main();
