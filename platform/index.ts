/**
 * Nodes and credentials get the client and these functions from `loadPlatform()`, which loads them when they are first needed.
 * Functions and values that they import directly from other files of `platform` become part of the code that n8n loads when it
 * starts. `test/package/packed.test.ts` limits the size of that code.
 */
export { readPlatformAccess } from './session/access';
export { connectCluster, connectConfFiles, connectPlatform, nodeCheck } from './client';
export { readConfFileAccess } from './confFiles/access';
export { fingerprintFiles } from './confFiles/fingerprints';
export { isNotFoundByService } from './confFiles/refusals';
export { syncFolder } from './confFiles/sync';
export { testConfFiles } from './confFiles/testConnection';
export { listFolder, listRecursively } from './confFiles/walk';
export { listWatchedFiles } from './confFiles/watchedFolder';
export { wrapDiskFile } from './common/content/readFile';
export { prepareChosenRootField } from './graphql/call/callRootField';
export { describeArguments } from './graphql/call/describe';
export { readUserQuery, sendUserQuery, validateUserQuery } from './graphql/call/userQuery';
export { printLiveSchema } from './graphql/schema/introspection';
export { parseRootField, listRootFields, formatRootField } from './graphql/schema/rootFields';
export { getLiveSchema } from './graphql/schema/schemaStore';
export { deployProject } from './projectFiles/deploy/deploy';
export { exportProject, zipExport, zipFiles } from './projectFiles/exportProject';
export { readProjectFiles } from './projectFiles/files/readFiles';
export { describePlan } from './projectFiles/plan/describePlan';
export { validateFiles } from './projectFiles/validate';
export { openZip } from './projectFiles/zip/readZip';
export { egressError, mayHaveEgressPolicy, useEgress } from './http/egress';
export { readKubernetesAccess } from './cluster/access';
export { resolveCredentialTarget } from './session/credentialAddress';
export {
  getReport,
  buildReportPage,
  buildReportItems,
  buildTimelinePage,
  buildTotalsItem,
} from './report/getReport';
export { listRunsOfProjects } from './report/runsOfProjects';
export { buildMomentFormat, describeReport, describeUnreadableSchedules } from './report/words';
export { describeRun } from './runs/wait/failure';
export { AppStart, AppStartFailedError, AppStartTimeoutError } from './resources/app/start';
export { buildTlsConnectOptions } from './http/tls/options';
export { readLatestAppEvent, pollAppEvents, readAppsOfEvents } from './watch/apps/pollAppEvents';
export { readParentDetails, readWholeRuns } from './watch/runs/eventDetails';
export {
  buildDeadlineExample,
  readLatestRunEvent,
  pollRunEvents,
} from './watch/runs/pollRunEvents';
