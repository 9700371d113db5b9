import { HttpStatusError } from '../errors/errors';
import type { TextResponse } from '../http/response/collectText';
import type { TlsOptions } from '../tls/options';
import { statusError } from '../http/response/statusErrors';
import { excerpt } from '../text/text';
import type { KubernetesAccess } from './access';
import { GUIDE } from './guide';
import { ADDRESS_HINT } from './refusals';
import { readStatus } from './status';

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
export class ServiceProxyError extends HttpStatusError {}

/** The error for a refusal that is not the service's own; undefined where the service may have said it. */
export function proxyRefusal(
  { url, response, action }: { url: URL; response: TextResponse; action: string },
  service: ProxiedService,
): ServiceProxyError | undefined {
  const { status } = response;
  const error = statusError(url, response, service.secrets);
  const said = readStatus(response.text)?.message;
  if (said === undefined && !error.page && !isFromProxy(response)) return undefined;
  const words =
    said === undefined ? error.message : `${excerpt(said, service.secrets)} (HTTP ${status})`;
  return new ServiceProxyError(
    `The API server did not ${excerpt(action, service.secrets)}: ${words}`,
    {
      hint: (!error.page && hintOf(status, said, service)) || error.hint,
      reach: 'answered',
      transient: error.transient,
      status,
      retryAfterMs: error.retryAfterMs,
      // A service that is not there is no file that is not there.
      code: status === 404 ? 'PLATFORM_ERROR' : error.code,
      page: error.page,
    },
  );
}

/** The service asks readers for no login and redirects nobody; a wrong path of the API server is answered in plain text. */
function isFromProxy({ status, text }: TextResponse): boolean {
  if (status === 401 || status === 403 || (status >= 300 && status < 400)) return true;
  return status === 404 && /^404 page not found\s*$/.test(text);
}

function hintOf(
  status: number,
  said: string | undefined,
  { namespace, name }: ProxiedService,
): string | undefined {
  if (status === 401) {
    return 'Check "Token" in the Kubernetes credential. It may have expired. Create a new one for the same account.';
  }
  if (status === 403) {
    return `The account of the token needs one right: "get" on services/proxy of ${name}:80 in the namespace ${namespace}. How to grant it: ${GUIDE}#files-without-a-forwarded-port`;
  }
  if (status === 503 && said !== undefined) {
    return `No pod of the service accepts requests. Check it: kubectl -n ${namespace} get endpoints ${name}`;
  }
  if (status === 404 && said !== undefined && /not found$/.test(said)) {
    return `Check "Namespace" in the Kubernetes credential: the service ${name} was searched for in ${namespace}.`;
  }
  if (status === 404 || (status >= 300 && status < 400)) {
    return ADDRESS_HINT;
  }
  return undefined;
}
