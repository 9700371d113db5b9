import {
  ICredentialsHelper,
  type ICredentialDataDecryptedObject,
  type ICredentials,
  type IHttpRequestHelper,
  type IHttpRequestOptions,
  type INode,
  type INodeProperties,
  type IRequestOptionsSimplified,
} from 'n8n-workflow';
import type { LoadedPackage } from './nodeTypes';

/**
 * n8n's credential store, in memory. n8n-core leaves this part to the n8n application; the rules are n8n's:
 * a login is asked for when the expirable property is empty or a request failed, and what it gives is kept.
 */
export class CredentialsInMemory extends ICredentialsHelper {
  constructor(
    private readonly loaded: LoadedPackage,
    private readonly store: Record<string, object>,
  ) {
    super();
  }

  override getParentTypes(): string[] {
    return [];
  }

  override isCredentialUsableByNode(): boolean {
    return true;
  }

  override getCredentialsProperties(type: string): INodeProperties[] {
    return this.loaded.credentialType(type).properties;
  }

  override async getDecrypted(
    _additionalData: unknown,
    _details: unknown,
    type: string,
  ): Promise<ICredentialDataDecryptedObject> {
    const data = this.store[type];
    if (!data) throw new Error(`The test gives no credential of the type ${type}`);
    const defaults = Object.fromEntries(
      this.getCredentialsProperties(type).map(({ name, default: value }) => [name, value]),
    ) as ICredentialDataDecryptedObject;
    return { ...defaults, ...data };
  }

  override async authenticate(
    credentials: ICredentialDataDecryptedObject,
    type: string,
    request: IHttpRequestOptions | IRequestOptionsSimplified,
  ): Promise<IHttpRequestOptions> {
    const { authenticate } = this.loaded.credentialType(type);
    if (typeof authenticate !== 'function') throw new Error(`${type} cannot authenticate`);
    return await authenticate(credentials, request as IHttpRequestOptions);
  }

  override async preAuthentication(
    helpers: IHttpRequestHelper,
    credentials: ICredentialDataDecryptedObject,
    type: string,
    _node: INode,
    credentialsExpired: boolean,
  ): Promise<ICredentialDataDecryptedObject | undefined> {
    const credentialType = this.loaded.credentialType(type);
    const expirable = credentialType.properties.find(
      ({ type: kind, typeOptions }) => kind === 'hidden' && typeOptions?.expirable === true,
    );
    if (!expirable || !credentialType.preAuthentication) return undefined;
    if (credentials[expirable.name] !== '' && !credentialsExpired) return undefined;
    const output = await credentialType.preAuthentication.call(helpers, credentials);
    if (output[expirable.name] === undefined) return undefined;
    Object.assign(this.store[type] ?? {}, output);
    return Object.assign(credentials, output);
  }

  override async runPreAuthentication(): Promise<undefined> {
    return undefined;
  }

  override async getCredentials(): Promise<ICredentials> {
    throw new Error('Not needed by the engine');
  }

  override async updateCredentials(): Promise<void> {}

  override async updateCredentialsOauthTokenData(): Promise<void> {}
}
