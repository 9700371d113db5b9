import { type Accident, readAccident } from './accident';
import type { FastifyInstance } from 'fastify';
import { isJson, jsonValue, refuse } from '../http/body';

/** Accidents that are still to happen. A request takes at most one: the first that fits and is due. */
export class Accidents {
  private waiting: Array<Accident & { skip: number; times: number }> = [];

  add(...accidents: Accident[]): void {
    for (const accident of accidents) {
      this.waiting.push({ ...accident, skip: accident.skip ?? 0, times: accident.times ?? 1 });
    }
  }

  clear(): void {
    this.waiting = [];
  }

  pending(): readonly Accident[] {
    return this.waiting;
  }

  /** Counts a request and takes the accident that happens to it. */
  take(path: string, operations: readonly string[]): Accident | undefined {
    for (const accident of this.waiting) {
      const { operation, path: start = '' } = accident;
      const isForOperation = operation === undefined || operations.includes(operation);
      if (!isForOperation || !path.startsWith(start)) continue;
      if (accident.skip > 0) {
        accident.skip--;
        continue;
      }
      accident.times--;
      if (accident.times <= 0) this.waiting = this.waiting.filter((other) => other !== accident);
      return accident;
    }
    return undefined;
  }
}

/** The body is one accident or a list of them. */
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
