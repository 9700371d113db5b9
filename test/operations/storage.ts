import { APP_TECHNOLOGY_IDS, PROJECT_IDS } from '../../sandbox';
import {
  DELETED,
  dockerCredential,
  IN_PROJECT,
  MOVED_VOLUME,
  volume,
} from '../../schemas/projects/entities';
import { byId } from '../nodes/Projects/support';
import type { Operations } from './entry';
import { IN_RETAIL, newDockerCredential, newVolume, TO_ENERGY, usedVolume } from './onSandbox';

/** Operations on volumes. */
export const volumeOperations: Operations = {
  create: {
    returns: volume,
    example: true,
    tried: { parameters: { ...IN_RETAIL, name: 'new', size: '2 GB' } },
    changes: { createVolume: 'once' },
  },
  getAll: {
    returns: { ...volume, ...IN_PROJECT },
    tried: (sandbox) => {
      newVolume(sandbox);
      return { ...IN_RETAIL, returnAll: true };
    },
  },
  get: {
    returns: volume,
    tried: (sandbox) => ({ volumeId: newVolume(sandbox) }),
  },
  update: {
    returns: volume,
    tried: (sandbox) => ({ volumeId: newVolume(sandbox), updateFields: { size: '3 GB' } }),
    changes: { editVolume: 'repeatable' },
  },
  duplicate: {
    returns: volume,
    tried: (sandbox) => ({ volumeId: newVolume(sandbox) }),
    changes: { duplicateVolume: 'once', editVolume: 'repeatable' },
  },
  unlink: {
    returns: volume,
    tried: (sandbox) => ({ volumeId: usedVolume(sandbox) }),
    changes: { unlinkVolume: 'repeatable' },
  },
  move: {
    returns: MOVED_VOLUME,
    tried: (sandbox) => ({ volumeId: newVolume(sandbox), ...TO_ENERGY }),
    changes: { moveVolume: 'once' },
  },
  delete: {
    returns: DELETED,
    tried: (sandbox) => ({ volumeId: newVolume(sandbox) }),
    changes: { deleteVolume: 'repeatable' },
  },
};

/** Operations on logins of image registries. */
export const dockerCredentialOperations: Operations = {
  create: {
    returns: dockerCredential,
    example: true,
    tried: {
      parameters: {
        ...IN_RETAIL,
        registry: 'registry.invalid',
        username: 'demo',
        password: 'a secret',
      },
    },
    changes: { createDockerCredentials: 'once' },
  },
  getAll: {
    returns: { ...dockerCredential, ...IN_PROJECT },
    tried: (sandbox) => {
      const dockerCredentialsId = String(newDockerCredential(sandbox).value);
      const image = { image: 'x', dockerCredentialsId };
      const { retail } = PROJECT_IDS;
      sandbox.store.addJob({ projectId: retail, version: { dockerInfo: image } });
      sandbox.store.apps.add({
        projectId: retail,
        technologyId: APP_TECHNOLOGY_IDS.dockerImage,
        version: { dockerInfo: image },
      });
      return { projectId: byId(retail), returnAll: true };
    },
  },
  update: {
    returns: dockerCredential,
    tried: (sandbox) => ({
      ...IN_RETAIL,
      dockerCredentialId: newDockerCredential(sandbox),
      password: 'another secret',
    }),
    changes: { updateDockerCredentials: 'repeatable' },
  },
  delete: {
    returns: DELETED,
    tried: (sandbox) => ({ ...IN_RETAIL, dockerCredentialId: newDockerCredential(sandbox) }),
    changes: { deleteDockerCredentials: 'repeatable' },
  },
};
