export interface Volume {
  id: string;
  projectId: string;
  name: string;
  /** As '512 MB'. */
  size: string;
  description: string | null;
  creator: string;
  /** Epoch milliseconds. */
  createdAt: number;
  /** The volume that it is a copy of. */
  originalVolumeId: string | null;
}

export interface DockerCredentials {
  id: string;
  projectId: string;
  registry: string | null;
  username: string;
  password: string;
  /** Epoch milliseconds. */
  updatedAt: number;
}
