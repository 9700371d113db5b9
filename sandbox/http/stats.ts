import type { IncomingHttpHeaders, Server } from 'node:http';

export interface RecordedRequest {
  method: string;
  /** Path with base path and query. */
  path: string;
  /** The first of `operations`. */
  operation?: string;
  /** Root fields of a GraphQL request, or the name of another documented call. */
  operations: string[];
  headers: IncomingHttpHeaders;
  /** The first 10,000 characters. */
  body?: string;
}

const MAX_RECENT = 1000;
const MAX_BODY_CHARACTERS = 10_000;

/**
 * Counts requests and connections. Requests to the overview page and to the control routes below /sandbox are not counted,
 * but their connections are.
 */
export class Stats {
  requests = 0;
  connections = 0;
  openConnections = 0;
  maxOpenConnections = 0;
  /** Number of successful logins. */
  logins = 0;
  /** Numbers of requests by root field, or by the name of another documented call. */
  byOperation: Record<string, number> = {};
  /** Latest requests, oldest first. */
  recent: RecordedRequest[] = [];

  /** Resets all counters except `openConnections`. */
  reset(): void {
    const { openConnections } = this;
    Object.assign(this, new Stats(), { openConnections, maxOpenConnections: openConnections });
  }

  countConnections(server: Server): void {
    server.on('connection', (socket) => {
      this.connections++;
      this.openConnections++;
      this.maxOpenConnections = Math.max(this.maxOpenConnections, this.openConnections);
      socket.once('close', () => this.openConnections--);
    });
  }

  record(request: Omit<RecordedRequest, 'operation'>): void {
    this.requests++;
    for (const operation of request.operations) {
      this.byOperation[operation] = (this.byOperation[operation] ?? 0) + 1;
    }
    this.recent.push({
      ...request,
      operation: request.operations[0],
      body: request.body?.slice(0, MAX_BODY_CHARACTERS),
    });
    if (this.recent.length > MAX_RECENT) this.recent.shift();
  }
}
