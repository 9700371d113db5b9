import { toSafeFileName, assignUniqueNames } from '../../../../platform/projectFiles/files/names';
import { toCanonicalGraph, type Graph } from '../../../../platform/projectFiles/kinds/graph';

/** Only the edges to the two nodes `load` distinguish them. */
const GRAPH: Graph = {
  jobs: [
    { node: '1', job: 'zip', next: ['3'] },
    { node: '2', job: 'ask', next: ['4'] },
    { node: '3', job: 'load', next: [] },
    { node: '4', job: 'load', next: [] },
  ],
};

test('a graph is the same whatever the names and the order of its nodes', () => {
  const canonical = toCanonicalGraph(GRAPH);
  expect(canonical.jobs).toEqual([
    { node: 'ask', job: 'ask', next: ['load'] },
    { node: 'load', job: 'load', next: [] },
    { node: 'load_2', job: 'load', next: [] },
    { node: 'zip', job: 'zip', next: ['load_2'] },
  ]);
  const renamed = GRAPH.jobs.map(({ node, job, next = [] }) => ({
    ...{ node: `n${node}`, job, next: next.map((name) => `n${name}`) },
  }));
  expect(toCanonicalGraph({ jobs: renamed.reverse() })).toEqual(canonical);
  expect(toCanonicalGraph(canonical)).toEqual(canonical);
});

test('conditions get names and a default, and edges to unknown nodes are left out', () => {
  const conditions = [
    { node: 'x', condition: { expression: 'a' }, success: ['2', 'nowhere'], failure: ['1'] },
    { node: 'y', success: ['1'] },
  ];
  const jobs = ['1', '2'].map((node) => ({ node, job: node, next: ['y', 'x', 'y'] }));
  expect(toCanonicalGraph({ jobs, conditions })).toEqual({
    jobs: ['1', '2'].map((node) => ({ node, job: node, next: ['condition', 'condition_2'] })),
    conditions: expect.arrayContaining([
      {
        ...{ node: expect.stringMatching(/^condition(_2)?$/), condition: { expression: 'a' } },
        ...{ success: ['2'], failure: ['1'] },
      },
      {
        ...{ node: expect.stringMatching(/^condition(_2)?$/), condition: 'AllSuccess' },
        ...{ success: ['1'], failure: [] },
      },
    ]),
  });
});

test('names that differ in their case alone are two, unless they become files', () => {
  const namesOf = (isCaseSensitive?: boolean) => {
    const names = assignUniqueNames(['Load', 'load'], String, String, { isCaseSensitive });
    return [...names.values()];
  };
  expect(namesOf()).toEqual(['Load', 'load']);
  expect(new Set(namesOf(false).map((name) => name.toLowerCase())).size).toBe(2);
});

test.each([
  ['con', '_con'],
  ['LPT1.txt', '_LPT1.txt'],
  ['console', 'console'],
  ['', '_'],
])('"%s" is a file named "%s", which Windows accepts', (text, name) => {
  expect(toSafeFileName(text)).toBe(name);
});
