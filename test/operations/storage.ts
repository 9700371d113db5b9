import { APP_TECHNOLOGY_IDS, PROJECT_IDS } from '../../sandbox';
import {
  DELETED,
  dockerCredential,
  IN_PROJECT,
  MOVED_VOLUME,
  volume,
} from '../../schemas/projects/entities';
import {
  act,
  CHANGES,
  create,
  get,
  KINDS,
  list,
  move,
  prepared,
  remove,
} from '../chaos/operations/kinds';
import {
  addApp,
  addEntity,
  fromItem,
  someProject,
  type ChaosItem,
  type Model,
} from '../chaos/operations/operation';
import { byId } from '../nodes/Projects/support';
import type { Operations } from './entry';
import { IN_RETAIL, newDockerCredential, newVolume, TO_ENERGY, usedVolume } from './onSandbox';

const inProject = { projectId: fromItem('projectId') };

const username = ({ json }: ChaosItem) => String(json.username);

/** Logins of image registries are told by their project as well. */
const withProject: Model['prepare'] = (world, index) => ({
  json: {
    dockerCredentialId: KINDS.dockerCredential.add(world, index).id,
    projectId: someProject(world).id,
  },
});

const ofDockerCredential = {
  routes: CHANGES,
  outputsAnItem: 1,
  /** A password must stand nowhere afterwards. */
  parametersIn: ({ variableSecret }) => ({ password: variableSecret }),
} satisfies Partial<Model>;

/** Operations on volumes. */
export const volumeOperations: Operations = {
  create: {
    returns: volume,
    example: true,
    tried: { parameters: { ...IN_RETAIL, name: 'new', size: '2 GB' } },
    chaos: create(KINDS.volume, 'createVolume', { ...inProject, size: '2 GB' }),
  },
  getAll: {
    returns: { ...volume, ...IN_PROJECT },
    tried: (sandbox) => {
      newVolume(sandbox);
      return { ...IN_RETAIL, returnAll: true };
    },
    chaos: list(KINDS.volume, inProject),
  },
  get: {
    returns: volume,
    tried: (sandbox) => ({ volumeId: newVolume(sandbox) }),
    chaos: { ...get(KINDS.volume), only: 'recent' },
  },
  update: {
    returns: volume,
    tried: (sandbox) => ({ volumeId: newVolume(sandbox), updateFields: { size: '3 GB' } }),
    chaos: act(KINDS.volume, 'editVolume', {
      isRepeatable: true,
      parameters: { updateFields: { size: '3 GB' } },
      falsehood: ({ world, item }) => {
        const { size } = world.volumes.get(String(item.json.volumeId)) ?? {};
        return size === '3 GB' ? undefined : `its size is ${String(size)}`;
      },
    }),
  },
  duplicate: {
    returns: volume,
    tried: (sandbox) => ({ volumeId: newVolume(sandbox) }),
    chaos: act(KINDS.volume, 'duplicateVolume', {
      only: 'recent',
      parameters: { updateFields: { size: '3 GB' } },
      prepare: prepared(KINDS.volume),
      falsehood: ({ world, item, outputs }) => {
        const { id } = outputs[0]?.json ?? {};
        const copies = world.effectsOn('duplicateVolume', String(item.json.volumeId));
        if (!copies.some((copy) => copy.id === id)) return 'no such copy was made';
        return world.volumes.get(String(id))?.size === '3 GB' ? undefined : 'it was not changed';
      },
    }),
  },
  unlink: {
    returns: volume,
    tried: (sandbox) => ({ volumeId: usedVolume(sandbox) }),
    chaos: act(KINDS.volume, 'unlinkVolume', {
      only: 'recent',
      isRepeatable: true,
      prepare: (world, index, random) => {
        const linkedAppId = addApp(world, index, random).id;
        const { id: projectId } = someProject(world);
        const added = { name: `Used ${index}`, projectId, linkedAppId };
        return { json: { volumeId: addEntity(world.volumes, world, added).id } };
      },
      falsehood: ({ world, item, outputs }) => {
        const { linkedAppId } = world.volumes.get(String(item.json.volumeId)) ?? {};
        if (linkedAppId !== null) return 'an app still uses it';
        return outputs[0]?.json.linkedApp === null ? undefined : 'it tells of an app';
      },
    }),
  },
  move: {
    returns: MOVED_VOLUME,
    tried: (sandbox) => ({ volumeId: newVolume(sandbox), ...TO_ENERGY }),
    chaos: move(KINDS.volume, 'moveVolume'),
  },
  delete: {
    returns: DELETED,
    tried: (sandbox) => ({ volumeId: newVolume(sandbox) }),
    chaos: remove(KINDS.volume, 'deleteVolume'),
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
    chaos: {
      ...ofDockerCredential,
      parameters: { ...inProject, registry: 'registry.invalid', username: '={{ $json.username }}' },
      prepare: (world, index) => ({
        json: { username: `New ${index}`, projectId: someProject(world).id },
      }),
      change: { kind: 'createDockerCredentials', target: username, isRepeatable: false },
      falsehood: ({ world, item, outputs }) => {
        const made = world.dockerCredentials.get(String(outputs[0]?.json.id));
        if (made?.username !== username(item)) return 'no such login was stored';
        return made.password === world.variableSecret ? undefined : 'another password';
      },
    },
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
    chaos: list(KINDS.dockerCredential, inProject),
  },
  update: {
    returns: dockerCredential,
    tried: (sandbox) => ({
      ...IN_RETAIL,
      dockerCredentialId: newDockerCredential(sandbox),
      password: 'another secret',
    }),
    chaos: {
      ...ofDockerCredential,
      parameters: { ...inProject, dockerCredentialId: fromItem('dockerCredentialId') },
      prepare: withProject,
      change: {
        kind: 'updateDockerCredentials',
        target: ({ json }) => String(json.dockerCredentialId),
        isRepeatable: true,
      },
      falsehood: ({ world, item }) =>
        world.dockerCredentials.get(String(item.json.dockerCredentialId))?.password ===
        world.variableSecret
          ? undefined
          : 'another password',
    },
  },
  delete: {
    returns: DELETED,
    tried: (sandbox) => ({ ...IN_RETAIL, dockerCredentialId: newDockerCredential(sandbox) }),
    chaos: {
      ...remove(KINDS.dockerCredential, 'deleteDockerCredentials'),
      parameters: { ...inProject, dockerCredentialId: fromItem('dockerCredentialId') },
      prepare: withProject,
    },
  },
};
