import { type Accident, readAccident } from './accident';
import type { FastifyInstance } from 'fastify';
import { isJson, parseJson, refuse } from '../http/body';

/** Stores pending accidents. A request has at most one accident: the first that matches and has nothing left to skip. */
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

  /** Finds the accident of a request, and counts the request in `skip` and `times`. */
  takeFor(path: string, operations: readonly string[]): Accident | undefined {
    for (const accident of this.waiting) {
      const { operation, path: prefix = '' } = accident;
      const isForOperation = operation === undefined || operations.includes(operation);
      if (!isForOperation || !path.startsWith(prefix)) continue;
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

/** Adds the routes that list, add and clear accidents. The body of a POST is one accident or a list of accidents. */
export function addAccidentRoutes(app: FastifyInstance, accidents: Accidents): void {
  app.get('/sandbox/accidents', async () => accidents.pending());

  app.post('/sandbox/accidents', async (request, reply) => {
    if (!isJson(request)) return refuse(reply, 415, 'Send Content-Type: application/json');
    const value = parseJson(request);
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
