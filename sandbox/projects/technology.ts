import { found } from '../graphql/errors';
import type { Resolvers } from '../graphql/resolvers';
import type { Project } from '../store/projects';
import type { SandboxStore } from '../store/store';

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
  if (project.technologiesByCategory) return project.technologiesByCategory;
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
  if (project.appTechnologies) return project.appTechnologies;
  const ids = store.apps.list(project.id).map(({ technologyId }) => technologyId);
  return [...new Set(ids)].map((id) => ({ id }));
}
