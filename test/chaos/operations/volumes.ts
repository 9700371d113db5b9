import { act, CHANGES, create, get, KINDS, list, move, prepared, remove } from './kinds';
import {
  addApp,
  addEntity,
  byId,
  someProject,
  type ChaosItem,
  type ChaosOperation,
} from './operation';

const { volume, dockerCredential } = KINDS;
const inProject = { projectId: byId('projectId') };
const username = ({ json }: ChaosItem) => String(json.username);

/** Logins of image registries are told by their project as well. */
const withProject: ChaosOperation['prepare'] = (world, index) => ({
  json: {
    dockerCredentialId: dockerCredential.add(world, index).id,
    projectId: someProject(world).id,
  },
});

const ofDockerCredential = {
  node: 'Projects',
  routes: CHANGES,
  outputsAnItem: 1,
  /** A password must stand nowhere afterwards. */
  parametersIn: ({ variableSecret }) => ({ password: variableSecret }),
} satisfies Partial<ChaosOperation>;

export const volumeOperations: ChaosOperation[] = [
  list(volume, inProject),
  get(volume),
  create(volume, 'createVolume', { ...inProject, size: '2 GB' }),
  act(volume, 'update', 'editVolume', {
    isRepeatable: true,
    parameters: { updateFields: { size: '3 GB' } },
    falsehood: ({ world, item }) => {
      const { size } = world.volumes.get(String(item.json.volumeId)) ?? {};
      return size === '3 GB' ? undefined : `its size is ${String(size)}`;
    },
  }),
  act(volume, 'duplicate', 'duplicateVolume', {
    only: 'recent',
    parameters: { updateFields: { size: '3 GB' } },
    prepare: prepared(volume),
    falsehood: ({ world, item, outputs }) => {
      const { id } = outputs[0]?.json ?? {};
      const copies = world.effectsOn('duplicateVolume', String(item.json.volumeId));
      if (!copies.some((copy) => copy.id === id)) return 'no such copy was made';
      return world.volumes.get(String(id))?.size === '3 GB' ? undefined : 'it was not changed';
    },
  }),
  act(volume, 'unlink', 'unlinkVolume', {
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
  move(volume, 'moveVolume'),
  remove(volume, 'deleteVolume'),
];

export const dockerCredentialOperations: ChaosOperation[] = [
  list(dockerCredential, inProject),
  {
    ...ofDockerCredential,
    name: 'dockerCredential.create',
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
  {
    ...ofDockerCredential,
    name: 'dockerCredential.update',
    parameters: { ...inProject, dockerCredentialId: byId('dockerCredentialId') },
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
  {
    ...remove(dockerCredential, 'deleteDockerCredentials'),
    parameters: { ...inProject, dockerCredentialId: byId('dockerCredentialId') },
    prepare: withProject,
  },
];
