import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const host = '127.0.0.1';

/** Systems give higher ports to connections, so such a port could be taken before its server listens. */
const freeFrom = 20_000;
const freeBelow = 32_000;
const attempts = 100;

const tried = new Set<number>();

/** Never returns the same port twice in this process. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(freeFrom, freeBelow);
    if (tried.has(port)) continue;
    tried.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port was found from ${freeFrom} to ${freeBelow - 1}.`);
}

/** @throws Error if the port is in use */
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

/** Also returns false if this user may not listen on the port. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
