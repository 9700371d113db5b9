/**
 * What nodes and credentials load when they first work. Types come from the files that define them; what nodes need before,
 * as the classes of errors, from those that `eager.json` lists.
 */
export { readPlatformAccess } from './access';
export { connectPlatform } from './client';
export { readConfFileAccess } from './confFiles/connect/access';
export { connectConfFiles } from './confFiles/client';
export { egressRefusal, useEgress } from './http/egress';
export { diskFile } from './content/diskFile';
export { projectFilesAlone } from './projectFiles/client';
export { readUserQuery } from './graphql/userQuery/userQuery';
export { readKubernetesAccess, withKubeconfig } from './kubernetes/access';
export { connectCluster } from './kubernetes/client';
export { ownTarget } from './ownAddress';
export { nodeReadiness } from './nodeReadiness/client';
export { tlsConnectOptions } from './tls/options';
