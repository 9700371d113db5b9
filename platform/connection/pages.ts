import { buildAddress, type PlatformAccess } from '../session/access';
import { InvalidInputError } from '../common/errors/errors';
import { withArticle } from '../common/input/identifiers';
import { decodePercent } from '../common/text/secrets';
import { excerpt, hideLogin } from '../common/text/text';
import { toText } from '../common/text/values';

export interface PageIds {
  projectId: string;
  jobId?: string;
  pipelineId?: string;
  appId?: string;
  runId?: string;
}

const MAX_ID_CHARACTERS = 200;
const MAX_ADDRESS_CHARACTERS = 2_000;

/** Matches the path of a page below the platform's address. A page may have subpages. */
const PAGE =
  /^\/project\/(?<projectId>[^/]+)(?:\/(?:job\/(?<jobId>[^/]+)(?:\/instances\/(?<runId>[^/]+))?|pipeline\/(?<pipelineId>[^/]+)|app\/(?<appId>[^/]+)))?(?:\/.*)?$/;

/** Builds and reads addresses of the platform's web pages. The interface does not promise their format. */
export class Pages {
  private readonly root: URL;

  constructor(private readonly access: Pick<PlatformAccess, 'baseUrl' | 'platformId'>) {
    this.root = buildAddress(access, 'projects', 'platform', access.platformId);
  }

  /**
   * Builds the address of the page of an entity, or of a run of it. A pipeline run has no known page, so it gets that of its pipeline.
   * @returns null if an ID is missing or invalid, undefined for kinds without a known page
   */
  buildUrl(
    noun: string,
    projectId: unknown,
    id: unknown,
    runId?: unknown,
  ): string | null | undefined {
    const path = buildPath(noun, projectId, id, runId);
    if (!path) return undefined;
    const segments = path.map(readSegment);
    return segments.every((segment) => segment !== undefined)
      ? `${this.root.href}/project/${segments.map(encodeURIComponent).join('/')}`
      : null;
  }

  /**
   * Returns the ID in the address of a page. Nothing is sent.
   * @param name for example `jobId`
   * @param noun for example "job"
   * @throws InvalidInputError if the address belongs to another platform, or to another kind of page
   */
  requireId(address: string, name: keyof PageIds, noun: string): string {
    const ids = this.readIds(address);
    const id = ids?.[name];
    if (id !== undefined) return id;
    const quoted = excerpt(hideLogin(address), [], 200);
    const { baseUrl, platformId } = this.access;
    if (!ids) {
      throw new InvalidInputError(
        `The address does not belong to this platform: ${quoted}`,
        `Paste the address of a page of the platform ${platformId} at ${baseUrl}, or choose another credential. Nothing was sent for this item.`,
      );
    }
    const isPipelineRun = name === 'runId' && ids.pipelineId !== undefined;
    throw new InvalidInputError(
      `The address is not that of ${withArticle(noun)}: ${quoted}`,
      isPipelineRun
        ? 'A pipeline run has no known page: choose the pipeline and then the run. Nothing was sent for this item.'
        : `Paste the address of the page of the ${noun}. Nothing was sent for this item.`,
    );
  }

  /** Returns the IDs in the address of a page; undefined if the address is not that of a page of this platform. */
  readIds(address: unknown): PageIds | undefined {
    const isShort = typeof address === 'string' && address.length <= MAX_ADDRESS_CHARACTERS;
    if (!isShort || !URL.canParse(address)) return undefined;
    const { origin, pathname } = new URL(address);
    const { root } = this;
    const isBelow = origin === root.origin && pathname.startsWith(`${root.pathname}/`);
    const ids = isBelow ? PAGE.exec(pathname.slice(root.pathname.length))?.groups : undefined;
    const presentIds = Object.entries(ids ?? {}).flatMap(([name, id]) =>
      id ? [[name, decodePercent(id)]] : [],
    );
    return presentIds.length > 0 ? (Object.fromEntries(presentIds) as PageIds) : undefined;
  }
}

/** Returns the segments after `project`; undefined for kinds without a page. */
function buildPath(noun: string, projectId: unknown, id: unknown, runId: unknown) {
  if (noun === 'project') return [id, 'jobs'];
  if (noun === 'job' && runId !== undefined) return [projectId, noun, id, 'instances', runId];
  return ['job', 'pipeline', 'app'].includes(noun) ? [projectId, noun, id] : undefined;
}

/** Returns undefined for an ID that cannot be one segment of an address. */
function readSegment(id: unknown): string | undefined {
  const text = toText(id);
  const isSegment =
    text !== undefined && text.length <= MAX_ID_CHARACTERS && !/^\.{1,2}$|\p{Cs}/u.test(text);
  return isSegment ? text : undefined;
}
