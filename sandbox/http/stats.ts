import type { IncomingHttpHeaders, Server } from 'node:http';

/** One request to the platform, as it came in. */
export interface RecordedRequest {
  method: string;
  /** Path and query, base path included. */
  path: string;
  /** The first of `operations`. */
  operation?: string;
  /** Root fields of a GraphQL request, or the name of another documented call. */
  operations: string[];
  headers: IncomingHttpHeaders;
  /** Text of the body, cut after 10,000 characters; undefined where there was none. */
  body?: string;
}

const MAX_RECENT = 1000;
const MAX_BODY_CHARACTERS = 10_000;

/**
 * Counts the requests to the platform. The overview page and the control routes under /sandbox are not
 * counted as requests; their connections are.
 */
export class Stats {
  requests = 0;
  /** Sockets accepted so far. */
  connections = 0;
  openConnections = 0;
  maxOpenConnections = 0;
  /** Logins that were given a token. */
  logins = 0;
  /** How many requests asked for a root field (or another documented call), counted once a request. */
  byOperation: Record<string, number> = {};
  /** The last requests, oldest first; at most 1000. */
  recent: RecordedRequest[] = [];

  /** Starts counting from zero; open connections stay counted. */
  reset(): void {
    const { openConnections } = this;
    Object.assign(this, new Stats(), { openConnections, maxOpenConnections: openConnections });
  }

  watch(server: Server): void {
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
