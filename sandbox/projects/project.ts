import { conflict } from '../graphql/refusals';
import { type ById, resolveFields, type InProject, type Resolvers } from '../graphql/resolvers';
import type { AuthorizedGroup, Project } from '../store/projects';
import type { SandboxStore } from '../store/store';
import { pickDefined, checkName } from './inputs';

/** Capacity of the nodes, with memory in GB. */
const CLUSTER_NODES = [
  { cpu: 4, gpu: 0, memory: 16.083734528 },
  { cpu: 16, gpu: 2, memory: 128.7 },
];

/** Resolves the platform and the capacity of its cluster. */
export const platform: Resolvers = {
  Query: {
    platform: (_args, { store, platformId }) => ({
      id: /^\d{1,9}$/.test(platformId) ? Number(platformId) : 1,
      name: 'Sandbox',
      counts: {
        projects: store.projects().length,
        jobs: store.jobs().length,
        pipelines: store.pipelines.list().length,
        apps: store.apps.list().length,
      },
    }),
    getClusterCapacity: () => CLUSTER_NODES,
  },
};

/** Returns the technologies that the project's settings allow, otherwise those that its jobs use. */
function listTechnologiesByCategory(store: SandboxStore, project: Project) {
  const { technologiesByCategory: allowed } = project.settings;
  if (allowed) return allowed;
  const used = new Map<string, Set<string>>();
  for (const { category, technologyId } of store.jobs({ projectId: project.id })) {
    used.set(category, (used.get(category) ?? new Set()).add(technologyId));
  }
  return [...used].map(([jobCategory, ids]) => ({
    jobCategory,
    technologies: [...ids].map((id) => ({ id })),
  }));
}

function listAppTechnologies(store: SandboxStore, project: Project): { id: string }[] {
  if (project.settings.appTechnologies) return project.settings.appTechnologies;
  const ids = store.apps.list(project.id).map(({ technologyId }) => technologyId);
  return [...new Set(ids)].map((id) => ({ id }));
}

interface GroupInput {
  name: string;
  role?: AuthorizedGroup['role'] | null;
}

interface ProjectInput {
  name: string;
  description?: string | null;
  authorizedGroups?: (GroupInput | null)[] | null;
  technologiesByCategory?: Project['settings']['technologiesByCategory'];
  appTechnologies?: Project['settings']['appTechnologies'];
}

type ProjectEditionInput = Partial<ProjectInput> & { id: string };

/** Group with access to every project. */
const ADMINISTRATORS = {
  name: 'administrators',
  role: 'ROLE_PROJECT_MANAGER',
  isAllProjects: true,
};

/** Time until a project that a client creates is READY. */
const INITIALIZING_SECONDS = 2;

export const project: Resolvers = {
  Query: {
    projects: (_args, { store }) => store.projects(),
    project: ({ id }: ById, { store }) => store.projectTable.get(id),
    rights: ({ projectId }: InProject, { store }) => {
      const { authorizedGroups } = store.projectTable.get(projectId).settings;
      return [
        ADMINISTRATORS,
        ...authorizedGroups.map((group) => ({ ...group, isAllProjects: false })),
      ];
    },
  },
  Mutation: {
    createProject: ({ project }: { project: ProjectInput }, { store, user }) =>
      store.addProject({
        name: checkFreeProjectName(store, project.name),
        description: project.description,
        settings: readSettings(project),
        creator: user,
        initializingSeconds: INITIALIZING_SECONDS,
      }),
    editProject: ({ project }: { project: ProjectEditionInput }, { store }) => {
      const { id } = store.projectTable.get(project.id);
      return store.editProject(id, {
        ...pickDefined(project, ['description']),
        ...(project.name && { name: checkFreeProjectName(store, project.name, id) }),
        settings: readSettings(project),
      });
    },
    // On the oldest platforms the argument is named id.
    deleteProject: ({ projectId, id = '' }: Partial<InProject & ById>, { store }) =>
      store.deleteProject(store.projectTable.get(projectId ?? id).id),
  },
  Project: resolveFields<Project>({
    status: (project, { store }) => computeStatus(project, store.clock()),
    jobsCount: ({ id }, { store }) => store.jobTable.count(id),
    jobs: ({ id }, { store }) => store.jobs({ projectId: id }),
    pipelines: ({ id }, { store }) => store.pipelines.list(id),
    apps: ({ id }, { store }) => store.apps.list(id),
    volumes: ({ id }, { store }) => store.volumes.list(id),
    // Only IDs of technologies: the labels are in the Catalog module.
    technologiesByCategory: (project, { store }) => listTechnologiesByCategory(store, project),
    appTechnologies: (project, { store }) => listAppTechnologies(store, project),
  }),
};

function readSettings(project: Partial<ProjectInput>): Partial<Project['settings']> {
  // A client may send back all groups that it read, but the group of administrators is not part of the settings.
  const groups = project.authorizedGroups?.filter(
    (group) => group !== null && group.name !== ADMINISTRATORS.name,
  ) as GroupInput[] | undefined;
  return {
    ...pickDefined(project, ['technologiesByCategory', 'appTechnologies']),
    ...(groups && {
      authorizedGroups: groups.map(({ name, role }) => ({
        name,
        role: role ?? 'ROLE_PROJECT_VIEWER',
      })),
    }),
  };
}

function checkFreeProjectName(store: SandboxStore, text: string, ownId?: string): string {
  const name = checkName(text);
  const other = store.projectByName(name);
  if (other && other.id !== ownId) throw conflict(`There is already a project ${name}`);
  return name;
}

/** Returns CREATED in the first quarter of the initialization, INIT_REQUESTED in the second, then INITIALIZING, and READY at the end. */
function computeStatus({ createdAt, initializingSeconds }: Project, now: number): string {
  const progress = (now - createdAt) / (initializingSeconds * 1000);
  // Without an initialization, the division by 0 results in Infinity or NaN.
  if (Number.isNaN(progress) || progress >= 1) return 'READY';
  if (progress < 0.25) return 'CREATED';
  return progress < 0.5 ? 'INIT_REQUESTED' : 'INITIALIZING';
}
