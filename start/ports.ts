import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const host = '127.0.0.1';

/**
 * The operating system gives ports above 32,000 to connections. One of those could be taken between our check and the moment our
 * server listens.
 */
const minPort = 20_000;
const maxPort = 31_999;
const maxAttempts = 100;

const triedPorts = new Set<number>();

/** Finds a free port that this function has not returned before in this process. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const port = randomInt(minPort, maxPort + 1);
    if (triedPorts.has(port)) continue;
    triedPorts.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port was found from ${minPort} to ${maxPort}.`);
}

/**
 * Reads the port of a server from an environment variable.
 * @throws Error if the variable is not a port number, the port is in use, or this user may not listen on it
 */
export async function findRequestedPort(
  variable: string,
  defaultPort: number,
  server: string,
): Promise<number> {
  const port = parsePort(variable, process.env[variable] ?? String(defaultPort));
  if (await isFree(port)) return port;
  throw new Error(
    `The port of ${server}, ${port}, is in use, or your user may not listen on it. Choose another port, for example ${variable}=${port + 10}.`,
  );
}

function parsePort(variable: string, value: string): number {
  const port = Number(value);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`${variable} must be a port number from 1 to 65535, not "${value}".`);
}

/** Returns false if the port is in use, or this user may not listen on it. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
