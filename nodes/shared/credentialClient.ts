import type {
  IAllExecuteFunctions,
  ICredentialDataDecryptedObject,
  ICredentialsDecrypted,
  ICredentialTestFunctions,
  INodeCredentialTestResult,
} from 'n8n-workflow';
import type * as PlatformApi from '../../platform';
import { credentialTestResult } from './credentialTest';
import { loadPlatform } from './loadPlatform';

export interface ClientKind<Data, Client> {
  /** The credential's name. */
  credential: string;
  /** Sends nothing. */
  open(api: typeof PlatformApi, data: Data): Client;
  /** What the button "Test" of the credential does: one request that needs every field. */
  tryOut(client: Client): Promise<unknown>;
}

export interface ClientSource<Client> {
  /** The client that the node's credential leads to. */
  connect(context: Pick<IAllExecuteFunctions, 'getCredentials'>): Promise<Client>;
  /** For the node's `methods.credentialTest`. */
  test(
    this: ICredentialTestFunctions,
    credential: ICredentialsDecrypted,
  ): Promise<INodeCredentialTestResult>;
}

/** How nodes get from a credential to a client, and how that credential is tested. */
export function clientSource<Data, Client>({
  credential,
  open,
  tryOut,
}: ClientKind<Data, Client>): ClientSource<Client> {
  const openWith = async (data: ICredentialDataDecryptedObject) =>
    open(await loadPlatform(), data as unknown as Data);
  return {
    connect: async (context) => await openWith(await context.getCredentials(credential)),
    async test({ data = {} }) {
      return await credentialTestResult(async () => await tryOut(await openWith(data)));
    },
  };
}
