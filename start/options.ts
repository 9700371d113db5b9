import { parseArgs } from 'node:util';

export const USAGE = `A small local platform and a real n8n with these nodes, credentials and workflows in place.

  npm start -- [options]

  --once             run a job through a workflow, show the result, and end
  --watch            build the nodes and load them anew after each change: npm run dev
  --help             this text

  N8N_PORT           where n8n listens (default 5678)
  SANDBOX_PORT       where the platform listens (default 4010)
  SANDBOX_CONF_PORT  where its service of configuration files listens (default 4011)
`;

/** @throws Error that says which option cannot be used */
export function readOptions(args: string[]): { once: boolean; watch: boolean } | 'help' {
  const { values } = parseArgs({
    args,
    options: { once: { type: 'boolean' }, watch: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  return values.help ? 'help' : { once: values.once === true, watch: values.watch === true };
}
