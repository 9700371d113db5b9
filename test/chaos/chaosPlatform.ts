import type { ServerResponse } from 'node:http';
import { startRawServer, type RawServer, type ReceivedRequest } from '../support/rawServer';
import type { Accident } from './accidents/accident';
import { play } from './accidents/play';
import { chaosRequest, type ChaosAnswer, type ChaosRequest } from './requests';
import type { World } from './world';

/** More than any operation sends. */
const MOST_REQUESTS = 15_000;

export interface Happened {
  accident: Accident;
  request: ChaosRequest;
}

/** A server in front of the sandbox of one sequence, which lets accidents happen to requests. */
export class ChaosPlatform {
  readonly requests: ChaosRequest[] = [];
  readonly happened: Happened[] = [];
  /** Faults of the harness itself. */
  readonly faults: string[] = [];
  private readonly waiting: Array<{ accident: Accident; toSkip: number; left: number }>;
  private server: RawServer | undefined;

  constructor(
    readonly world: World,
    accidents: readonly Accident[],
  ) {
    this.waiting = accidents.map((accident) => ({
      accident,
      toSkip: accident.skip,
      left: accident.kind === 'revoked' ? accident.times : 1,
    }));
  }

  /** @returns its base URL */
  async start(): Promise<string> {
    this.server = await startRawServer((received, response) => this.receive(received, response));
    return this.server.baseUrl + this.world.basePath;
  }

  get hasTooManyRequests(): boolean {
    return this.requests.length > MOST_REQUESTS;
  }

  async close(): Promise<void> {
    await this.server?.close();
  }

  /** Drops accidents that have not happened. */
  calm(): void {
    this.waiting.length = 0;
  }

  private receive(received: ReceivedRequest, response: ServerResponse): void {
    response.on('error', () => undefined);
    const request = chaosRequest(received, this.world.basePath);
    this.requests.push(request);
    if (this.hasTooManyRequests) {
      response.socket?.destroy();
      return;
    }
    void this.answer(request, response).catch((error: unknown) => {
      response.socket?.destroy();
      this.faults.push(String(error instanceof Error ? error.stack : error));
    });
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
