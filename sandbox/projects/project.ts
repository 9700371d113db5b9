import { conflict } from '../graphql/refusals';
import {
  type ById,
  resolveFields,
  type InProject,
  type Subject,
  searchByName,
  type SearchPage,
} from '../graphql/resolvers';
import type { AuthorizedGroup, Project } from '../store/projects';
import type { SandboxStore } from '../store/store';
import { given, checkName } from './inputs';

/** Memory in GB. */
const CLUSTER_NODES = [
  { cpu: 4, gpu: 0, memory: 16.083734528 },
  { cpu: 16, gpu: 2, memory: 128.7 },
];

/** The platform itself and what its cluster can carry. */
export const platform: Subject = {
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

interface TechnologiesOfCategory {
  jobCategory: string;
  technologies: { id: string }[];
}

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

export const project: Subject = {
  Query: {
    projects: (page: SearchPage, { store }) => searchByName(store.projects(), page),
    project: ({ id }: ById, { store }) => store.projectTable.get(id),
    rights: ({ projectId }: InProject, { store }) => {
      const { authorizedGroups } = store.projectTable.get(projectId).settings;
      return [
        ADMINISTRATORS,
        ...authorizedGroups.map((group) => ({ ...group, isAllProjects: false })),
      ];
    },
    // Which technologies a project may use. Their labels are in the Catalog module.
    technologiesByCategory: (
      { projectId, jobCategory }: InProject & { jobCategory?: string | null },
      { store },
    ) =>
      technologiesByCategory(store, store.projectTable.get(projectId)).filter(
        (one) => !jobCategory || one.jobCategory === jobCategory,
      ),
    appTechnologies: ({ projectId }: InProject, { store }) =>
      appTechnologies(store, store.projectTable.get(projectId)),
  },
  Mutation: {
    createProject: ({ project }: { project: ProjectInput }, { store, user }) =>
      store.addProject({
        name: freeName(store, project.name),
        description: project.description,
        settings: readSettings(project),
        creator: user,
        initializingSeconds: INITIALIZING_SECONDS,
      }),
    editProject: ({ project }: { project: ProjectEditionInput }, { store }) => {
      const { id } = store.projectTable.get(project.id);
      return store.editProject(id, {
        ...given(project, ['description']),
        ...(project.name && { name: freeName(store, project.name, id) }),
        settings: readSettings(project),
      });
    },
    // The oldest platforms call the argument id.
    deleteProject: ({ projectId, id = '' }: Partial<InProject & ById>, { store }) =>
      store.deleteProject(store.projectTable.get(projectId ?? id).id),
  },
  Project: resolveFields<Project>({
    status: (project, { store }) => statusAt(project, store.clock()),
    jobsCount: ({ id }, { store }) => store.jobTable.count(id),
    jobs: ({ id }, { store }, { limit }: { limit?: number | null }) =>
      store.jobs({ projectId: id }).slice(0, limit ?? undefined),
    pipelines: ({ id }, { store }) => store.pipelines.list(id),
    apps: ({ id }, { store }) => store.apps.list(id),
    volumes: ({ id }, { store }) => store.volumes.list(id),
    technologiesByCategory: (project, { store }) => technologiesByCategory(store, project),
    appTechnologies: (project, { store }) => appTechnologies(store, project),
  }),
};

function readSettings(project: Partial<ProjectInput>): Partial<Project['settings']> {
  // Rights may be sent back as they were returned: those of every project come from elsewhere.
  const groups = project.authorizedGroups?.filter(
    (group) => group !== null && group.name !== ADMINISTRATORS.name,
  ) as GroupInput[] | undefined;
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
  const name = checkName(asked);
  const other = store.projectByName(name);
  if (other && other.id !== ownId) throw conflict(`There is already a project ${name}`);
  return name;
}

/** The state of a project at a moment: a quarter of the way to READY in each of the first two. */
function statusAt({ createdAt, initializingSeconds }: Project, now: number): string {
  const way = (now - createdAt) / (initializingSeconds * 1000);
  // Nothing to wait for gives Infinity, or NaN at the very moment.
  if (Number.isNaN(way) || way >= 1) return 'READY';
  if (way < 0.25) return 'CREATED';
  return way < 0.5 ? 'INIT_REQUESTED' : 'INITIALIZING';
}
