import { parseArgs } from 'node:util';
import type { SandboxOptions } from './options';

const DEFAULT_PORT = '4010';
const DEFAULT_DATABASE = '.local/sandbox.sqlite';

export const USAGE = `npm run sandbox -- [options]

  --port <number>      SANDBOX_PORT        default ${DEFAULT_PORT}
  --database <file>    SANDBOX_DATABASE    default ${DEFAULT_DATABASE}; ':memory:' keeps nothing
  --help
`;

export interface CommandLine {
  help: boolean;
  options: SandboxOptions;
}

/** Reads flags, then environment variables, then defaults. Throws an Error that says what is wrong. */
export function commandLine(
  args: string[],
  environment: Record<string, string | undefined>,
): CommandLine {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string' },
      database: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    help: values.help,
    options: {
      port: portFrom(values.port ?? environment.SANDBOX_PORT ?? DEFAULT_PORT),
      database: values.database ?? environment.SANDBOX_DATABASE ?? DEFAULT_DATABASE,
    },
  };
}

function portFrom(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`${text} is not a port number`);
  return port;
}
