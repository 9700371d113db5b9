import { catalogEndpoint } from './catalog/address';
import { GraphqlEndpoint, type CallOptions } from './graphql/endpoint';
import type { Ownership } from './http/collectPieces';
import { readPackage, type PackageFile } from './projects/packages';
import { successorOf } from './session/renewal';
import { sessionFor, type Session } from './session/session';
import { SettingsApi } from './settingsApi/settingsApi';
import {
  addressOf,
  readSettings,
  type PlatformCredential,
  type PlatformSettings,
} from './settings';

/** A platform as one login sees it. Cheap to make: sessions and connections are shared in the process. */
export class Platform {
  readonly session: Session;
  /** The Projects module (interface, section 4.2). */
  readonly projects: GraphqlEndpoint;
  /** The platform's settings (interface, section 4.5). */
  readonly settingsApi: SettingsApi;

  private constructor(private readonly settings: PlatformSettings) {
    this.session = sessionFor(settings);
    this.projects = new GraphqlEndpoint(
      addressOf(settings, 'projects', 'api', 'platform', settings.platformId, 'graphql'),
      settings.tls,
      this.session,
    );
    this.settingsApi = new SettingsApi(settings, this.session);
  }

  /** Sends nothing. @throws InvalidInputError naming the credential's field that cannot be used. */
  static connect(credential: PlatformCredential): Platform {
    return new Platform(readSettings(credential));
  }

  /** The Catalog module (interface, section 4.3); its address is looked for when it is first used. */
  async catalog(options?: CallOptions): Promise<GraphqlEndpoint> {
    return await catalogEndpoint(this.settings, this.session, options);
  }

  /** Reads the package of a version of a job; see `readPackage`. @param downloadUrl as the version tells it */
  async readPackage<Result>(
    downloadUrl: unknown,
    consume: (file: PackageFile) => Promise<Result>,
    options?: CallOptions,
    pieces?: Ownership,
  ): Promise<Result> {
    const { session, settings, projects } = this;
    const place = { module: projects.url, tls: settings.tls, session };
    return await readPackage(place, downloadUrl, consume, options, pieces);
  }

  /** For a caller that keeps a token of its own; see `successorOf`. */
  async successorOfToken(heldToken: string): Promise<string | undefined> {
    return await successorOf(heldToken, this.session, this.settings, this.projects.url);
  }
}
