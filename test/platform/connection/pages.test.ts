import { Pages } from '../../../platform/connection/pages';

const ACCESS = { baseUrl: 'https://platform.example/data', platformId: 'p 7' };
const ROOT = 'https://platform.example/data/projects/platform/p%207/project';
const pages = new Pages(ACCESS);

test.each([
  ['job', 'P', 'J', 'R', `${ROOT}/P/job/J/instances/R`],
  ['pipeline', 'P', 'L', 'R', `${ROOT}/P/pipeline/L`],
  ['job', 'P', 'a/b?c#d', undefined, `${ROOT}/P/job/a%2Fb%3Fc%23d`],
  ['job', 7, 8, undefined, `${ROOT}/7/job/8`],
])('the page of a %s in %p', (noun, projectId, id, runId, url) => {
  expect(pages.buildUrl(noun, projectId, id, runId)).toBe(url);
});

test.each([
  ['project', undefined, undefined, undefined],
  ['job', undefined, 'J', undefined],
  ['job', 'P', null, undefined],
  ['job', 'P', 'J', null],
  ['job', 'P', 'J', ''],
  ['job', 'P', '..', undefined],
  ['job', '.', 'J', undefined],
  ['job', 'P', '\uD800', undefined],
  ['job', 'P', 'x'.repeat(201), undefined],
  ['job', 'P', { id: 'J' }, undefined],
])('no page without an ID: %s %p %p %p', (noun, projectId, id, runId) => {
  expect(pages.buildUrl(noun, projectId, id, runId)).toBeNull();
});

test('other kinds have none that is known', () => {
  expect(pages.buildUrl('volume', 'P', 'V')).toBeUndefined();
  expect(pages.buildUrl('constructor', 'P', 'V')).toBeUndefined();
});

test.each([
  [`${ROOT}/P`, { projectId: 'P' }],
  [`${ROOT}/P/job/J/overview?tab=1#x`, { projectId: 'P', jobId: 'J' }],
  [`${ROOT}/P/job/J/instances/R/`, { projectId: 'P', jobId: 'J', runId: 'R' }],
  [`${ROOT}/P/pipeline/L`, { projectId: 'P', pipelineId: 'L' }],
  [`${ROOT}/P/app/a%2Fb`, { projectId: 'P', appId: 'a/b' }],
  [`${ROOT}/P/app/%ff`, { projectId: 'P', appId: '%ff' }],
])('what %s is about', (address, ids) => {
  expect(pages.readIds(address)).toEqual(ids);
});

test.each([
  `${ROOT}/`,
  ROOT.replace('https:', 'http:'),
  `${ROOT}/P/job/J`.replace('platform.example', 'platform.example.org'),
  `${ROOT}/P/job/J`.replace('p%207', '8'),
  `${ROOT}/P/job/J`.replace('/data/', '/'),
  `${ROOT}/P/job/${'x'.repeat(3_000)}`,
  'P',
  undefined,
])('an address that is no page of this platform: %s', (address) => {
  expect(pages.readIds(address)).toBeUndefined();
});
