import type { IExecuteFunctions } from 'n8n-workflow';
import { InvalidInputError } from '../../platform/common/errors/errors';
import type { ClusterClient } from '../../platform/client';
import type { Settings } from '../../platform/connection/settings';
import { connectCluster, connectPlatform } from '../shared/client/connect';

/** Opens the clients of the node's two credentials. An operation opens only the clients that it needs. */
export interface SettingsClient {
  openSettings(): Promise<Settings>;
  /** Returns undefined if no platform credential is selected. */
  openSettingsIfChosen(): Promise<Settings | undefined>;
  openCluster(): Promise<ClusterClient>;
}

export async function connectSettings(execution: IExecuteFunctions): Promise<SettingsClient> {
  const { dataPlatformApi, dataPlatformKubernetesApi } = execution.getNode().credentials ?? {};
  const settings = async () => (await connectPlatform(execution)).settings;
  return {
    async openSettings() {
      if (dataPlatformApi) return await settings();
      throw new InvalidInputError(
        'No platform credential is selected',
        'Choose a Data Platform API credential with an administrator’s login in this node.',
      );
    },
    openSettingsIfChosen: async () => (dataPlatformApi ? await settings() : undefined),
    async openCluster() {
      if (dataPlatformKubernetesApi) return await connectCluster(execution);
      throw new InvalidInputError(
        'No Kubernetes credential is selected',
        'Choose a Data Platform Kubernetes API credential in this node.',
      );
    },
  };
}
