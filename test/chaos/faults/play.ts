import type { ServerResponse } from 'node:http';
import type { ChaosAnswer, ChaosRequest } from '../requests';
import type { World } from '../world';
import type { Fault, Effect } from './fault';
import { damaged, encoded, errorForms, FALSE_BODIES } from './bodies';

const JSON_TYPE = { 'content-type': 'application/json' };

const page = (status: number, title: string, more = ''): ChaosAnswer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1>${more}</body></html>\n`,
});

const json = (value: unknown, status = 200): ChaosAnswer => ({
  status,
  headers: JSON_TYPE,
  body: JSON.stringify(value),
});

export interface Scene {
  world: World;
  request: ChaosRequest;
  response: ServerResponse;
  /** Forwards the request to the sandbox. */
  answer(): Promise<ChaosAnswer>;
  send(answer: ChaosAnswer): void;
}

export async function play(fault: Fault, scene: Scene): Promise<void> {
  const { world, request, response, answer, send } = scene;
  const lost = 'effect' in fault ? await takeEffect(fault.effect, scene) : undefined;
  switch (fault.kind) {
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'status': {
      const { status, form, retryAfterSeconds } = fault;
      const title = `${status} from the gateway`;
      const answered =
        form === 'html' ? page(status, title) : json({ status, message: title }, status);
      if (retryAfterSeconds !== undefined)
        answered.headers['retry-after'] = String(retryAfterSeconds);
      if (status < 400) answered.headers.location = 'https://login.example.com/?from=here';
      send(answered);
      return;
    }
    case 'silence':
      return;
    case 'revoked':
      world.revoke(request);
      send(json({ message: 'The token was revoked' }, 401));
      return;
    case 'echo':
      send(echo(fault, scene));
      return;
    case 'errors': {
      const data = fault.data === 'nullRoot' ? { [findRoot(request)]: null } : null;
      const errors = errorForms[fault.form];
      send(json(fault.data === 'none' ? { errors } : { data, errors }));
      return;
    }
    case 'refusedField': {
      const answered = await answer();
      send({ ...answered, body: withRefusedField(answered.body.toString(), fault) });
      return;
    }
    case 'body': {
      const body = FALSE_BODIES[fault.form].replace('ROOT', findRoot(request));
      const type = fault.form === 'loginPage' ? 'text/html' : 'application/json';
      send({ status: 200, headers: { 'content-type': type }, body });
      return;
    }
    case 'damage': {
      const answered = await answer();
      send({ ...answered, body: damaged(answered.body.toString(), fault.seed) });
      return;
    }
    case 'cut': {
      const whole = Buffer.from(lost?.body ?? '{"data":{"something":[1,2,3]}}');
      response.writeHead(200, { ...JSON_TYPE, 'content-length': whole.length + 1 });
      response.write(whole.subarray(0, Math.floor(whole.length / 2)), () =>
        response.socket?.destroy(),
      );
      return;
    }
    case 'closed':
      response.once('finish', () => response.socket?.end());
      send(await answer());
      return;
    case 'foreignRun':
      world.startForOther(fault.by, request);
      if (fault.lost) {
        await takeEffect(fault.lost, scene);
        response.socket?.resetAndDestroy();
      } else send(await answer());
      return;
  }
}

/** @returns the answer of what took effect before the fault */
async function takeEffect(effect: Effect, { world, answer }: Scene) {
  if (effect === 'before') return await answer();
  if (effect !== 'never') world.later(effect.lateByMs, answer);
  return undefined;
}

/** Refuses one field of an answer that has fields. */
function withRefusedField(
  text: string,
  { code, isWhole, field }: Extract<Fault, { kind: 'refusedField' }>,
): string {
  let body: { data?: Record<string, unknown> };
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    return text;
  }
  const [root, result] = Object.entries(body.data ?? {})[0] ?? [];
  const list = Array.isArray(result) ? (result as unknown[]) : undefined;
  const holder = list ? list[0] : result;
  if (root === undefined || typeof holder !== 'object' || holder === null) return text;
  const names = Object.keys(holder);
  const name = names[field % names.length] ?? '';
  const path = [root, ...(list ? [0] : []), name];
  Object.assign(holder, { [name]: null });
  const errors = [{ message: 'Not for you', path, extensions: { code } }];
  return JSON.stringify({ ...body, ...(isWhole && { data: null }), errors });
}

function findRoot({ text }: ChaosRequest): string {
  return /\{\s*(\w+)/.exec(text.replace(/^\{"query":"/, ''))?.[1] ?? 'data';
}

function echo(
  { status, encoding, form }: Extract<Fault, { kind: 'echo' }>,
  { world, request }: Scene,
): ChaosAnswer {
  const parts = [
    `${request.method} ${request.path}`,
    `authorization: ${request.headers.authorization ?? 'none'}`,
    request.text,
    `password: ${request.route === 'login' ? world.sandbox.credentials.password : 'none'}`,
    `token: ${(request.headers.authorization ?? '').slice(7)}`,
  ].map((part) => encoded(part, encoding));
  if (form === 'html') return page(status, parts[3] ?? '', `<pre>${parts.join('\n')}</pre>`);
  if (form === 'text')
    return { status, headers: { 'content-type': 'text/plain' }, body: parts.join('\n') };
  const message = parts.slice(1).join(' ');
  return json({ message, errors: [{ message, path: [parts[4], parts[3]] }] }, status);
}
