/**
 * What each operation needs to be allowed. The pages of the nodes and docs/rights.md are written from it.
 * Only what is known: platforms tell three roles in a project and leave open what each of them may do.
 */

export interface Right {
  /** What the login, token or account is used for, after "to": `read the project`. */
  readonly to: string;
  /** Who usually may: what to ask for first. A platform may decide otherwise. */
  readonly usually: string;
  /** Whether something may be different on the platform afterwards. */
  readonly changes: boolean;
  readonly credential:
    'dataPlatformApi' | 'dataPlatformKubernetesApi' | 'dataPlatformUploadTokenApi';
}

const PLATFORM = { credential: 'dataPlatformApi' } as const;
const CLUSTER = { credential: 'dataPlatformKubernetesApi', changes: false } as const;
const FILES = { credential: 'dataPlatformUploadTokenApi' } as const;

export const RIGHTS = {
  read: {
    ...PLATFORM,
    to: 'read the project and what is in it',
    usually: 'the role viewer in the project',
    changes: false,
  },
  run: {
    ...PLATFORM,
    to: 'read the project, and start and stop runs in it',
    usually: 'the role editor in the project',
    changes: true,
  },
  edit: {
    ...PLATFORM,
    to: 'read, create, change and delete what is in the project',
    usually: 'the role editor in the project',
    changes: true,
  },
  move: {
    ...PLATFORM,
    to: 'take something from one project and add it to another',
    usually: 'the role editor in both projects',
    changes: true,
  },
  manage: {
    ...PLATFORM,
    to: 'change and delete the project itself',
    usually: 'the role manager in the project',
    changes: true,
  },
  createProjects: {
    ...PLATFORM,
    to: 'create projects',
    usually: 'a login that may create projects on the platform',
    changes: true,
  },
  readPlatform: {
    ...PLATFORM,
    to: 'read the counts of the platform and the capacity of its cluster',
    usually: 'any login of the platform; the capacity is null if the login may not read it',
    changes: false,
  },
  readGlobalVariables: {
    ...PLATFORM,
    to: 'read the global environment variables',
    usually: 'ask your administrator: they belong to no project',
    changes: false,
  },
  editGlobalVariables: {
    ...PLATFORM,
    to: 'read and change the global environment variables',
    usually: 'ask your administrator: they belong to no project',
    changes: true,
  },
  readCatalog: {
    ...PLATFORM,
    to: 'read the technology catalog',
    usually: 'any login of the platform',
    changes: false,
  },
  editCatalog: {
    ...PLATFORM,
    to: 'change the repositories of the technology catalog',
    usually: 'a login that may manage the catalog',
    changes: true,
  },
  whatIsAsked: {
    ...PLATFORM,
    to: 'do what the query or mutation says',
    usually: 'the same as on the platform itself',
    changes: true,
  },
  readSchema: {
    ...PLATFORM,
    to: 'read the schema (GraphQL introspection)',
    usually: 'any login, unless the platform has switched it off',
    changes: false,
  },
  readSettings: {
    ...PLATFORM,
    to: 'read the settings of the platform',
    usually: 'an administrator of the platform',
    changes: false,
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

/** A right, or one that only some choices of the fields need. */
export type Need = RightName | { readonly right: RightName; readonly when: string };

const GLOBAL = 'with **Scope**: Global';
const readVariables: Need[] = ['read', { right: 'readGlobalVariables', when: GLOBAL }];
const editVariables: Need[] = ['edit', { right: 'editGlobalVariables', when: GLOBAL }];
const technologies: Need = {
  right: 'readCatalog',
  when: 'with **Allowed Technology Names or IDs**',
};
const fromCluster: Need = {
  right: 'readUploadToken',
  when: 'with **Upload Token From**: Cluster',
};
const throughCluster: Need = {
  right: 'readFilesThroughCluster',
  when: 'with **Read Files Through**: Cluster',
};

/** Rights by node and operation, as `job/get`; a trigger has one entry, by the name ''. None: nothing is asked of the platform. */
export const OPERATION_RIGHTS: Record<string, Record<string, readonly Need[]>> = {
  Projects: {
    'project/getAll': ['read'],
    'project/get': ['read'],
    'project/getRights': ['read'],
    'project/create': ['createProjects', technologies],
    'project/update': ['manage', technologies],
    'project/delete': ['manage'],
    'project/export': ['read', 'readCatalog'],
    'project/validate': [],
    'project/plan': ['read', 'readCatalog'],
    'project/deploy': [
      'edit',
      'readCatalog',
      { right: 'manage', when: 'if the settings of the project differ' },
      { right: 'createProjects', when: 'with **Target**: New Project' },
      { right: 'run', when: 'with **Run After**' },
    ],
    'project/getReport': ['read'],
    'job/getAll': ['read'],
    'job/get': ['read'],
    'job/run': ['run'],
    'job/runAndWait': ['run'],
    'job/create': ['edit'],
    'job/addVersion': ['edit'],
    'job/update': ['edit'],
    'job/upsert': ['edit'],
    'job/rollback': ['edit'],
    'job/deleteVersions': ['edit'],
    'job/move': ['move'],
    'job/duplicate': ['edit'],
    'job/delete': ['edit'],
    'jobRun/getAll': ['read'],
    'jobRun/get': ['read'],
    'jobRun/wait': ['read'],
    'jobRun/stop': ['run'],
    'jobRun/getLogs': ['read'],
    'jobRun/diagnose': ['read'],
    'jobRun/deleteMany': ['edit'],
    'pipeline/getAll': ['read'],
    'pipeline/get': ['read'],
    'pipeline/run': ['run'],
    'pipeline/runAndWait': ['run'],
    'pipeline/create': ['edit'],
    'pipeline/upsert': ['edit'],
    'pipeline/update': ['edit'],
    'pipeline/duplicate': ['edit'],
    'pipeline/rollback': ['edit'],
    'pipeline/deleteVersions': ['edit'],
    'pipeline/move': ['move'],
    'pipeline/checkCondition': ['read'],
    'pipeline/delete': ['edit'],
    'pipelineRun/getAll': ['read'],
    'pipelineRun/get': ['read'],
    'pipelineRun/diagnose': ['read'],
    'pipelineRun/wait': ['read'],
    'pipelineRun/stop': ['run'],
    'pipelineRun/deleteMany': ['edit'],
    'app/getAll': ['read'],
    'app/get': ['read'],
    'app/run': ['run'],
    'app/restart': ['run'],
    'app/stop': ['run'],
    'app/getLogs': ['read'],
    'app/getHistory': ['read'],
    'app/getStats': ['read'],
    'app/create': ['edit'],
    'app/addVersion': ['edit'],
    'app/update': ['edit'],
    'app/rollback': ['edit'],
    'app/delete': ['edit'],
    'environmentVariable/getAll': readVariables,
    'environmentVariable/set': editVariables,
    'environmentVariable/replaceAll': editVariables,
    'environmentVariable/delete': editVariables,
    'volume/create': ['edit'],
    'volume/getAll': ['read'],
    'volume/get': ['read'],
    'volume/update': ['edit'],
    'volume/duplicate': ['edit'],
    'volume/unlink': ['edit'],
    'volume/move': ['move'],
    'volume/delete': ['edit'],
    'platform/get': ['readPlatform'],
    'dockerCredential/create': ['edit'],
    'dockerCredential/getAll': ['read'],
    'dockerCredential/update': ['edit'],
    'dockerCredential/delete': ['edit'],
    'graphql/callOperation': ['whatIsAsked', 'readSchema'],
    'graphql/executeQuery': ['whatIsAsked'],
    'graphql/getSchema': ['readSchema'],
  },
  ProjectsTrigger: { '': ['read'] },
  Catalog: {
    'repository/getAll': ['readCatalog'],
    'repository/get': ['readCatalog'],
    'repository/create': ['editCatalog'],
    'repository/update': ['editCatalog'],
    'repository/synchronize': ['editCatalog'],
    'repository/revertSynchronization': ['editCatalog'],
    'repository/delete': ['editCatalog'],
    'technology/getAll': ['readCatalog'],
    'technology/get': ['readCatalog'],
    'context/getAll': ['readCatalog'],
    'graphql/callOperation': ['whatIsAsked', 'readSchema'],
    'graphql/executeQuery': ['whatIsAsked'],
    'graphql/getSchema': ['readSchema'],
  },
  ConfFiles: {
    'file/upload': ['changeFiles', fromCluster],
    'file/download': ['readFiles', throughCluster],
    'file/getAll': ['readFiles', throughCluster],
    'file/delete': ['changeFiles', fromCluster],
    'folder/sync': ['readFiles', throughCluster, 'changeFiles', fromCluster],
  },
  ConfFilesTrigger: { '': ['readFiles', throughCluster] },
  Settings: {
    'clusterNode/check': [
      { right: 'checkNodes', when: 'with **Source**: Kubernetes API' },
      { right: 'readSettings', when: 'to know whether GPU support is active; it can be left out' },
    ],
    'gpu/get': ['readSettings'],
    'dataLakeUrl/getAll': ['readSettings'],
    'uploadToken/get': ['readUploadToken'],
  },
};

/** The rights of an operation, as `job/get`, or of a trigger (''), with the condition where there is one. */
export function rightsOf(
  node: string,
  operation: string,
): Array<Right & { name: RightName; when?: string }> {
  const needs = OPERATION_RIGHTS[node]?.[operation] ?? [];
  return needs.map((need) => {
    const { right, when } = typeof need === 'string' ? { right: need, when: undefined } : need;
    return { ...RIGHTS[right], name: right, ...(when !== undefined && { when }) };
  });
}
