import { type Fault, readFault } from './fault';
import type { FastifyInstance } from 'fastify';
import { isJson, parseJson, refuse } from '../http/body';

/** Stores pending faults. A request has at most one fault: the first that matches and has nothing left to skip. */
export class Faults {
  private waiting: Array<Fault & { skip: number; times: number }> = [];

  add(...faults: Fault[]): void {
    for (const fault of faults) {
      this.waiting.push({ ...fault, skip: fault.skip ?? 0, times: fault.times ?? 1 });
    }
  }

  clear(): void {
    this.waiting = [];
  }

  pending(): readonly Fault[] {
    return this.waiting;
  }

  /** Finds the fault of a request, and counts the request in `skip` and `times`. */
  takeFor(path: string, operations: readonly string[]): Fault | undefined {
    for (const fault of this.waiting) {
      const { operation, path: prefix = '' } = fault;
      const isForOperation = operation === undefined || operations.includes(operation);
      if (!isForOperation || !path.startsWith(prefix)) continue;
      if (fault.skip > 0) {
        fault.skip--;
        continue;
      }
      fault.times--;
      if (fault.times <= 0) this.waiting = this.waiting.filter((other) => other !== fault);
      return fault;
    }
    return undefined;
  }
}

/** Adds the routes that list, add and clear faults. The body of a POST is one fault or a list of faults. */
export function addFaultRoutes(app: FastifyInstance, faults: Faults): void {
  app.get('/sandbox/faults', async () => faults.pending());

  app.post('/sandbox/faults', async (request, reply) => {
    if (!isJson(request)) return refuse(reply, 415, 'Send Content-Type: application/json');
    const value = parseJson(request);
    try {
      faults.add(...(Array.isArray(value) ? value : [value]).map(readFault));
    } catch (error) {
      return refuse(reply, 400, (error as Error).message);
    }
    return reply.code(201).send(faults.pending());
  });

  app.delete('/sandbox/faults', async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
}
