import { join } from 'node:path';
import packOnce from '../../harness/packedPackage';
import { runCommand } from '../../start/command';
import { projectRoot } from '../../start/paths';
import { startServer, type BenchServer } from '../server/start';

/** Builds and packs the package, and does the work beside a server, which is stopped afterwards. */
export async function withFreshPackage(
  work: (server: BenchServer) => Promise<void>,
): Promise<void> {
  await runCommand(join(projectRoot, 'node_modules/.bin/gulp'), ['build'], projectRoot);
  packOnce();
  const server = startServer();
  try {
    await work(server);
  } finally {
    server.stop();
  }
}
