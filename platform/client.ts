import { bound } from './bound';
import { catalogClient } from './resources/catalog/client';
import { withTechnologyLabels } from './resources/catalog/technologyLabels';
import { graphqlClient } from './graphql/client';
import type { CallOptions } from './graphql/send/endpoint';
import { cachedList } from './time/cachedList';
import { Platform } from './connection/platform';
import { projectFilesClient } from './projectFiles/client';
import { projectsClient } from './resources/client';
import { listProjects } from './resources/project';
import { findIdByName } from './resources/namedEntity';
import { reportClient } from './report/client';
import { readAbsenceDetails } from './runEvents/absence/details';
import { latestAbsenceEvent } from './runEvents/latestAbsenceEvent';
import { latestRunEvent, pollRunEvents } from './runEvents/poll';
import { withWholeRuns } from './runEvents/wholeRuns';
import { runsClient } from './runs/client';
import { JOB_RUNS, PIPELINE_RUNS } from './runs/kinds';
import type { PlatformCredential } from './access';

/** What can be done on a platform, by what it is done with. Sends nothing; see `Platform.connect`. */
export function connectPlatform(credential: PlatformCredential) {
  const platform = Platform.connect(credential);
  const endpoint = platform.projects;
  return {
    ...projectsClient(platform),
    jobRuns: runsClient(endpoint, JOB_RUNS),
    pipelineRuns: runsClient(endpoint, PIPELINE_RUNS),
    runEvents: bound(
      {
        poll: pollRunEvents,
        latest: latestRunEvent,
        withWholeRuns,
        readAbsenceDetails,
        latestAbsenceEvent,
      },
      endpoint,
    ),
    projectFiles: projectFilesClient(platform),
    report: reportClient(endpoint),
    graphql: graphqlClient(endpoint),
    /** The catalog's address is looked for when it is first used. */
    catalog: async (options?: CallOptions) => catalogClient(await platform.catalog(options)),
    settings: platform.settingsApi,
    ...bound({ withTechnologyLabels }, platform),
    findIdByName,
    /** See `cachedList`. @param name what is listed, and of what */
    cachedList: async <List>(name: string, read: () => Promise<List>) =>
      await cachedList(`${endpoint.key} ${name}`, read),
    /** What the button "Test" of the credential does: a session that has ended unnoticed is none to test with. */
    testConnection: async () => {
      platform.session.renew();
      await listProjects(endpoint);
    },
    successorOfToken: async (held: string) => await platform.successorOfToken(held),
  };
}

export type PlatformClient = ReturnType<typeof connectPlatform>;
