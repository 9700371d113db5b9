import { UnexpectedResponseError } from '../../errors/errors';
import { readKubernetesAccess, type KubernetesCredential } from '../../kubernetes/access';
import { proxyRefusal, proxiedService } from '../../kubernetes/serviceProxy';
import { CONF_SERVICE } from '../../kubernetes/uploadToken';
import { htmlTitle } from '../../text/text';
import type { ReadRoute } from './readRoute';

const PORT = 80;
const CHECK_HINT =
  'Check "API Server" in the Kubernetes credential. A gateway in front of it, or the service mesh of the pod, may require its own login.';

/**
 * The API server of the cluster, which passes requests on to the service: nothing is forwarded.
 * @throws InvalidInputError naming the credential's field that cannot be used
 */
export function clusterRoute(credential: KubernetesCredential): ReadRoute {
  const service = proxiedService(readKubernetesAccess(credential), CONF_SERVICE, PORT);
  const { address, headers, tls, secrets } = service;
  return {
    address,
    headers,
    tls,
    secrets,
    // It writes its own address into the links of pages.
    changesPages: true,
    checkHint: CHECK_HINT,
    unanswered: (error) => error,
    refusal: (refused, ofService) => proxyRefusal(refused, service) ?? ofService,
    pageInsteadOfList: ({ host }, { text }, shown) =>
      new UnexpectedResponseError(
        `A web page ("${htmlTitle(text, shown)}") was returned instead of the list of files`,
        { hint: `It comes from ${host}. ${CHECK_HINT}`, reach: 'answered' },
      ),
  };
}
