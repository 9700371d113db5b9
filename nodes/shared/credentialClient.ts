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
  /** What the button "Test" of the credential does: requests that need every field, and leave nothing behind. */
  tryOut(client: Client, api: typeof PlatformApi): Promise<unknown>;
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
  const openWith = async (data: ICredentialDataDecryptedObject) => {
    const api = await loadPlatform();
    return { api, client: open(api, data as unknown as Data) };
  };
  return {
    connect: async (context) => (await openWith(await context.getCredentials(credential))).client,
    async test({ data = {} }) {
      return await credentialTestResult(async () => {
        const { api, client } = await openWith(data);
        return await tryOut(client, api);
      });
    },
  };
}
