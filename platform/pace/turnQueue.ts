import { HttpStatusError } from '../errors/errors';

/** A request that waits for its turn. */
export interface WaitingRequest {
  /** Whose it is: each owner has its turn in turn, so that none waits for all of another's. */
  readonly owner: object | undefined;
  readonly isStart: boolean;
  /** Its turn has come. */
  proceed(): void;
  /** It is given up. */
  reject(error: Error): void;
}

/** Requests that wait, a queue for each owner. */
export class TurnQueue {
  private readonly queues = new Map<object | undefined, Set<WaitingRequest>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(waiting: WaitingRequest): void {
    const queue = this.queues.get(waiting.owner) ?? new Set();
    this.queues.set(waiting.owner, queue.add(waiting));
    this.count++;
  }

  delete(waiting: WaitingRequest): boolean {
    const queue = this.queues.get(waiting.owner);
    if (!queue?.delete(waiting)) return false;
    this.count--;
    if (queue.size === 0) this.queues.delete(waiting.owner);
    return true;
  }

  /** Takes the next one out. @param areStartsOpen whether a start may go, too */
  next(areStartsOpen: boolean): WaitingRequest | undefined {
    for (const [owner, queue] of this.queues) {
      const [first] = queue;
      if (!first || (first.isStart && !areStartsOpen)) continue;
      this.queues.delete(owner);
      queue.delete(first);
      this.count--;
      if (queue.size > 0) this.queues.set(owner, queue);
      return first;
    }
    return undefined;
  }

  /** Takes all out. */
  *clear(): Generator<WaitingRequest> {
    const all = [...this.queues.values()];
    this.queues.clear();
    this.count = 0;
    for (const queue of all) yield* queue;
  }
}

/** For a request that was never sent, because the address refuses all. */
export class NoTurnError extends HttpStatusError {
  /** @param isForNow whether it is worth trying all the same: of an address that is away, each request may see for itself */
  constructor(
    host: string,
    status: number,
    readonly isForNow: boolean,
  ) {
    super(`${host} accepts no requests: it returned HTTP ${status} for all previous requests`, {
      hint: 'This request was not sent. The platform, or a gateway in front of it, is overloaded or down, or allows very few requests. Try again later.',
      reach: 'never',
      status,
    });
  }
}
