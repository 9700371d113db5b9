import type {
  ICredentialDataDecryptedObject,
  ICredentialsHelper,
  IHttpRequestHelper,
  IHttpRequestOptions,
} from 'n8n-workflow';
import type { LoadedPackage } from './nodeTypes';

/**
 * The parts of n8n's credential store that its engine uses, in memory; n8n-core leaves them to the n8n application. The rules are n8n's:
 * a login is asked for when the expirable property is empty or a request failed, and what it gives is kept.
 */
export function credentialsInMemory(
  { credentialType }: LoadedPackage,
  store: Record<string, object>,
): ICredentialsHelper {
  const helper = {
    getParentTypes: () => [],
    isCredentialUsableByNode: () => true,
    getCredentialsProperties: (type: string) => credentialType(type).properties,
    async getDecrypted(_additionalData: unknown, _details: unknown, type: string) {
      const data = store[type];
      if (!data) throw new Error(`The test gives no credential of the type ${type}`);
      const usual = credentialType(type).properties.map(({ name, default: value }) => [
        name,
        value,
      ]);
      return { ...Object.fromEntries(usual), ...data } as ICredentialDataDecryptedObject;
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
