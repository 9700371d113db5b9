import { parseArgs } from 'node:util';
import { type Elsewhere, readElsewhere } from './elsewhere';

export const USAGE = `A small local platform and a real n8n with these nodes, credentials and workflows in place.

  npm start -- [options]

  --once             run a job through a workflow, show the result, and end
  --watch            build and load the nodes again after each change: npm run dev
  --n8n <address>    use an n8n that runs elsewhere, such as http://localhost:5678
  --help             this text

  N8N_PORT           where n8n listens (default 5678)
  SANDBOX_PORT       where the platform listens (default 4010)
  SANDBOX_CONF_PORT  where its service of configuration files listens (default 4011)

  With --n8n:
  N8N_USER_FOLDER     the folder that has the folder .n8n of that n8n; the nodes are unpacked there
  N8N_OWNER_EMAIL     its owner, who is created if it is new
  N8N_OWNER_PASSWORD  the owner's password
`;

interface StartOptions {
  once: boolean;
  watch: boolean;
  elsewhere: Elsewhere | undefined;
}

/** @throws Error with the invalid option */
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
    elsewhere: n8n === undefined ? undefined : readElsewhere(n8n, process.env),
  };
}
