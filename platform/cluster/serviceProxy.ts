import { PlatformError } from '../common/errors/errors';
import type { TextResponse } from '../http/response';
import type { TlsOptions } from '../http/tls/options';
import { readStatusDetails, statusError } from '../http/failures';
import { excerpt } from '../common/text/text';
import type { KubernetesAccess } from './access';
import { GUIDE, hintForStatus, readStatus } from './refusals';

interface ProxiedService {
  namespace: string;
  name: string;
  port: number;
  /** Precedes the service's own paths; without a slash at its end. */
  address: string;
  /** The login of the API server, which does not pass it on. */
  headers: Record<string, string>;
  tls: TlsOptions;
  secrets: readonly string[];
}

/** Sends nothing. Requests need one right: `get` on `services/proxy` of the resource name `<name>:<port>`. */
export function proxiedService(
  { apiServer, namespace, token, tls }: KubernetesAccess,
  name: string,
  port: number,
): ProxiedService {
  return {
    ...{ namespace, name, port, tls },
    address: `${apiServer}/api/v1/namespaces/${namespace}/services/${name}:${port}/proxy`,
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    secrets: [token],
  };
}

/** Returns undefined for a response that may be the service's own, because the request was forwarded. */
export function apiServerRefusal(
  { url, response, action }: { url: URL; response: TextResponse; action: string },
  { namespace, name, port, secrets }: ProxiedService,
): PlatformError | undefined {
  const { status, text } = response;
  const own = readStatus(text);
  const error = statusError(url, response, secrets);
  // An API server refuses every request with a Status, except for a wrong path.
  const isWrongPath = status === 404 && /^404 page not found\s*$/.test(text);
  if (!own && !error.page && !isWrongPath) return undefined;
  const words = own ? `${excerpt(own.message, secrets)} (HTTP ${status})` : error.message;
  const right = `The account of the token needs one right: "get" on services/proxy of ${name}:${port} in the namespace ${namespace}. How to grant it: ${GUIDE}#files-without-a-forwarded-port`;
  const service = `Check "Namespace" in the Kubernetes credential, and the service and its pods: kubectl -n ${namespace} get service,endpoints ${name}`;
  const ownHints = new Map([
    [403, right],
    [404, service],
    [503, service],
  ]);
  return new PlatformError(`The API server did not ${excerpt(action, secrets)}: ${words}`, {
    ...readStatusDetails(response),
    hint: error.page
      ? error.hint
      : ((own && ownHints.get(status)) ?? hintForStatus(status, own, error.hint)),
    // A missing service does not mean that the file is missing.
    code: status === 404 ? 'PLATFORM_ERROR' : error.code,
    page: error.page,
  });
}
