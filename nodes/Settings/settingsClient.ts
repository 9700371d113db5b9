import type { IExecuteFunctions } from 'n8n-workflow';
import type { Cluster } from '../../platform/kubernetes/cluster';
import type { SettingsApi } from '../../platform/settingsApi/settingsApi';
import { loadPlatform, type ApiClient } from '../shared/loadPlatform';
import { connectPlatform } from '../shared/platformClient';
import { connectCluster } from './clusterClient';

/** The platform's functions, and what the node's two credentials lead to: each operation needs one of them or none. */
export interface SettingsClient extends ApiClient {
  settings(): Promise<SettingsApi>;
  /** Undefined where no credential is chosen. */
  settingsIfChosen(): Promise<SettingsApi | undefined>;
  cluster(): Promise<Cluster>;
}

export async function connectSettings(execution: IExecuteFunctions): Promise<SettingsClient> {
  const api = await loadPlatform();
  const isChosen = () => execution.getNode().credentials?.dataPlatformApi !== undefined;
  const settings = async () => (await connectPlatform(execution)).platform.settingsApi;
  return {
    api,
    async settings() {
      if (isChosen()) return await settings();
      throw new api.InvalidInputError(
        'No platform credential is chosen',
        'Choose a Data Platform API credential with an administrator’s login in this node.',
      );
    },
    settingsIfChosen: async () => (isChosen() ? await settings() : undefined),
    cluster: async () => await connectCluster(execution),
  };
}
