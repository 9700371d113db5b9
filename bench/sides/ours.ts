import type { Place } from '../server/platform';

export const PROJECTS_NODE = 'n8n-nodes-data-platform.dataPlatformProjects';
export const CONF_FILES_NODE = 'n8n-nodes-data-platform.dataPlatformConfFiles';

export const platformLogin = (place: Place) => ({ dataPlatformApi: place.credentials });

export const uploadToken = (place: Place) => ({
  dataPlatformUploadTokenApi: {
    allowUnauthorizedCerts: false,
    caCertificate: '',
    ...place.uploadCredentials,
  },
});

export const kubernetes = (place: Place) => ({
  dataPlatformKubernetesApi: {
    allowUnauthorizedCerts: false,
    caCertificate: '',
    ...place.clusterCredentials,
  },
});

/** A locator whose value is an expression. */
export const byId = (expression: string) => ({
  __rl: true,
  mode: 'id',
  value: `={{ ${expression} }}`,
});

/** Waits for the run that each item names. */
export const waitForRun = (lookEveryMs: number) => ({
  type: PROJECTS_NODE,
  parameters: {
    resource: 'jobRun',
    operation: 'wait',
    runId: '={{ $json.runId }}',
    options: { pollInterval: lookEveryMs / 1000 },
  },
});
