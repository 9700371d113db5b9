import type {
  ICredentialDataDecryptedObject,
  ICredentialsHelper,
  IHttpRequestHelper,
  IHttpRequestOptions,
} from 'n8n-workflow';
import type { LoadedPackage } from './nodeTypes';

/**
 * Creates the parts of n8n's credential store that its engine uses, in memory. They are not part of n8n-core. As in n8n, a node
 * logs in if the expirable property is empty or a request was refused, and the result of the login is saved.
 */
export function createCredentialsHelper(
  { credentialType }: LoadedPackage,
  store: Record<string, object>,
): ICredentialsHelper {
  const helper = {
    getParentTypes: () => [],
    isCredentialUsableByNode: () => true,
    getCredentialsProperties: (type: string) => credentialType(type).properties,
    async getDecrypted(_additionalData: unknown, _details: unknown, type: string) {
      const data = store[type];
      if (!data) throw new Error(`The test has no credential of the type ${type}`);
      const defaults = credentialType(type).properties.map(({ name, default: value }) => [
        name,
        value,
      ]);
      return { ...Object.fromEntries(defaults), ...data } as ICredentialDataDecryptedObject;
    },
    async authenticate(
      credentials: ICredentialDataDecryptedObject,
      type: string,
      request: IHttpRequestOptions,
    ) {
      const { authenticate } = credentialType(type);
      if (typeof authenticate !== 'function') throw new Error(`${type} cannot authenticate`);
      return await authenticate(credentials, request);
    },
    async preAuthentication(
      helpers: IHttpRequestHelper,
      credentials: ICredentialDataDecryptedObject,
      type: string,
      _node: unknown,
      isExpired: boolean,
    ) {
      const { properties, preAuthentication } = credentialType(type);
      const expirable = properties.find(
        ({ type: kind, typeOptions }) => kind === 'hidden' && typeOptions?.expirable === true,
      );
      if (!expirable || !preAuthentication) return undefined;
      if (credentials[expirable.name] !== '' && !isExpired) return undefined;
      const output = await preAuthentication.call(helpers, credentials);
      if (output[expirable.name] === undefined) return undefined;
      Object.assign(store[type] ?? {}, output);
      return Object.assign(credentials, output);
    },
    runPreAuthentication: async () => undefined,
  };
  return helper as unknown as ICredentialsHelper;
}
