import { parseArgs } from 'node:util';
import type { SandboxOptions } from './options';
import { type Generation, GENERATIONS } from './generations/generation';

/**
 * Reads the options of a command. `--help` prints the usage and exits with code 0. An invalid option prints the error and
 * the usage, and exits with code 2.
 */
export function readOptionsOrExit<Options>(
  usage: string,
  read: (args: string[]) => Options | 'help',
): Options {
  try {
    const options = read(process.argv.slice(2));
    if (options !== 'help') return options;
    process.stdout.write(usage);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}

const DEFAULT_PORT = '4010';
const DEFAULT_CONF_PORT = '4011';
const DEFAULT_DATABASE = '.local/sandbox.sqlite';

export const USAGE = `Starts a small local platform for tests and demonstrations.

  npm run sandbox -- [options]

  --port <number>       default ${DEFAULT_PORT}
  --conf-port <number>  default ${DEFAULT_CONF_PORT}; port for listing and retrieving configuration files
  --database <file>     default ${DEFAULT_DATABASE}; ':memory:' saves nothing
  --generation <name>   default recent; one of ${GENERATIONS.join(', ')}
  --play-schedules      schedules start runs, and two more projects use them
  --help                print this text
`;

/** @throws Error if an option is unknown or has an invalid value */
export function readCommandLine(args: string[]): SandboxOptions | 'help' {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: DEFAULT_PORT },
      'conf-port': { type: 'string', default: DEFAULT_CONF_PORT },
      database: { type: 'string', default: DEFAULT_DATABASE },
      generation: { type: 'string', default: 'recent' },
      'play-schedules': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  return {
    port: readPort(values.port),
    confLocalPort: readPort(values['conf-port']),
    generation: readGeneration(values.generation),
    playsSchedules: values['play-schedules'],
    database: values.database,
  };
}

function readGeneration(name: string): Generation {
  const found = GENERATIONS.find((generation) => generation === name);
  if (!found) throw new Error(`The generation ${name} is not one of ${GENERATIONS.join(', ')}`);
  return found;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`${text} is not a port number`);
  return port;
}
