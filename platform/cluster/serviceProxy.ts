import { PlatformError } from '../common/errors/errors';
import type { TextResponse } from '../http/response';
import type { TlsOptions } from '../http/tls/options';
import { readStatusDetails, statusError } from '../http/failures';
import { excerpt } from '../common/text/text';
import type { KubernetesAccess } from './access';
import { chooseHint, GUIDE, readRefusal } from './refusals';

interface ProxiedService {
  namespace: string;
  name: string;
  port: number;
  /** The service's own paths are appended to this address, which has no slash at its end. */
  address: string;
  /** The login for the API server, which does not pass it on to the service. */
  headers: Record<string, string>;
  tls: TlsOptions;
  secrets: readonly string[];
}

/** Builds access to a service through the API server. It needs the right `get` on `services/proxy` for `<name>:<port>`. */
export function buildProxiedService(
  { apiServer, namespace, token, tls }: KubernetesAccess,
  name: string,
  port: number,
): ProxiedService {
  return {
    namespace,
    name,
    port,
    address: `${apiServer}/api/v1/namespaces/${namespace}/services/${name}:${port}/proxy`,
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    tls,
    secrets: [token],
  };
}

/** Returns undefined if the response may come from the service itself. */
export function findApiServerRefusal(
  { url, response, action }: { url: URL; response: TextResponse; action: string },
  { namespace, name, port, secrets }: ProxiedService,
): PlatformError | undefined {
  const { status, text } = response;
  const refusal = readRefusal(text);
  const error = statusError(url, response, secrets);
  // An API server refuses requests with a Status object, except for requests to a wrong path.
  const isWrongPath = status === 404 && /^404 page not found\s*$/.test(text);
  if (!refusal && !error.page && !isWrongPath) return undefined;
  const reason = refusal ? `${excerpt(refusal.message, secrets)} (HTTP ${status})` : error.message;
  const rightHint = `The account of the token needs one right: "get" on services/proxy of ${name}:${port} in the namespace ${namespace}. How to grant it: ${GUIDE}#the-right-to-read-configuration-files`;
  const serviceHint = `Check "Namespace" in the Kubernetes credential, and the service and its pods: kubectl -n ${namespace} get service,endpoints ${name}`;
  const hintByStatus = new Map([
    [403, rightHint],
    [404, serviceHint],
    [503, serviceHint],
  ]);
  return new PlatformError(`The API server did not ${excerpt(action, secrets)}: ${reason}`, {
    ...readStatusDetails(response),
    hint: error.page
      ? error.hint
      : ((refusal && hintByStatus.get(status)) ?? chooseHint(status, refusal, error.hint)),
    // HTTP 404 means that the service is missing, not the requested file, so the code NOT_FOUND would be wrong.
    code: status === 404 ? 'PLATFORM_ERROR' : error.code,
    page: error.page,
  });
}
