import { parseArgs } from 'node:util';
import type { SandboxOptions } from './options';
import { type Generation, GENERATIONS } from './generations/generation';

/**
 * Reads the options of a command. `--help` prints the usage and ends the program with 0; an unknown option is reported
 * with the usage, and ends it with 2.
 */
export function understood<Options>(
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

export const USAGE = `A small local platform to try everything on.

  npm run sandbox -- [options]

  --port <number>      SANDBOX_PORT        default ${DEFAULT_PORT}
  --conf-port <number> SANDBOX_CONF_PORT   default ${DEFAULT_CONF_PORT}; local address of the configuration files
  --database <file>    SANDBOX_DATABASE    default ${DEFAULT_DATABASE}; ':memory:' keeps nothing
  --generation <name>  SANDBOX_GENERATION  default recent; one of ${GENERATIONS.join(', ')}
  --play-schedules     SANDBOX_PLAY_SCHEDULES=true; schedules start runs, and two more projects live by them
  --help               this text
`;

/** Reads flags, then environment variables, then defaults. Throws an Error that says what is wrong. */
export function commandLine(
  args: string[],
  environment: Record<string, string | undefined>,
): SandboxOptions | 'help' {
  const option = (variable: string, otherwise: string) => ({
    type: 'string' as const,
    default: environment[variable] ?? otherwise,
  });
  const { values } = parseArgs({
    args,
    options: {
      port: option('SANDBOX_PORT', DEFAULT_PORT),
      'conf-port': option('SANDBOX_CONF_PORT', DEFAULT_CONF_PORT),
      database: option('SANDBOX_DATABASE', DEFAULT_DATABASE),
      generation: option('SANDBOX_GENERATION', 'recent'),
      'play-schedules': {
        type: 'boolean',
        default: environment.SANDBOX_PLAY_SCHEDULES === 'true',
      },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  return {
    port: portFrom(values.port),
    confLocalPort: portFrom(values['conf-port']),
    generation: generationFrom(values.generation),
    playsSchedules: values['play-schedules'],
    database: values.database,
  };
}

function generationFrom(name: string): Generation {
  const generation = GENERATIONS.find((one) => one === name);
  if (!generation) throw new Error(`${name} is not one of ${GENERATIONS.join(', ')}`);
  return generation;
}

function portFrom(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`${text} is not a port number`);
  return port;
}
