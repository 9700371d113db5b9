import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Accident } from './accidents/accident';
import { play } from './accidents/play';
import { graphqlText, routeOf, type ChaosAnswer, type ChaosRequest } from './requests';
import type { Guest } from './server';
import type { World } from './world';

/** An accident that has happened, and to what. */
export interface Happened {
  accident: Accident;
  request: ChaosRequest;
}

/** What stands before the sandbox of one sequence: the accidents that wait for their requests. */
export class ChaosPlatform implements Guest {
  readonly requests: ChaosRequest[] = [];
  readonly happened: Happened[] = [];
  private readonly waiting: Array<{ accident: Accident; toSkip: number; left: number }>;
  /** Nothing is answered any more. */
  private closed = false;

  constructor(
    readonly world: World,
    accidents: readonly Accident[],
    private readonly mostRequests: number,
  ) {
    this.waiting = accidents.map((accident) => ({
      accident,
      toSkip: accident.skip,
      left: accident.kind === 'revoked' ? accident.times : 1,
    }));
  }

  receive(
    path: string,
    body: Buffer,
    message: IncomingMessage,
    response: ServerResponse,
    atMs: number,
  ): void {
    const { method = '', headers } = message;
    const text = graphqlText(body, headers['content-type']);
    const route = routeOf(method, path, text);
    const request: ChaosRequest = { route, method, path, headers, body, text, atMs };
    this.requests.push(request);
    if (this.closed || this.requests.length > this.mostRequests) {
      response.socket?.destroy();
      return;
    }
    void this.answer(request, response).catch((error: unknown) => {
      response.socket?.destroy();
      this.faults.push(String(error instanceof Error ? error.stack : error));
    });
  }

  /** What went wrong in the harness itself. */
  readonly faults: string[] = [];

  close(): void {
    this.closed = true;
  }

  /** Lets nothing go wrong from now on. */
  calm(): void {
    this.waiting.length = 0;
  }

  private async answer(request: ChaosRequest, response: ServerResponse): Promise<void> {
    const accident = this.take(request);
    const answer = async () => await this.world.answer(request);
    const send = (answered: ChaosAnswer) => this.send(answered, response);
    if (!accident) {
      send(await answer());
      return;
    }
    this.happened.push({ accident, request });
    await play(accident, { world: this.world, request, response, answer, send });
  }

  private take({ route }: ChaosRequest): Accident | undefined {
    for (const waiting of this.waiting) {
      if (waiting.accident.route !== 'any' && waiting.accident.route !== route) continue;
      if (waiting.accident.kind === 'revoked' && route === 'login') continue;
      if (waiting.toSkip-- > 0) continue;
      waiting.toSkip = 0;
      if (--waiting.left === 0) this.waiting.splice(this.waiting.indexOf(waiting), 1);
      return waiting.accident;
    }
    return undefined;
  }

  private send({ status, headers, body }: ChaosAnswer, response: ServerResponse): void {
    if (response.destroyed) return;
    const bytes = Buffer.from(body);
    const date = new Date(Date.now() + this.world.options.headerSkewMs).toUTCString();
    const length = status === 204 ? {} : { 'content-length': String(bytes.length) };
    response.writeHead(status, { date, ...length, ...headers });
    response.end(bytes);
  }
}
