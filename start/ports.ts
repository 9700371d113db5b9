import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const host = '127.0.0.1';

/** Below those that systems give to connections: such a port could be taken again before its server listens. */
const freeFrom = 20_000;
const freeBelow = 32_000;
const attempts = 100;

const tried = new Set<number>();

/** Returns a port on which nothing listens, and that no other caller in this process got. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(freeFrom, freeBelow);
    if (tried.has(port)) continue;
    tried.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port was found from ${freeFrom} to ${freeBelow - 1}.`);
}

/** Returns the port in an environment variable, or the usual one. @throws Error if it is in use */
export async function wantedPort(variable: string, usual: number, who: string): Promise<number> {
  const port = parsePort(variable, process.env[variable] ?? String(usual));
  if (await isFree(port)) return port;
  throw new Error(
    `Port ${port}, on which ${who} would listen, is in use. Stop what uses it, or choose another port: ${variable}=${port + 1} npm start`,
  );
}

function parsePort(variable: string, value: string): number {
  const port = Number(value);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`${variable} has to be a port number from 1 to 65535, not "${value}".`);
}

/** Also false if this user may not listen on it. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
