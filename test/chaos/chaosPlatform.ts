import type { ServerResponse } from 'node:http';
import { startRawServer, type RawServer, type ReceivedRequest } from '../support/rawServer';
import type { Fault } from './faults/fault';
import { play } from './faults/play';
import { chaosRequest, type ChaosAnswer, type ChaosRequest } from './requests';
import type { World } from './world';

/** More than any operation sends. */
const MOST_REQUESTS = 15_000;

export interface Happened {
  fault: Fault;
  request: ChaosRequest;
}

/** A server in front of the sandbox of one sequence, which lets faults happen to requests. */
export class ChaosPlatform {
  readonly requests: ChaosRequest[] = [];
  readonly happened: Happened[] = [];
  /** Errors of the harness itself. */
  readonly harnessErrors: string[] = [];
  private readonly waiting: Array<{ fault: Fault; toSkip: number; left: number }>;
  private server: RawServer | undefined;

  constructor(
    readonly world: World,
    faults: readonly Fault[],
  ) {
    this.waiting = faults.map((fault) => ({
      fault,
      toSkip: fault.skip,
      left: fault.kind === 'revoked' ? fault.times : 1,
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

  /** Drops faults that have not happened. */
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
      this.harnessErrors.push(String(error instanceof Error ? error.stack : error));
    });
  }

  private async answer(request: ChaosRequest, response: ServerResponse): Promise<void> {
    const fault = this.take(request);
    const answer = async () => await this.world.answer(request);
    const send = (answered: ChaosAnswer) => this.send(answered, response);
    if (!fault) {
      send(await answer());
      return;
    }
    this.happened.push({ fault, request });
    await play(fault, { world: this.world, request, response, answer, send });
  }

  private take({ route }: ChaosRequest): Fault | undefined {
    for (const waiting of this.waiting) {
      if (waiting.fault.route !== 'any' && waiting.fault.route !== route) continue;
      if (waiting.fault.kind === 'revoked' && route === 'login') continue;
      if (waiting.toSkip-- > 0) continue;
      waiting.toSkip = 0;
      if (--waiting.left === 0) this.waiting.splice(this.waiting.indexOf(waiting), 1);
      return waiting.fault;
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
