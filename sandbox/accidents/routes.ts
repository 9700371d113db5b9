import type { FastifyInstance } from 'fastify';
import { jsonValue, isJson } from '../http/body';
import { refuse } from '../http/refusal';
import { readAccident } from './accident';
import type { Accidents } from './accidents';

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
