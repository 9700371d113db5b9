import { anchorOf, anchorsOf, linksOf, read } from './links';

/** What people ask, where the answer stands, and what it has to say. */
const QUESTIONS: ReadonlyArray<[question: string, address: string, says: RegExp]> = [
  ['Is this my platform?', 'docs/documented.md#is-this-your-platform', /graphiql/],
  [
    'Which generation is mine?',
    'docs/faq.md#which-generation-is-mine',
    /`createApp`.*`duplicateJob`/s,
  ],
  ['How do I give a run arguments?', 'docs/runs.md#give-a-run-arguments', /takes none/],
  [
    "How do I get a job's result or files?",
    'docs/runs.md#get-a-jobs-result-or-files',
    /\*\*Job Run: Get Logs\*\*/,
  ],
  [
    'Several jobs one after the other?',
    'docs/runs.md#run-several-jobs-one-after-the-other',
    /\*\*Loop Over Items\*\*/,
  ],
  [
    '"Unrecognized node type" after a restart?',
    'docs/operate.md#unrecognized-node-type-after-a-restart',
    /Put the package back/,
  ],
  ['Where do I get help?', 'docs/faq.md#where-do-i-get-help', /Open an issue/],
  ['Does it work in n8n Cloud?', 'docs/faq.md#does-it-work-in-n8n-cloud', /^No\./m],
  [
    'A Dockerfile with the package in it?',
    'docs/operate.md#a-docker-image',
    /^FROM docker\.n8n\.io/m,
  ],
  ['How do I install it?', 'docs/quick-start.md#1-install-the-nodes', /Community nodes/],
  ['How do I install it without the internet?', 'docs/operate.md#install', /tar -xzf/],
  ['How do I try it without a platform?', 'docs/quick-start.md#try-it-here', /npm start/],
  [
    'What do I enter into the credential?',
    'docs/credentials/platform-api.md#fields',
    /\*\*Realm\*\*/,
  ],
  [
    'How do I run a job every night?',
    'docs/quick-start.md#3-build-the-workflow',
    /\*\*Schedule Trigger\*\*/,
  ],
  [
    'How do I get a message when a job fails?',
    'docs/alerts.md#the-trigger',
    /\*\*On run failed\*\*/,
  ],
  [
    'How do I notice that a job did not run?',
    'docs/deadlines.md#when-each-is-returned',
    /\*\*Scheduled Run Missed\*\*/,
  ],
  [
    'Can a job run twice?',
    'docs/runs.md#never-twice-never-anothers',
    /\*\*Find the Run, or Start Again\*\*/,
  ],
  ['What if the response is lost?', 'docs/runs.md#lost-responses', /OUTCOME_UNKNOWN/],
  ['Runs that take hours?', 'docs/scale.md#which-way-to-wait', /Run for hours/],
  [
    'How do I deploy from Git?',
    'docs/first-project.md#5-pull-requests-that-show-the-plan',
    /fingerprint/,
  ],
  ['Our own certificate authority?', 'docs/network.md#certificates', /\*\*CA Certificate\*\*/],
  ['A proxy?', 'docs/network.md#forward-proxies', /`HTTPS_PROXY`/],
  ['Which rights does the login need?', 'docs/rights.md#find-the-least-rights', /viewer/],
  ['How do I give the nodes to an agent?', 'docs/ai.md#an-ai-agent', /\*\*AI Agent\*\*/],
  [
    'How do I update, and what may break?',
    'docs/versions.md#what-stays-as-it-is',
    /removed or renamed/,
  ],
];

const stepsTo = new Map([['README.md', 0]]);
for (const [page, steps] of stepsTo) {
  if (steps === 2 || !page.endsWith('.md')) continue;
  for (const { file } of linksOf(page)) if (!stepsTo.has(file)) stepsTo.set(file, steps + 1);
}

/** From the heading to the next one that is not below it. */
function sectionAt(page: string, anchor: string): string {
  const parts = read(page).split(/^(?=#{1,6} )/m);
  const at = parts.findIndex((part) => anchorOf(/^#+ (.+)/.exec(part)?.[1]) === anchor);
  const level = /^#+/.exec(parts[at] ?? '')?.[0].length ?? 0;
  const rest = parts.slice(at + 1);
  const end = rest.findIndex((part) => (/^#+/.exec(part)?.[0].length ?? 0) <= level);
  return [parts[at], ...rest.slice(0, end < 0 ? undefined : end)].join('');
}

test('there are 25 questions', () => expect(QUESTIONS).toHaveLength(25));

test.each(QUESTIONS)('%s: two steps from README.md to %s', (_, address, says) => {
  const [page = '', anchor = ''] = address.split('#');
  expect(stepsTo.get(page)).toBeLessThanOrEqual(2);
  expect(anchorsOf(page)).toContain(anchor);
  expect(sectionAt(page, anchor)).toMatch(says);
});
