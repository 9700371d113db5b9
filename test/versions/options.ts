import { parseArgs } from 'node:util';
import { everyRelease, USUAL_RELEASES, type Release } from './releases';

export interface VersionsOptions {
  releases: Release[];
  /** Whether these are all that the registry has: what was downloaded goes again, and what cannot be installed is left out. */
  isAll: boolean;
}

export const USAGE = `The package in the engines of old and new versions of n8n, each on the Node that it needs.

  npm run test:versions -- [options]

  --all            the newest release of each minor version from n8n 1.81 on; takes hours
  --from <name>    the same from this one on, as 2.30; takes some minutes
  --help           this text

  Without options: n8n ${USUAL_RELEASES.map(({ n8n }) => n8n).join(', ')}. What was downloaded stays in .local/versions, but after --all and --from.
`;

/** @throws Error that says which option cannot be used */
export function readOptions(args: string[]): (() => Promise<VersionsOptions>) | 'help' {
  const { values } = parseArgs({
    args,
    options: {
      all: { type: 'boolean' },
      from: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const { all = false, from } = values;
  const isAll = all || from !== undefined;
  return async () => ({ isAll, releases: isAll ? await everyRelease(from) : USUAL_RELEASES });
}
