import { parseArgs } from 'node:util';
import { type ExternalN8n, readExternalN8n } from './externalN8n';

export const USAGE = `Starts a small local platform and a real n8n with these nodes, credentials and workflows.

  npm start -- [options]

  --once             run a workflow with a job, show the result, and exit
  --watch            build and load the nodes again after each change: npm run dev
  --n8n <address>    use an n8n that you start, such as http://localhost:5678
  --help             print this text

  N8N_PORT           port of n8n (default 5678)
  SANDBOX_PORT       port of the platform (default 4010)
  SANDBOX_CONF_PORT  port of its configuration file service (default 4011)

  With --n8n:
  N8N_USER_FOLDER     folder that contains the folder .n8n of that n8n; the nodes are unpacked there
  N8N_OWNER_EMAIL     email of the owner; a new n8n gets this owner
  N8N_OWNER_PASSWORD  password of the owner
`;

interface StartOptions {
  once: boolean;
  watch: boolean;
  externalN8n: ExternalN8n | undefined;
}

/** @throws Error if an option is unknown or invalid */
export function readOptions(args: string[]): StartOptions | 'help' {
  const { values } = parseArgs({
    args,
    options: {
      once: { type: 'boolean', default: false },
      watch: { type: 'boolean', default: false },
      n8n: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const { once, watch, n8n } = values;
  return {
    once,
    watch,
    externalN8n: n8n === undefined ? undefined : readExternalN8n(n8n, process.env),
  };
}
