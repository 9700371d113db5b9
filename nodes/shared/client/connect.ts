import type * as Platform from '../../../platform';
import {
  type IAllExecuteFunctions,
  type ICredentialDataDecryptedObject,
  type ICredentialTestFunctions,
  type ICredentialsDecrypted,
  type INode,
  type INodeCredentialTestResult,
  NodeOperationError,
} from 'n8n-workflow';
import { InvalidInputError } from '../../../platform/common/errors/errors';
import { excerpt } from '../../../platform/common/text/text';
import { toObject } from '../../../platform/common/text/values';
import type { PlatformCredential } from '../../../platform/session/access';
import type { ClusterClient, PlatformClient } from '../../../platform/client';
import type { KubernetesCredential } from '../../../platform/cluster/access';
import { explainUnexpected, isN8nError, createRequestProgress } from '../errors/errors';
import { loadPlatform, type NodeHelpers } from './loadPlatform';

interface ClientKind<Data, Client> {
  credential: string;
  /** Returns the addresses that requests go to. n8n's network policy may forbid them. */
  listAddresses: (platform: typeof Platform, data: Data) => string[] | Promise<string[]>;
  /** Creates the client, and sends nothing. */
  open: (platform: typeof Platform, data: Data) => Client | Promise<Client>;
  /** Tests the credential with requests that change nothing. May return a message for the user. */
  testConnection: (client: Client) => Promise<unknown>;
}

export type CredentialContext = Pick<IAllExecuteFunctions, 'getCredentials' | 'getNode'> & {
  helpers: NodeHelpers;
};

interface ClientSource<Client> {
  connect: (context: CredentialContext) => Promise<Client>;
  /** Is used in the node's `methods.credentialTest`. */
  test: (
    this: ICredentialTestFunctions,
    credential: ICredentialsDecrypted,
  ) => Promise<INodeCredentialTestResult>;
}

export function buildClientSource<Data, Client>({
  credential,
  listAddresses,
  open,
  testConnection,
}: ClientKind<Data, Client>): ClientSource<Client> {
  return {
    async connect(context) {
      const platform = await loadPlatform(context.helpers);
      return await open(platform, (await readCredential(context, credential)) as Data);
    },
    async test({ data = {} }) {
      return await testCredential(async () => {
        const platform = await loadPlatform();
        const client = await open(platform, data as Data);
        await checkPolicy(platform, this.helpers, await listAddresses(platform, data as Data));
        return await testConnection(client);
      });
    },
  };
}

export const { connect: connectPlatform, test: testPlatformCredential } = buildClientSource<
  PlatformCredential,
  PlatformClient
>({
  credential: 'dataPlatformApi',
  listAddresses: ({ readPlatformAccess }, credential) => [readPlatformAccess(credential).baseUrl],
  open: ({ connectPlatform: open }, credential) => open(credential),
  testConnection: async (client) => await client.testConnection(),
});

export const { connect: connectCluster, test: testKubernetesCredential } = buildClientSource<
  KubernetesCredential,
  ClusterClient
>({
  credential: 'dataPlatformKubernetesApi',
  listAddresses: ({ readKubernetesAccess }, credential) => [
    readKubernetesAccess(credential).apiServer,
  ],
  open: ({ connectCluster: open }, credential) => open(credential),
  testConnection: async (client) => await client.testConnection(),
});

export async function readCredential(
  context: CredentialContext,
  name: string,
): Promise<ICredentialDataDecryptedObject> {
  try {
    return await context.getCredentials(name);
  } catch (error) {
    throw isN8nError(error) ? error : unreadableCredentialError(context.getNode(), error);
  }
}

function unreadableCredentialError(node: INode, error: unknown): NodeOperationError {
  const reason = error instanceof Error ? error.message : String(error);
  return new NodeOperationError(node, `n8n could not read the credential: ${reason}`, {
    description:
      'Try again. Nothing was sent. If this happens often, n8n’s database may be too busy. Increase its number of connections (DB_POSTGRESDB_POOL_SIZE).',
  });
}

/** @param attempt may return a message to show if the test succeeds */
async function testCredential(attempt: () => Promise<unknown>): Promise<INodeCredentialTestResult> {
  try {
    const result = await attempt();
    const message = typeof result === 'string' ? result : 'Connection successful';
    return { status: 'OK', message };
  } catch (error) {
    const failure = explainUnexpected(error, { ...createRequestProgress(), isRequestSent: true });
    const { message, hint } = failure as { message: string; hint?: string };
    return { status: 'Error', message: hint ? `${message}. ${hint}` : message };
  }
}

/**
 * Checks that n8n's network policy allows requests to the addresses. A credential test cannot ask n8n's filter, so this function
 * sends a request with n8n's own helper, which refuses a forbidden address. If the request was sent, its result does not matter.
 * @throws InvalidInputError if the policy forbids an address, or if n8n does not report whether it does
 */
export async function checkPolicy(
  { egressError, mayHaveEgressPolicy }: typeof Platform,
  helpers: ICredentialTestFunctions['helpers'],
  addresses: readonly string[],
): Promise<void> {
  if (!mayHaveEgressPolicy()) return;
  for (const address of addresses) {
    try {
      await helpers.request({
        method: 'HEAD',
        uri: address,
        followRedirect: false,
        timeout: POLICY_TIMEOUT_MS,
      });
    } catch (error) {
      if (isN8nError(error)) throw egressError(new URL(address), error);
      if (!wasSent(error)) throw policyUnknownError(new URL(address), error);
    }
  }
}

const POLICY_TIMEOUT_MS = 5_000;

/** An error with a status comes from a response, and an error with a code from the network. */
function wasSent(error: unknown): boolean {
  const { statusCode, code } = toObject(error);
  return typeof statusCode === 'number' || typeof code === 'string';
}

function policyUnknownError({ host }: URL, reason: unknown): InvalidInputError {
  return new InvalidInputError(
    `n8n did not report whether its network policy allows requests to ${host}`,
    `To test the credential, run a node that uses it. (${excerpt(String(reason))})`,
  );
}
