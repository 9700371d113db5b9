import {
  conflict,
  found,
  notFound,
  type ResolverContext,
  type Resolvers,
  searched,
  type SearchPage,
} from '../graphql/resolvers';
import type { AuthorizedGroup, Project } from '../store/projects';
import type { SandboxStore } from '../store/store';
import { projectStatusAt } from '../runs/projectStatus';
import { given, nameOf } from './inputs';

/** Memory in bytes. */
const CLUSTER_NODES = [
  { cpu: 16, gpu: 0, memory: 64e9 },
  { cpu: 16, gpu: 2, memory: 128e9 },
];

/** The platform itself and what its cluster can carry. */
export const platformResolvers: Resolvers = {
  Query: {
    platform: (_root, _args, { store, platformId }) => ({
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

interface TechnologiesOfCategory {
  jobCategory: string;
  technologies: { id: string }[];
}

/** Which technologies a project may use. Their labels are in the Catalog module. */
export const technologyResolvers: Resolvers = {
  Query: {
    technologiesByCategory: (
      _root,
      { projectId, jobCategory }: { projectId: string; jobCategory?: string | null },
      { store },
    ) => {
      const project = found(store.project(projectId), 'Project', projectId);
      return technologiesByCategory(store, project).filter(
        (one) => !jobCategory || one.jobCategory === jobCategory,
      );
    },
    appTechnologies: (_root, { projectId }: { projectId: string }, { store }) =>
      appTechnologies(store, found(store.project(projectId), 'Project', projectId)),
  },
  Project: {
    technologiesByCategory: (project: Project, _args: unknown, { store }) =>
      technologiesByCategory(store, project),
    appTechnologies: (project: Project, _args: unknown, { store }) =>
      appTechnologies(store, project),
  },
};

/** Those that were given, otherwise those that are in use. */
function technologiesByCategory(store: SandboxStore, project: Project): TechnologiesOfCategory[] {
  const { technologiesByCategory: given } = project.settings;
  if (given) return given;
  const used = new Map<string, Set<string>>();
  for (const { category, technologyId } of store.jobs({ projectId: project.id })) {
    used.set(category, (used.get(category) ?? new Set()).add(technologyId));
  }
  return [...used].map(([jobCategory, ids]) => ({
    jobCategory,
    technologies: [...ids].map((id) => ({ id })),
  }));
}

function appTechnologies(store: SandboxStore, project: Project): { id: string }[] {
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

/** The group of every project. */
const ADMINISTRATORS = {
  name: 'administrators',
  role: 'ROLE_PROJECT_MANAGER',
  isAllProjects: true,
};

/** How long a project made over the interface takes to be READY. */
const INITIALIZING_SECONDS = 2;

export const projectResolvers: Resolvers = {
  Query: {
    projects: (_root, page: SearchPage, { store }) => searched(store.projects(), page),
    project: (_root, { id }: { id: string }, { store }) => found(store.project(id), 'Project', id),
    projectByName: (_root, { name }: { name: string }, { store }) =>
      found(store.projectByName(name), 'Project', name),
    rights: (_root, { projectId }: { projectId: string }, { store }) => {
      const { settings } = found(store.project(projectId), 'Project', projectId);
      return [
        ADMINISTRATORS,
        ...settings.authorizedGroups.map((group) => ({ ...group, isAllProjects: false })),
      ];
    },
  },
  Mutation: {
    createProject: (_root, { project }: { project: ProjectInput }, { store, user }) => {
      const name = freeName(store, project.name);
      return store.addProject({
        name,
        description: project.description ?? null,
        settings: settingsOf(project),
        creator: user,
        initializingSeconds: INITIALIZING_SECONDS,
      });
    },
    editProject: (_root, { project }: { project: ProjectEditionInput }, { store }) => {
      const { id } = found(store.project(project.id), 'Project', project.id);
      return store.editProject(id, {
        ...given(project, ['description']),
        ...(project.name && { name: freeName(store, project.name, id) }),
        settings: settingsOf(project),
      });
    },
    deleteProject: deleted,
  },
  Project: {
    status: (project: Project, _args: unknown, { store }) =>
      projectStatusAt(project, store.clock()),
    jobsCount: ({ id }: Project, _args: unknown, { store }) => store.countJobs(id),
    jobs: ({ id }: Project, { limit }: { limit?: number | null }, { store }) =>
      store.jobs({ projectId: id }).slice(0, limit ?? undefined),
    pipelines: ({ id }: Project, _args: unknown, { store }) => store.pipelines.list(id),
    apps: ({ id }: Project, _args: unknown, { store }) => store.apps.list(id),
    volumes: ({ id }: Project, _args: unknown, { store }) => store.volumes.of(id),
  },
};

/** The oldest platforms call the argument id. */
function deleted(
  _root: unknown,
  { projectId, id }: { projectId?: string; id?: string },
  { store }: ResolverContext,
): true {
  const asked = projectId ?? id ?? '';
  if (!store.deleteProject(asked)) throw notFound('Project', asked);
  return true;
}

function settingsOf(project: Partial<ProjectInput>): Partial<Project['settings']> {
  const groups = project.authorizedGroups?.filter((group) => group !== null);
  return {
    ...given(project, ['technologiesByCategory', 'appTechnologies']),
    ...(groups && {
      authorizedGroups: groups.map(({ name, role }) => ({
        name,
        role: role ?? 'ROLE_PROJECT_VIEWER',
      })),
    }),
  };
}

function freeName(store: SandboxStore, asked: string, ownId?: string): string {
  const name = nameOf(asked);
  const other = store.projectByName(name);
  if (other && other.id !== ownId) throw conflict(`There is already a project ${name}`);
  return name;
}
