import type { ServerResponse } from 'node:http';
import { encoded } from '../../../sandbox/accidents/accident';
import { withLostIds } from '../../../sandbox/accidents/falseBody';
import type { ChaosAnswer, ChaosRequest } from '../requests';
import type { World } from '../world';
import type { Accident, Effect } from './accident';
import { damaged } from './damage';
import { errorForms } from './errorForms';

const LOGIN_FORM =
  '<form method="post"><input name="username"><input name="password" type="password"></form>';

const JSON_TYPE = { 'content-type': 'application/json' };

const page = (status: number, title: string, more = ''): ChaosAnswer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1>${more}</body></html>\n`,
});

const jsonText = (body = '', status = 200): ChaosAnswer => ({ status, headers: JSON_TYPE, body });

const json = (value: unknown, status?: number) => jsonText(JSON.stringify(value), status);

export interface Scene {
  world: World;
  request: ChaosRequest;
  response: ServerResponse;
  /** Does what the request asks for, once. */
  answer(): Promise<ChaosAnswer>;
  send(answer: ChaosAnswer): void;
}

/** Lets an accident happen to a request. */
export async function play(accident: Accident, scene: Scene): Promise<void> {
  const { world, request, response, answer, send } = scene;
  switch (accident.kind) {
    case 'reset':
      await takeEffect(accident.effect, scene);
      response.socket?.resetAndDestroy();
      return;
    case 'gateway': {
      await takeEffect(accident.effect, scene);
      const { status, form } = accident;
      const title = `${status} from the gateway`;
      send(form === 'html' ? page(status, title) : json({ status, message: title }, status));
      return;
    }
    case 'limit': {
      const answered = page(accident.status, 'Slow down');
      answered.headers['retry-after'] = String(accident.retryAfterSeconds);
      send(answered);
      return;
    }
    case 'silence':
      await takeEffect(accident.effect, scene);
      return;
    case 'revoked':
      world.revoke(request);
      send(json({ message: 'The token was revoked' }, 401));
      return;
    case 'refusal': {
      const answered = page(accident.status, `${accident.status} here`);
      if (accident.status < 400) answered.headers.location = 'https://login.example.com/?from=here';
      send(answered);
      return;
    }
    case 'echo':
      send(echo(accident, scene));
      return;
    case 'errors': {
      const data = accident.data === 'nullRoot' ? { [rootOf(request)]: null } : null;
      const errors = errorForms[accident.form];
      send(json(accident.data === 'none' ? { errors } : { data, errors }));
      return;
    }
    case 'errorsBelow':
      send(withErrorsBelow(await answer(), request));
      return;
    case 'idNull':
      send(withoutIds(await answer(), request));
      return;
    case 'loginPage':
      // What a gateway shows in the place of whatever was asked for.
      send(page(200, 'Sign in', LOGIN_FORM));
      return;
    case 'drip': {
      const { body } = accident.effect === 'before' ? await answer() : { body: '{"data":{}}' };
      const whole = Buffer.from(body);
      response.writeHead(200, { ...JSON_TYPE, 'content-length': whole.length + 1 });
      const sent = whole.subarray(0, accident.bytes);
      inPieces(sent, 1, accident.everyMs, response, () => response.socket?.destroy());
      return;
    }
    case 'nothing': {
      const rootNull = `{"data":{"${rootOf(request)}":null}}`;
      send(jsonText(['{"data":null}', '{}', 'null', rootNull][accident.form]));
      return;
    }
    case 'damage': {
      const answered = await answer();
      send({ ...answered, body: damaged(answered.body.toString(), accident.seed) });
      return;
    }
    case 'cut': {
      const whole = Buffer.from(
        accident.effect === 'before' ? (await answer()).body : '{"data":{"something":[1,2,3]}}',
      );
      response.writeHead(200, { ...JSON_TYPE, 'content-length': whole.length + 1 });
      response.write(whole.subarray(0, Math.floor(whole.length / 2)), () =>
        response.socket?.destroy(),
      );
      return;
    }
    case 'notJson': {
      await takeEffect(accident.effect, scene);
      const texts = ['', '{"data":{"', 'OK', '[1,2', '\u0000\u0001\u0002', '{"data":NaN}'];
      send(jsonText(texts[accident.form]));
      return;
    }
    case 'huge':
      await takeEffect(accident.effect, scene);
      send(jsonText(`{"data":{"x":"${'x'.repeat(accident.bytes)}"}}`));
      return;
    case 'endless':
      endless(response);
      return;
    case 'drops': {
      const { status, headers, body } = await answer();
      const whole = Buffer.from(body);
      const size = Math.max(1, Math.ceil(whole.length / 12));
      response.writeHead(status, { ...headers, 'content-length': whole.length });
      inPieces(whole, size, accident.everyMs, response, () => response.end());
      return;
    }
    case 'oddHeaders': {
      const answered = await answer();
      send({ ...answered, headers: { ...answered.headers, ...ODD_HEADERS[accident.form] } });
      return;
    }
    case 'closed':
      response.once('finish', () => response.socket?.end());
      send(await answer());
      return;
    case 'foreignRun':
      world.startForOther(accident.by, request);
      if (accident.lost) {
        await takeEffect(accident.lost, scene);
        response.socket?.resetAndDestroy();
      } else send(await answer());
      return;
    case 'shownLate':
      world.hideNextRun(accident.byMs);
      send(await answer());
      return;
  }
}

async function takeEffect(effect: Effect, { world, answer }: Scene): Promise<void> {
  if (effect === 'before') await answer();
  else if (effect !== 'never') world.later(effect.lateByMs, answer);
}

const ODD_HEADERS: ReadonlyArray<Record<string, string>> = [
  { 'content-type': 'text/plain' },
  { 'content-type': '' },
  { 'content-type': 'application/graphql-response+json; charset="utf-8"' },
  { 'content-type': 'text/html' },
  { 'content-type': 'application/json; charset=latin1' },
  { date: 'yesterday', 'retry-after': 'soon' },
];

function rootOf({ text }: ChaosRequest): string {
  return /\{\s*(\w+)/.exec(text.replace(/^\{"query":"/, ''))?.[1] ?? 'data';
}

function echo(
  { status, encoding, form }: Extract<Accident, { kind: 'echo' }>,
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

/** What was asked for, with an error that stands below its root. */
function withErrorsBelow(answered: ChaosAnswer, request: ChaosRequest): ChaosAnswer {
  try {
    const body = JSON.parse(answered.body.toString()) as { data?: object; errors?: unknown };
    if (!body.data || body.errors) return answered;
    const path = [Object.keys(body.data)[0] ?? rootOf(request), 'versions', 0, 'creator'];
    return json({ ...body, errors: [{ message: 'This part is away', path }] });
  } catch {
    return answered;
  }
}

function withoutIds(answered: ChaosAnswer, { path }: ChaosRequest): ChaosAnswer {
  if (!path.includes('/graphql')) return answered;
  return { ...answered, body: withLostIds(answered.body) ?? answered.body };
}

/** Sends a body a piece at a time. @param end what happens after the last one */
function inPieces(
  whole: Buffer,
  size: number,
  everyMs: number,
  response: ServerResponse,
  end: () => void,
): void {
  let sent = 0;
  const next = () => {
    if (response.destroyed) return;
    if (sent >= whole.length) return end();
    response.write(whole.subarray(sent, sent + size));
    sent += size;
    setTimeout(next, everyMs);
  };
  next();
}

/** Not without an end where nobody stops it: that would be this machine's. */
const MAX_BYTES = 300_000_000;

function endless(response: ServerResponse): void {
  const piece = '{"id":"1","name":"again and again"},'.repeat(1_000);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"data":{"projects":[');
  let sent = 0;
  const more = () => {
    while (!response.destroyed && sent < MAX_BYTES) {
      sent += piece.length;
      if (!response.write(piece)) {
        response.once('drain', more);
        return;
      }
    }
    response.socket?.destroy();
  };
  more();
}
