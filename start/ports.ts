import { createServer } from 'node:net';

const host = '127.0.0.1';

/** A port that the system says is free. */
export function freePort(): Promise<number> {
  return listenOnce(0);
}

/** The port of an environment variable, or its usual one; refuses one that is in use. */
export async function wantedPort(variable: string, usual: number, who: string): Promise<number> {
  const port = parsePort(variable, process.env[variable] ?? String(usual));
  try {
    return await listenOnce(port);
  } catch {
    throw new Error(
      `Port ${port}, on which ${who} would listen, is in use. Stop what uses it, or choose another port: ${variable}=${port + 1} npm start`,
    );
  }
}

function parsePort(variable: string, value: string): number {
  const port = Number(value);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`${variable} has to be a port number from 1 to 65535, not "${value}".`);
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}
