import { findCatalogAddress } from './catalogAddress';
import { GraphqlEndpoint, type CallOptions } from '../graphql/send/endpoint';
import { readPackage, type PackageFile } from './packages';
import { Pages } from './pages';
import { replaceHeldToken, getSession, type Session } from '../session/session';
import { Settings } from './settings';
import {
  buildAddress,
  readPlatformAccess,
  type CatalogAddress,
  type PlatformAccess,
  type PlatformCredential,
} from '../session/access';

/** A platform as one login sees it. An object is cheap to create: all share the sessions and connections of the process. */
export class Platform {
  readonly session: Session;
  /** The Projects module (interface, section 4.2). */
  readonly projects: GraphqlEndpoint;
  readonly settings: Settings;
  readonly pages: Pages;
  private readonly catalogs = new Map<CatalogAddress, GraphqlEndpoint>();

  private constructor(readonly access: PlatformAccess) {
    this.session = getSession(access);
    this.projects = new GraphqlEndpoint(
      buildAddress(access, 'projects', 'api', 'platform', access.platformId, 'graphql'),
      access.tls,
      this.session,
    );
    this.settings = new Settings(access, this.session);
    this.pages = new Pages(access);
  }

  get id(): string {
    return this.access.platformId;
  }

  /** Sends nothing. @throws InvalidInputError with the name of the first field that cannot be used */
  static connect(credential: PlatformCredential): Platform {
    return new Platform(readPlatformAccess(credential));
  }

  /** Returns the Catalog module (interface, section 4.3). May have to find its address first. */
  async catalog(options?: CallOptions): Promise<GraphqlEndpoint> {
    const getEndpoint = (address: CatalogAddress) => this.getCatalogAt(address);
    return this.getCatalogAt(
      await findCatalogAddress(this.access, this.session, getEndpoint, options),
    );
  }

  /** Keeps one endpoint for each address, because simultaneous reads share requests only within an endpoint. */
  private getCatalogAt(address: CatalogAddress): GraphqlEndpoint {
    const { access, session, catalogs } = this;
    const module = address === 'general' ? [] : [address];
    const url = buildAddress(access, ...module, 'api', 'graphql');
    const endpoint = catalogs.get(address) ?? new GraphqlEndpoint(url, access.tls, session);
    catalogs.set(address, endpoint);
    return endpoint;
  }

  /** @param downloadUrl the address in the version of a job */
  async readPackage<Result>(
    downloadUrl: unknown,
    consume: (file: PackageFile) => Promise<Result>,
    options?: CallOptions,
  ): Promise<Result> {
    const { session, access, projects } = this;
    const source = { module: projects.url, tls: access.tls, session };
    return await readPackage(source, downloadUrl, consume, options);
  }

  /** Returns a new token for a caller that keeps its own; see the function `replaceHeldToken`. */
  async replaceHeldToken(heldToken: string): Promise<string | undefined> {
    return await replaceHeldToken(heldToken, this.session, this.access, this.projects.url);
  }
}
