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
import { isN8nError } from '../errors/unexpected';
import { loadPlatform, type NodeHelpers, tryPolicy } from './loadPlatform';

interface ClientKind<Data, Client> {
  /** The credential's name. */
  credential: string;
  /** Where its requests go. */
  addresses(platform: typeof Platform, data: Data): string[] | Promise<string[]>;
  /** Sends nothing. */
  open(platform: typeof Platform, data: Data): Client | Promise<Client>;
  /** The part of the client for operations that need no credential. */
  openAlone?(platform: typeof Platform): Partial<Client>;
  /** What the button "Test" of the credential does: requests that need every field, and leave nothing behind. May give a message. */
  testConnection(client: Client): Promise<unknown>;
}

export type CredentialContext = Pick<IAllExecuteFunctions, 'getCredentials' | 'getNode'> & {
  helpers: NodeHelpers;
};

interface ClientSource<Client> {
  /**
   * The client that the node's credential leads to.
   * @param isAlone whether the operation needs no credential
   */
  connect(context: CredentialContext, isAlone?: boolean): Promise<Client>;
  /** For the node's `methods.credentialTest`. */
  test(
    this: ICredentialTestFunctions,
    credential: ICredentialsDecrypted,
  ): Promise<INodeCredentialTestResult>;
}

/** How nodes get from a credential to a client, and how that credential is tested. */
export function clientSource<Data, Client>({
  credential,
  addresses,
  open,
  openAlone,
  testConnection,
}: ClientKind<Data, Client>): ClientSource<Client> {
  return {
    async connect(context, isAlone = false) {
      const platform = await loadPlatform(context.helpers);
      if (isAlone && openAlone) return openAlone(platform) as Client;
      return await open(platform, (await credentialOf(context, credential)) as Data);
    },
    async test({ data = {} }) {
      return await credentialTestResult(async () => {
        const platform = await loadPlatform();
        const client = await open(platform, data as Data);
        await tryPolicy(platform, this.helpers, await addresses(platform, data as Data));
        return await testConnection(client);
      });
    },
  };
}

/** n8n reads a credential from its database; what that throws when it is too busy tells a user nothing. */
export async function credentialOf(
  context: CredentialContext,
  name: string,
): Promise<ICredentialDataDecryptedObject> {
  try {
    return await context.getCredentials(name);
  } catch (error) {
    throw isN8nError(error) ? error : notRead(context.getNode(), error);
  }
}

function notRead(node: INode, error: unknown): NodeOperationError {
  const reason = error instanceof Error ? error.message : String(error);
  return new NodeOperationError(node, `n8n could not read the credential: ${reason}`, {
    description:
      'Nothing was sent. Try again. If this happens often, n8n’s database is too busy. Increase its number of connections (DB_POSTGRESDB_POOL_SIZE).',
  });
}

/**
 * What the button "Test" of a credential shows: what failed and what to do about it.
 * @param attempt may give a message of its own for success
 */
async function credentialTestResult(
  attempt: () => Promise<unknown>,
): Promise<INodeCredentialTestResult> {
  try {
    const said = await attempt();
    const message = typeof said === 'string' ? said : 'Connection successful';
    return { status: 'OK', message };
  } catch (error) {
    const { message, hint } = error as { message: string; hint?: string };
    return { status: 'Error', message: hint ? `${message}. ${hint}` : message };
  }
}
