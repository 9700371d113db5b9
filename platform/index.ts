/**
 * What nodes and credentials load when they first work. Types, and small values that nodes need before, such as the classes of
 * errors, come from the files that define them.
 */
export { readPlatformAccess } from './access';
export { connectCluster, connectConfFiles, connectPlatform, nodeCheck } from './client';
export { readConfFileAccess } from './confFiles/access';
export { diskFile } from './content/readFile';
export { readUserQuery } from './graphql/call/userQuery';
export { LocalProjectFiles } from './projectFiles/projectFiles';
export { egressError, isEgressProtected, useEgress } from './http/egress';
export { readKubernetesAccess } from './cluster/access';
export { ownTarget } from './ownAddress';
export { tlsConnectOptions } from './tls/options';
