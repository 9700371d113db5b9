/**
 * What operations may need to be allowed. The pages of the nodes and docs/rights.md are written from it; the package does not contain it.
 * Only what is known: platforms have three roles in a project and leave open what each of them may do.
 */

interface Right {
  /** What the login, token or account is used for, after "to": `read the project`. */
  readonly to: string;
  /** Who usually may: what to ask for first. A platform may decide otherwise. */
  readonly usually: string;
  /** Whether something may be different on the platform afterwards. */
  readonly changes: boolean;
  readonly credential:
    'dataPlatformApi' | 'dataPlatformKubernetesApi' | 'dataPlatformUploadTokenApi';
}

const READ = { credential: 'dataPlatformApi', changes: false } as const;
const CHANGE = { credential: 'dataPlatformApi', changes: true } as const;
const CLUSTER = { credential: 'dataPlatformKubernetesApi', changes: false } as const;
const FILES = { credential: 'dataPlatformUploadTokenApi' } as const;

export const RIGHTS = {
  read: {
    ...READ,
    to: 'read the project and what is in it',
    usually: 'the role viewer in the project',
  },
  run: {
    ...CHANGE,
    to: 'read the project, and start and stop runs in it',
    usually: 'the role editor in the project',
  },
  edit: {
    ...CHANGE,
    to: 'read, create, change and delete what is in the project',
    usually: 'the role editor in the project',
  },
  move: {
    ...CHANGE,
    to: 'take something from one project and add it to another',
    usually: 'the role editor in both projects',
  },
  manage: {
    ...CHANGE,
    to: 'change and delete the project itself',
    usually: 'the role manager in the project',
  },
  createProjects: {
    ...CHANGE,
    to: 'create projects',
    usually: 'a login that may create projects on the platform',
  },
  readPlatform: {
    ...READ,
    to: 'read the counts of the platform and the capacity of its cluster',
    usually: 'any login of the platform; the capacity is null if the login may not read it',
  },
  readGlobalVariables: {
    ...READ,
    to: 'read the global environment variables',
    usually: 'ask your administrator: they belong to no project',
  },
  editGlobalVariables: {
    ...CHANGE,
    to: 'read and change the global environment variables',
    usually: 'ask your administrator: they belong to no project',
  },
  readCatalog: {
    ...READ,
    to: 'read the technology catalog',
    usually: 'any login of the platform',
  },
  editCatalog: {
    ...CHANGE,
    to: 'change the repositories of the technology catalog',
    usually: 'a login that may manage the catalog',
  },
  whatIsAsked: {
    ...CHANGE,
    to: 'do what the query or mutation says',
    usually: 'the same as on the platform itself',
  },
  readSchema: {
    ...READ,
    to: 'read the schema (GraphQL introspection)',
    usually: 'any login, unless the platform has switched it off',
  },
  readSettings: {
    ...READ,
    to: 'read the settings of the platform',
    usually: 'an administrator of the platform',
  },
  checkNodes: {
    ...CLUSTER,
    to: 'list the nodes of the cluster, and the pods in kube-system',
    usually: 'a service account with `list` of nodes and pods',
  },
  readUploadToken: {
    ...CLUSTER,
    to: 'read one secret of the cluster, which holds the upload token',
    usually: 'a service account with `get` of this secret',
  },
  readFilesThroughCluster: {
    ...CLUSTER,
    to: 'read files through the API server of the cluster',
    usually: 'a service account with `get` of `services/proxy` of one service',
  },
  readFiles: {
    ...FILES,
    to: 'read files at the local address of the file service',
    usually: 'network access to this address: it asks for no token',
    changes: false,
  },
  changeFiles: {
    ...FILES,
    to: 'upload and delete configuration files',
    usually: 'the upload token',
    changes: true,
  },
} as const satisfies Record<string, Right>;

export type RightName = keyof typeof RIGHTS;

/** A right, or one that only some choices of the fields need: `with **Scope**: Global`. */
export type Need = RightName | { readonly right: RightName; readonly when: string };

/** What operations need that do not say it themselves, by the folder of their node. One for all items together needs both. */
export const USUAL_RIGHTS: Readonly<Record<string, { read: Need[]; change: Need[] }>> = {
  Projects: { read: ['read'], change: ['edit'] },
  Catalog: { read: ['readCatalog'], change: ['editCatalog'] },
  ConfFiles: {
    read: [
      'readFiles',
      { right: 'readFilesThroughCluster', when: 'with **Read Files Through**: Cluster' },
    ],
    change: [
      'changeFiles',
      { right: 'readUploadToken', when: 'with **Upload Token From**: Cluster' },
    ],
  },
  Settings: { read: ['readSettings'], change: [] },
};
