import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Sandbox } from '../../../sandbox';

/** `rawPath` is put into the address as it is, percent-encoded by the caller. */
export function upload(
  { uploadCredentials: { baseUrl, uploadToken } }: Sandbox,
  rawPath: string,
  body: RequestInit['body'],
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${baseUrl}/conf/upload/demo/1${rawPath}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${uploadToken}`, ...headers },
    body,
  });
}

export function form(content: BlobPart, field = 'file'): FormData {
  const made = new FormData();
  made.append('comment', 'comes first');
  made.append(field, new Blob([content]), 'name; name="other".txt');
  made.append('after', 'comes last');
  return made;
}

export function remove(sandbox: Sandbox, rawPath: string): Promise<Response> {
  const { baseUrl, uploadToken } = sandbox.uploadCredentials;
  return fetch(`${baseUrl}/conf/demo/1${rawPath}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${uploadToken}` },
  });
}

export function retrieve({ confFiles }: Sandbox, rawPath: string): Promise<Response> {
  return fetch(`${confFiles.localAddress}/configuration/demo/1${rawPath}`);
}

export async function list({ confFiles }: Sandbox, path: string): Promise<unknown> {
  const query = new URLSearchParams({ path });
  const answer = await fetch(`${confFiles.localAddress}/configuration/demo/1?${query}`);
  return answer.ok ? answer.json() : answer.status;
}

/** A request whose path is sent exactly as given, and whose body the caller writes. */
export function rawUpload(
  { uploadCredentials: { baseUrl, uploadToken } }: Sandbox,
  rawPath: string,
  headers: Record<string, string | number> = {},
): ClientRequest {
  const { hostname, port } = new URL(baseUrl);
  return httpRequest({
    hostname,
    port,
    path: `/conf/upload/demo/1${rawPath}`,
    method: 'POST',
    headers: { Authorization: `Bearer ${uploadToken}`, ...headers },
    agent: false,
  });
}

export async function answerOf(sent: ClientRequest): Promise<{ status?: number; body: string }> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  // A connection that ends after the answer began is seen in the answer.
  sent.on('error', () => undefined);
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) body += chunk;
  return { status: response.statusCode, body };
}

/** The body of an answer, piece by piece. */
export async function* piecesOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) return;
    yield next.value;
  }
}

/** What is being received into this folder. */
export function staged(confFolder: string): string[] {
  return readdirSync(join(confFolder, '.staging'));
}

export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
