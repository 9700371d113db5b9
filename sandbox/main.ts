import { startSandbox } from './index';
import { readCommandLine, readOptionsOrExit, USAGE } from './commandLine';

/** Runs `npm run sandbox`: starts a sandbox and prints its addresses and logins. */
async function main(): Promise<void> {
  const options = readOptionsOrExit(USAGE, readCommandLine);
  const sandbox = await startSandbox(options);
  const { baseUrl, credentials, viewerCredentials, uploadCredentials, clusterCredentials } =
    sandbox;
  process.stdout.write(
    [
      '',
      '  Sandbox platform',
      '',
      `  Address      ${baseUrl}`,
      `  Platform ID  ${credentials.platformId}`,
      `  Generation   ${options.generation}`,
      `  Realm        ${credentials.realm}`,
      `  Login        ${credentials.login}`,
      `  Password     ${credentials.password}`,
      `  Read-only    ${viewerCredentials.login}, password ${viewerCredentials.password}`,
      '',
      '  Configuration files',
      '',
      `  Local address  ${uploadCredentials.localAddress}`,
      `  Customer       ${uploadCredentials.customer}`,
      `  Upload token   ${uploadCredentials.uploadToken}`,
      '',
      '  Cluster',
      '',
      `  API server     ${clusterCredentials.apiServer}`,
      `  Token          ${clusterCredentials.token}`,
      '',
      `  Page         ${baseUrl}/`,
      `  Explorer     ${baseUrl}/projects/api/platform/${encodeURIComponent(credentials.platformId)}/graphiql`,
      `  Database     ${options.database}`,
      '',
      '  Stop with Ctrl-C.',
      '',
      '',
    ].join('\n'),
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.close());
  }
}

main().catch((error: Error & { code?: string; port?: number }) => {
  const reason =
    error.code === 'EADDRINUSE'
      ? `Port ${error.port} is in use. Stop the program that uses it, or choose other ports: npm run sandbox -- --port 4020 --conf-port 4021`
      : error.message;
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
});
