import { type Accident, readAccident } from './accident';
import type { FastifyInstance } from 'fastify';
import { isJson, jsonValue, refuse } from '../http/body';

interface Pending {
  accident: Accident;
  toSkip: number;
  left: number;
}

/** The accidents that are switched on. A request takes at most one: the first that fits and is due. */
export class Accidents {
  private waiting: Pending[] = [];

  add(...accidents: Accident[]): void {
    for (const accident of accidents) {
      this.waiting.push({ accident, toSkip: accident.skip ?? 0, left: accident.times ?? 1 });
    }
  }

  clear(): void {
    this.waiting = [];
  }

  /** The accidents that are still to happen. */
  pending(): Accident[] {
    return this.waiting.map(({ accident, toSkip, left }) => ({
      ...accident,
      skip: toSkip,
      times: left,
    }));
  }

  /** Counts a request and takes the accident that happens to it. */
  take(path: string, operations: readonly string[]): Accident | undefined {
    for (const pending of this.waiting) {
      if (!fits(pending.accident, path, operations)) continue;
      if (pending.toSkip > 0) {
        pending.toSkip--;
        continue;
      }
      pending.left--;
      if (pending.left <= 0) this.waiting = this.waiting.filter((other) => other !== pending);
      return pending.accident;
    }
    return undefined;
  }
}

function fits(accident: Accident, path: string, operations: readonly string[]): boolean {
  return (
    (accident.operation === undefined || operations.includes(accident.operation)) &&
    (accident.path === undefined || path.startsWith(accident.path))
  );
}

/** Switches accidents on and off over HTTP. The body is one accident or a list of them. */
export function addAccidentRoutes(app: FastifyInstance, accidents: Accidents): void {
  app.get('/sandbox/accidents', async () => accidents.pending());

  app.post('/sandbox/accidents', async (request, reply) => {
    if (!isJson(request)) return refuse(reply, 415, 'Send Content-Type: application/json');
    const value = jsonValue(request);
    try {
      accidents.add(...(Array.isArray(value) ? value : [value]).map(readAccident));
    } catch (error) {
      return refuse(reply, 400, (error as Error).message);
    }
    return reply.code(201).send(accidents.pending());
  });

  app.delete('/sandbox/accidents', async (_request, reply) => {
    accidents.clear();
    return reply.code(204).send();
  });
}
