import { conflict, found, notFound } from '../graphql/errors';
import type { SchemaPart } from '../graphql/part';
import { projectStatusAt, PROJECT_STATUSES } from '../runs/projectStatus';
import type { AuthorizedGroup, Project } from '../store/projects';
import type { SandboxStore } from '../store/store';
import { given, nameOf } from './inputs';

interface ProjectInput {
  name: string;
  description?: string | null;
  authorizedGroups?: AuthorizedGroup[] | null;
}

type ProjectEditionInput = Partial<ProjectInput> & { id: string };

/** How long a project made over the interface takes to be READY. */
const INITIALIZING_SECONDS = 2;

export const projectPart: SchemaPart = {
  typeDefs: /* GraphQL */ `
    enum ProjectStatus {
      ${PROJECT_STATUSES.join('\n')}
    }

    enum ProjectRole {
      MANAGER
      EDITOR
      VIEWER
    }

    type UserRight {
      login: String!
      role: ProjectRole!
    }

    type GroupRight {
      name: String!
      role: ProjectRole!
    }

    union ProjectRight = UserRight | GroupRight

    type Project {
      id: UUID!
      name: String!
      creator: String!
      description: String
      creationDate: DateTime!
      status: ProjectStatus!
      jobsCount: Int!
      jobs(limit: Int): [Job!]!
      pipelines: [Pipeline!]!
      apps: [App!]!
      volumes: [Volume!]!
    }

    input AuthorizedGroupInput {
      name: String!
      role: ProjectRole!
    }

    input ProjectInput {
      name: String!
      description: String
      authorizedGroups: [AuthorizedGroupInput!]
    }

    input ProjectEditionInput {
      id: UUID!
      name: String
      description: String
      authorizedGroups: [AuthorizedGroupInput!]
    }

    type Query {
      projects: [Project!]!
      project(id: UUID!): Project
      projectByName(name: String!): Project
      rights(projectId: UUID!): [ProjectRight!]!
    }

    type Mutation {
      createProject(project: ProjectInput!): Project!
      editProject(project: ProjectEditionInput!): Project!
      "Deletes everything in it, too"
      deleteProject(projectId: UUID!): Boolean
    }
  `,
  resolvers: {
    Query: {
      projects: (_root, _args, { store }) => store.projects(),
      project: (_root, { id }: { id: string }, { store }) =>
        found(store.project(id), 'Project', id),
      projectByName: (_root, { name }: { name: string }, { store }) =>
        found(store.projectByName(name), 'Project', name),
      rights: (_root, { projectId }: { projectId: string }, { store }) => {
        const { creator, authorizedGroups } = found(store.project(projectId), 'Project', projectId);
        return [{ login: creator, role: 'MANAGER' }, ...authorizedGroups];
      },
    },
    Mutation: {
      createProject: (_root, { project }: { project: ProjectInput }, { store, user }) => {
        const name = freeName(store, project.name);
        return store.addProject({
          name,
          description: project.description ?? null,
          authorizedGroups: project.authorizedGroups ?? [],
          creator: user,
          initializingSeconds: INITIALIZING_SECONDS,
        });
      },
      editProject: (_root, { project }: { project: ProjectEditionInput }, { store }) => {
        const { id } = found(store.project(project.id), 'Project', project.id);
        return store.editProject(id, {
          ...given(project, ['description']),
          ...(project.name && { name: freeName(store, project.name, id) }),
          ...(project.authorizedGroups && { authorizedGroups: project.authorizedGroups }),
        });
      },
      deleteProject: (_root, { projectId }: { projectId: string }, { store }) => {
        if (!store.deleteProject(projectId)) throw notFound('Project', projectId);
        return true;
      },
    },
    ProjectRight: {
      __resolveType: (right: object) => ('login' in right ? 'UserRight' : 'GroupRight'),
    },
    Project: {
      creationDate: ({ createdAt }: Project) => createdAt,
      status: (project: Project, _args: unknown, { store }) =>
        projectStatusAt(project, store.clock()),
      jobsCount: ({ id }: Project, _args: unknown, { store }) => store.countJobs(id),
      jobs: ({ id }: Project, { limit }: { limit?: number | null }, { store }) =>
        store.jobs({ projectId: id }).slice(0, limit ?? undefined),
      pipelines: ({ id }: Project, _args: unknown, { store }) => store.pipelines.list(id),
      apps: ({ id }: Project, _args: unknown, { store }) => store.apps.list(id),
      volumes: ({ id }: Project, _args: unknown, { store }) => store.volumes.of(id),
    },
  },
};

function freeName(store: SandboxStore, asked: string, ownId?: string): string {
  const name = nameOf(asked);
  const other = store.projectByName(name);
  if (other && other.id !== ownId) throw conflict(`There is already a project ${name}`);
  return name;
}
