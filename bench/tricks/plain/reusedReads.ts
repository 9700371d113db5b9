import { buildConnector } from 'undici';

/** Connections that read into fresh memory, as Node.js does by itself. */
export function connectorWithReusedReads(
  options: buildConnector.BuildOptions,
): buildConnector.connector {
  return buildConnector(options);
}
