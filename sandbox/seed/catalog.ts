import { toFileSource } from '../catalog/repositoryFields';
import type { Context, Technology } from '../store/catalog/technology';
import type { SandboxStore } from '../store/store';
import { APP_TECHNOLOGY_IDS, REPOSITORY_IDS, TECHNOLOGY_IDS } from '../ids';

const DAY_MS = 24 * 60 * 60_000;

type SeededTechnology = Omit<Technology, 'repositoryId' | 'lastUpdate'> & {
  updatedDaysAgo: number;
};

const OFFICIAL: SeededTechnology[] = [
  job('bash', 'Bash', 'Shell scripts', ['Scripting'], 40, [context('5.2', 'Stable', true)]),
  job('java', 'Java', 'Programs for the JVM', ['Compiled'], 90, [
    context('8', 'Deprecated'),
    context('17', 'Stable'),
    context('21', 'Stable', true),
  ]),
  job('python', 'Python', 'Scripts, models and notebooks', ['Data science', 'Scripting'], 3, [
    context('3.9', 'Deprecated'),
    context('3.12', 'Stable', true),
    context('3.13', 'Experimental'),
  ]),
  job('r', 'R', 'Statistics', ['Data science'], 60, [
    context('4.3', 'Stable', true),
    context('3.6', 'Deprecated', false, { available: false }),
  ]),
  job('sql', 'SQL', 'Queries on the data lake', ['Data lake'], 25, [
    context('ANSI', 'Stable', true),
  ]),
  {
    ...job('spark', 'Spark', 'Distributed jobs', ['Data lake', 'Distributed'], 12, [
      context('3.5', 'Stable', true),
      context('4.0', 'Experimental'),
    ]),
    kind: 'SparkTechnology',
  },
];

const OWN: SeededTechnology[] = [
  app('notebook', 'Notebook', 'Notebooks for several people', ['Data science'], 8, [
    context('4.3', 'Stable', true, { ports: [8888] }),
    context('4.4', 'Experimental', false, { ports: [8888] }),
  ]),
  app('dashboard', 'Dashboard', 'Charts of the data that jobs write', ['Visualisation'], 15, [
    context('11', 'Stable', true, { ports: [3000] }),
  ]),
  app('dockerImage', 'Docker image', 'Any image', ['Generic'], 200, [
    context('any', 'Stable', true),
  ]),
  {
    ...app('legacyBoard', 'Legacy board', 'Replaced by Dashboard', ['Visualisation'], 700, [
      context('2', 'Deprecated', false, { available: false, ports: [8080] }),
    ]),
    available: false,
  },
];

/** Fills the catalog if it is empty. */
export function seedCatalog({ catalog }: SandboxStore, now: number): void {
  if (catalog.list().length > 0) return;
  catalog.add({
    id: REPOSITORY_IDS.official,
    name: 'Official technologies',
    readOnly: true,
    creator: 'platform',
    editor: 'platform',
    createdAt: now - 400 * DAY_MS,
    source: { kind: 'UrlSource', url: 'https://technologies.invalid/official.json' },
    synchroMode: { kind: 'Automatic', cron: '0 3 * * *' },
    technologies: OFFICIAL.map((technology) =>
      toTechnology(technology, REPOSITORY_IDS.official, now),
    ),
  });
  catalog.add({
    id: REPOSITORY_IDS.own,
    name: 'Own technologies',
    readOnly: false,
    creator: 'amelie.martin',
    editor: 'amelie.martin',
    createdAt: now - 220 * DAY_MS,
    source: toFileSource('technologies.json', JSON.stringify({ technologies: OWN })),
    synchroMode: { kind: 'Manual' },
    technologies: OWN.map((technology) => toTechnology(technology, REPOSITORY_IDS.own, now)),
  });
}

function toTechnology(
  { updatedDaysAgo, ...technology }: SeededTechnology,
  repositoryId: string,
  now: number,
): Technology {
  return { ...technology, repositoryId, lastUpdate: now - updatedDaysAgo * DAY_MS };
}

type Details = [
  label: string,
  description: string,
  facets: string[],
  updatedDaysAgo: number,
  contexts: Omit<Context, 'dockerInfo'>[],
];

function job(name: keyof typeof TECHNOLOGY_IDS, ...details: Details): SeededTechnology {
  return technology('JobTechnology', name, TECHNOLOGY_IDS[name], name, details);
}

function app(name: keyof typeof APP_TECHNOLOGY_IDS, ...details: Details): SeededTechnology {
  const image = details[0].toLowerCase().replaceAll(' ', '-');
  return technology('AppTechnology', name, APP_TECHNOLOGY_IDS[name], image, details);
}

function technology(
  kind: Technology['kind'],
  technologyId: string,
  id: string,
  image: string,
  [label, description, facets, updatedDaysAgo, contexts]: Details,
): SeededTechnology {
  const contextsWithImage = contexts.map((version) => ({
    ...version,
    dockerInfo: { image: `platform/${image}`, version: version.id },
  }));
  const texts = { label, description, facets, updatedDaysAgo };
  return { kind, technologyId, id, ...texts, available: true, contexts: contextsWithImage };
}

function context(
  id: string,
  trustLevel: Context['trustLevel'],
  recommended = false,
  others: Partial<Context> = {},
): Omit<Context, 'dockerInfo'> {
  return {
    id,
    label: id,
    available: true,
    description: null,
    recommended,
    trustLevel,
    ports: [],
    ...others,
  };
}
