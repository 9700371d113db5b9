import { PlatformError } from '../errors/errors';
import type { TextResponse } from '../http/response';
import type { TlsOptions } from '../tls/options';
import { detailsOfStatus, statusError } from '../http/statusErrors';
import { excerpt } from '../text/text';
import type { KubernetesAccess } from './access';
import { ADDRESS_HINT, GUIDE, hintFor, readStatus } from './refusals';

/** A service of the cluster, as its API server passes requests on to it. */
interface ProxiedService {
  namespace: string;
  name: string;
  /** In front of the service's own paths; without a slash at its end. */
  address: string;
  /** What the API server itself asks for; it does not pass this on. */
  headers: Record<string, string>;
  tls: TlsOptions;
  /** Values that no error may show. */
  secrets: readonly string[];
}

/** Sends nothing. It needs one right: `get` on `services/proxy` of the resource name `<name>:<port>`. */
export function proxiedService(
  { apiServer, namespace, token, tls }: KubernetesAccess,
  name: string,
  port: number,
): ProxiedService {
  return {
    namespace,
    name,
    address: `${apiServer}/api/v1/namespaces/${namespace}/services/${name}:${port}/proxy`,
    // Empty where a client certificate is the login.
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    tls,
    secrets: token === '' ? [] : [token],
  };
}

/** The API server, or something in front of it, did not pass a request on: the service has said nothing. */
export class ServiceProxyError extends PlatformError {}

/** The error for a refusal that is not the service's own; undefined where the service may have said it. */
export function proxyRefusal(
  { url, response, action }: { url: URL; response: TextResponse; action: string },
  service: ProxiedService,
): ServiceProxyError | undefined {
  const { status } = response;
  const error = statusError(url, response, service.secrets);
  const said = readStatus(response.text)?.message;
  if (said === undefined && !error.page && !isWrongPath(response)) return undefined;
  const words =
    said === undefined ? error.message : `${excerpt(said, service.secrets)} (HTTP ${status})`;
  return new ServiceProxyError(
    `The API server did not ${excerpt(action, service.secrets)}: ${words}`,
    {
      ...detailsOfStatus(response),
      hint: error.page
        ? error.hint
        : said === undefined
          ? ADDRESS_HINT
          : hintOf(status, said, service),
      // A service that is not there is no file that is not there.
      code: status === 404 ? 'PLATFORM_ERROR' : error.code,
      page: error.page,
    },
  );
}

/** A wrong path is the one thing that a real API server does not refuse with a Status. */
function isWrongPath({ status, text }: TextResponse): boolean {
  return status === 404 && /^404 page not found\s*$/.test(text);
}

/** What to do about a refusal of the API server itself. */
function hintOf(status: number, said: string, { namespace, name }: ProxiedService): string {
  const kubectl = `kubectl -n ${namespace}`;
  if (status === 403) {
    return `The account of the token needs one right: "get" on services/proxy of ${name}:80 in the namespace ${namespace}. How to grant it: ${GUIDE}#files-without-a-forwarded-port`;
  }
  if (/no service port/.test(said)) {
    return `The service has no port 80, which the nodes use. Check its ports: ${kubectl} get service ${name}`;
  }
  if (/error trying to reach service/i.test(said)) {
    return `A pod of the service is ready, but it does not accept connections at the target port of the service. Check both: ${kubectl} describe service ${name}`;
  }
  if (status === 503) {
    return `No pod of the service accepts requests. Check it: ${kubectl} get endpoints ${name}`;
  }
  if (status === 404 && /not found$/.test(said)) {
    return `Check "Namespace" in the Kubernetes credential: the service ${name} was searched for in ${namespace}.`;
  }
  return hintFor(status, true) ?? ADDRESS_HINT;
}
