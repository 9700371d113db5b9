/** A server program in a process of its own, with the sandbox behind it: tells its parent how to reach it and ends with it. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox } from '../../../../sandbox';
import { settingsFrom } from '../../../../sandbox/options';
import { projectsSchema } from '../../../../sandbox/projects/schema';
import type { Counts, GraphqlServerOptions } from './options';
import { PROGRAMS } from './programs';

const HOST = '127.0.0.1';

async function main(): Promise<void> {
  const {
    server,
    protections = {},
    sandbox: wanted = {},
  } = JSON.parse(process.argv[2] ?? '{}') as GraphqlServerOptions;
  const sandbox = await startSandbox(wanted);
  const settings = settingsFrom(wanted);
  const { platformId, login } = sandbox.credentials;
  const context = {
    store: sandbox.store,
    user: login,
    platformId,
    rewritesTexts: settings.rewritesTexts,
  };
  const answer = await PROGRAMS[server](projectsSchema(settings), context, protections);
  const modulePath = `/projects/api/platform/${platformId}/graphql`;
  const counts: Counts = { requests: 0, refused: 0, largestTaken: 0 };

  const front = createServer((incoming, outgoing) => void handle(incoming, outgoing));
  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await bytesOf(incoming);
    const isJson = /^application\/json/i.test(incoming.headers['content-type'] ?? '');
    const isForServer = incoming.url === modulePath && isJson;
    if (!isForServer) return pass(incoming, body, outgoing, sandbox.port);
    counts.requests++;
    // Only the sandbox knows its tokens.
    if (!(await isLoggedIn(incoming, sandbox.port)))
      return pass(incoming, body, outgoing, sandbox.port);
    const { status, contentType, text } = await answer(body.toString());
    const { data } = JSON.parse(text) as { data?: unknown };
    if (data === undefined || data === null) counts.refused++;
    else counts.largestTaken = Math.max(counts.largestTaken, body.length);
    outgoing.writeHead(status, { 'content-type': contentType }).end(text);
  }

  front.listen(0, HOST, () => {
    const baseUrl = `http://${HOST}:${(front.address() as AddressInfo).port}`;
    process.send?.({ credentials: { ...sandbox.credentials, baseUrl } });
  });
  process.on('message', () => {
    process.send?.({ counts: { ...counts } });
    Object.assign(counts, { requests: 0, refused: 0, largestTaken: 0 });
  });
  process.on('disconnect', () => process.exit());
}

async function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function pass(
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
  port: number,
): void {
  const passed = request({ host: HOST, port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  passed.on('error', () => outgoing.destroy());
  passed.end(body);
}

const knownTokens = new Set<string>();

async function isLoggedIn(
  { url, headers: { authorization = '' } }: IncomingMessage,
  port: number,
): Promise<boolean> {
  if (knownTokens.has(authorization)) return true;
  const answer = await fetch(`http://${HOST}:${port}${url}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ __typename }' }),
  });
  await answer.text();
  if (answer.ok) knownTokens.add(authorization);
  return answer.ok;
}

void main();
