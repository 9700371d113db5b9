/** Optional settings with their default values. Types, edits and copies of volumes take the names of settings from here. */
export const VOLUME_SETTINGS = { description: null as string | null };

export interface Volume extends VolumeSettings {
  id: string;
  projectId: string;
  name: string;
  /** For example '512 MB'. */
  size: string;
  creator: string;
  /** Epoch milliseconds. */
  createdAt: number;
  originalVolumeId: string | null;
}

export type VolumeSettings = typeof VOLUME_SETTINGS;

export interface DockerCredentials {
  id: string;
  projectId: string;
  registry: string | null;
  username: string;
  password: string;
  /** Epoch milliseconds. */
  updatedAt: number;
}
