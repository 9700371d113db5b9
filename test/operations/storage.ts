import { APP_TECHNOLOGY_IDS, PROJECT_IDS, type Sandbox } from '../../sandbox';
import { byId } from '../nodes/Projects/support';
import type { Operations, OperationsByResource } from './entry';
import { about, IN_RETAIL, TO_ENERGY } from './onSandbox';

const { retail: projectId } = PROJECT_IDS;

export function newVolume({ store }: Sandbox) {
  const name = `volume ${store.volumes.list(projectId).length}`;
  const made = { projectId, name, size: '2 GB', description: null, creator: 'demo' };
  return byId(store.volumes.add({ ...made, createdAt: store.clock() }).id);
}

function addApp({ store }: Sandbox, version: object): void {
  store.apps.add({ projectId, technologyId: APP_TECHNOLOGY_IDS.dockerImage, version });
}

function usedVolume(sandbox: Sandbox) {
  const used = newVolume(sandbox);
  addApp(sandbox, { volumesWithPath: [{ path: '/data', volumeId: used.value }] });
  return used;
}

function newDockerCredential({ store }: Sandbox) {
  const login = { registry: 'registry.invalid', username: 'demo', password: 'a secret' };
  return byId(store.dockerCredentials.add({ projectId, ...login, updatedAt: store.clock() }).id);
}

const ofVolume = about('volumeId', newVolume);
const ofCredential = about('dockerCredentialId', newDockerCredential);

const volumeOperations: Operations = {
  create: {
    example: true,
    tried: { ...IN_RETAIL, name: 'new', size: '2 GB' },
    changes: { createVolume: 'once' },
  },
  getAll: {
    tried: { before: newVolume, parameters: { ...IN_RETAIL, returnAll: true } },
  },
  get: { tried: ofVolume() },
  update: {
    tried: ofVolume({ updateFields: { size: '3 GB' } }),
    changes: { editVolume: 'repeatable' },
  },
  duplicate: {
    tried: ofVolume(),
    changes: { duplicateVolume: 'once', editVolume: 'repeatable' },
  },
  unlink: {
    tried: about('volumeId', usedVolume)(),
    changes: { unlinkVolume: 'repeatable' },
  },
  move: { tried: ofVolume(TO_ENERGY), changes: { moveVolume: 'once' } },
  delete: { tried: ofVolume(), changes: { deleteVolume: 'repeatable' } },
};

const dockerCredentialOperations: Operations = {
  create: {
    example: true,
    tried: { ...IN_RETAIL, registry: 'registry.invalid', username: 'demo', password: 'a secret' },
    changes: { createDockerCredentials: 'once' },
  },
  getAll: {
    tried: (sandbox) => {
      const dockerCredentialsId = String(newDockerCredential(sandbox).value);
      const version = { dockerInfo: { image: 'x', dockerCredentialsId } };
      sandbox.store.addJob({ projectId, version });
      addApp(sandbox, version);
      return { ...IN_RETAIL, returnAll: true };
    },
  },
  update: {
    tried: ofCredential({ ...IN_RETAIL, password: 'another secret' }),
    changes: { updateDockerCredentials: 'repeatable' },
  },
  delete: {
    tried: ofCredential(IN_RETAIL),
    changes: { deleteDockerCredentials: 'repeatable' },
  },
};

export const operations: OperationsByResource = {
  'Projects volume': volumeOperations,
  'Projects dockerCredential': dockerCredentialOperations,
};
