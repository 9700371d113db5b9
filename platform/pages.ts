import { addressOf, type PlatformAccess } from './access';
import { InvalidInputError } from './errors/errors';
import { excerpt, withoutLogin } from './text/text';
import { textOf } from './text/values';

/** What a page is about. */
export interface PageIds {
  projectId: string;
  jobId?: string;
  pipelineId?: string;
  appId?: string;
  /** Of a run of the job. */
  runId?: string;
}

const MAX_ID_CHARACTERS = 200;
const MAX_ADDRESS_CHARACTERS = 2_000;

/** Below the platform's own address; pages may have parts. */
const PAGE =
  /^\/project\/(?<projectId>[^/]+)(?:\/(?:job\/(?<jobId>[^/]+)(?:\/instances\/(?<runId>[^/]+))?|pipeline\/(?<pipelineId>[^/]+)|app\/(?<appId>[^/]+)))?(?:\/.*)?$/;

/** The platform's web pages. Nothing guarantees these addresses: a link is a convenience, and nothing depends on it. */
export class Pages {
  private readonly root: URL;

  constructor(private readonly access: Pick<PlatformAccess, 'baseUrl' | 'platformId'>) {
    this.root = addressOf(access, 'projects', 'platform', access.platformId);
  }

  /**
   * The page of a project, job, pipeline or app, or of one of its runs. For runs of pipelines no page is known, so theirs is that
   * of the pipeline.
   * @returns null if an ID is missing, undefined for other kinds, which have no page that is known
   */
  url(noun: string, projectId: unknown, id: unknown, runId?: unknown): string | null | undefined {
    const path = pathInProject(noun, id, runId);
    if (!path) return undefined;
    const segments = ['project', noun === 'project' ? id : projectId, ...path].map(segmentOf);
    return segments.every((segment) => segment !== undefined)
      ? `${this.root.href}/${segments.map(encodeURIComponent).join('/')}`
      : null;
  }

  /**
   * The ID in the address of a page. Nothing is sent.
   * @param name as `jobId`
   * @param what as "job"
   * @throws InvalidInputError for the address of another platform or of another kind of page
   */
  requireId(address: string, name: keyof PageIds, what: string): string {
    const id = this.idsIn(address)?.[name];
    if (id !== undefined) return id;
    const { baseUrl, platformId } = this.access;
    const shown = excerpt(withoutLogin(address), [], 200);
    const isOfThis = this.idsIn(address) !== undefined;
    const ofPipeline =
      name === 'runId'
        ? ' The page of a run of a pipeline is not known: choose the pipeline and then the run.'
        : '';
    throw new InvalidInputError(
      isOfThis
        ? `The address is not that of a ${what}: ${shown}`
        : `The address is not one of this platform: ${shown}`,
      isOfThis
        ? `Paste the address of the page of the ${what}.${ofPipeline} Nothing was sent for this item.`
        : `The credential is for the platform ${platformId} at ${baseUrl}. Paste the address of a page there, or choose another credential. Nothing was sent for this item.`,
    );
  }

  /** What an address is about; undefined unless it is that of a page of this platform. */
  idsIn(address: unknown): PageIds | undefined {
    const isShort = typeof address === 'string' && address.length <= MAX_ADDRESS_CHARACTERS;
    if (!isShort || !URL.canParse(address)) return undefined;
    const { origin, pathname } = new URL(address);
    const { root } = this;
    const isBelow = origin === root.origin && pathname.startsWith(`${root.pathname}/`);
    const ids = isBelow ? PAGE.exec(pathname.slice(root.pathname.length))?.groups : undefined;
    const known = Object.entries(ids ?? {}).flatMap(([name, id]) =>
      id ? [[name, decoded(id)]] : [],
    );
    return known.length > 0 ? (Object.fromEntries(known) as PageIds) : undefined;
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function pathInProject(noun: string, id: unknown, runId: unknown): unknown[] | undefined {
  switch (noun) {
    case 'project':
      return ['jobs'];
    case 'job':
      return runId === undefined ? [noun, id] : [noun, id, 'instances', runId];
    case 'pipeline':
    case 'app':
      return [noun, id];
    default:
      return undefined;
  }
}

/** Only what stays one segment of an address. */
function segmentOf(id: unknown): string | undefined {
  const text = textOf(id);
  const isSegment =
    text !== undefined && text.length <= MAX_ID_CHARACTERS && !/^\.{1,2}$|\p{Cs}/u.test(text);
  return isSegment ? text : undefined;
}
