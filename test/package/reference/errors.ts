import { toldMessages, type ToldMessage } from '../pages/messagesPage';

/** The errors that builders meet most, by their anchors in docs/messages.md; the operations as `Projects/job/get`. */
export const ERRORS: ReadonlyArray<readonly [RegExp, readonly string[]]> = [
  [/^Projects\/\w+\/(run|runAndWait)$/, ['the-answer-to-a-started-run-was-lost']],
  [/^Projects\/(job|pipeline)\/(run|runAndWait)$/, ['a-run-under-way']],
  [
    /^Projects\/\w+\/(runAndWait|wait)$/,
    [
      'a-run-did-not-succeed',
      'a-run-takes-longer-than-the-timeout',
      'a-run-that-could-not-be-looked-at',
    ],
  ],
  [/^Projects\/\w+Run\/wait$/, ['a-run-that-is-no-longer-visible']],
  [/^Projects\/\w+Run\/stop$/, ['a-run-that-was-not-stopped']],
  [/^Projects\/\w+Run\/(get|getLogs)$/, ['an-agent-used-the-number-of-a-run']],
  [
    /^Projects\/(project|job|app|volume|pipeline)\/(?!create|upsert|plan|validate|deploy|export|getReport|getAll|delete$)/,
    ['deleted-or-never-existed', 'a-name-instead-of-an-id'],
  ],
  [/^Projects\/\w+Run\//, ['deleted-or-never-existed']],
  [/^Projects\/(project|pipeline|app|volume)\/(delete|create)$/, ['unknown-job']],
  [/^Projects\/job\/delete$/, ['a-job-that-was-not-deleted', 'unknown-job']],
  [/^Projects\/job\/deleteVersions$/, ['versions-that-stay']],
  [
    /^Projects\/job\/(create|upsert)$/,
    ['a-setting-that-the-platform-lacks', 'something-new-without-an-id'],
  ],
  [/^Projects\/job\/upsert$/, ['two-jobs-or-pipelines-with-the-same-name', 'another-technology']],
  [/^Projects\/pipeline\/upsert$/, ['two-jobs-or-pipelines-with-the-same-name']],
  [/^Projects\/pipeline\/(create|upsert|update)$/, ['a-pipeline-on-an-old-platform']],
  [/^Projects\/\w+\/duplicate$/, ['a-copy-without-its-changes']],
  [
    /^Projects\/\w+\/(update|rollback|addVersion)$/,
    ['a-change-that-was-not-made', 'a-change-that-cannot-be-read-afterwards'],
  ],
  [
    /^Projects\/app\/create$/,
    ['no-technology-for-images', 'an-app-without-its-variables', 'an-unknown-context'],
  ],
  [/^Projects\/app\/getLogs$/, ['an-app-that-never-ran']],
  [/^Projects\/environmentVariable\//, ['variables-that-the-platform-lacks']],
  [
    /^Projects\/project\/getReport$/,
    ['a-period-of-a-report-that-ends-too-early', 'a-period-of-a-report-that-is-too-long'],
  ],
  [
    /^Projects\/project\/export$/,
    ['a-platform-that-cannot-export-everything', 'an-export-that-was-damaged-on-the-way'],
  ],
  [
    /^Projects\/project\/(validate|plan|deploy)$/,
    ['a-project-file-with-a-mistake', 'a-damaged-zip-file'],
  ],
  [
    /^Projects\/project\/deploy$/,
    [
      'a-deploy-with-blocked-parts',
      'an-outdated-plan',
      'parts-of-a-deploy-failed',
      'a-deploy-under-a-running-job',
      'two-deploys-at-the-same-time',
    ],
  ],
  [
    /^Projects\/(project|job|pipeline|dockerCredential|volume|app)\/getAll$/,
    ['a-platform-of-another-version'],
  ],
  [/^Projects\/dockerCredential\//, ['a-platform-of-another-version']],
  [
    /\/graphql\/executeQuery$/,
    [
      'syntax-error-in-a-query',
      'a-field-that-the-platform-does-not-have',
      'only-registered-queries-are-taken',
    ],
  ],
  [
    /\/graphql\/callOperation$/,
    ['a-query-or-mutation-with-other-arguments', 'the-schema-cannot-be-read'],
  ],
  [/\/graphql\/getSchema$/, ['the-schema-cannot-be-read']],
  [/^Catalog\/(?!graphql)/, ['no-catalog']],
  [
    /^Catalog\/(repository|technology)\/(get|update|delete|synchronize)$/,
    ['unknown-in-the-catalog'],
  ],
  [/^Catalog\/repository\/revertSynchronization$/, ['nothing-to-revert']],
  [/^Catalog\/context\/getAll$/, ['a-catalog-without-contexts']],
  [
    /^ConfFiles\/file\/(download|getAll)$/,
    ['files-that-cannot-be-listed', 'a-forwarded-port-that-has-ended'],
  ],
  [/^ConfFiles\/file\/download$/, ['a-large-file-as-text', 'a-login-page-instead-of-a-file']],
  [/^ConfFiles\/file\/getAll$/, ['too-many-files', 'an-incomplete-listing']],
  [
    /^ConfFiles\/file\/(upload|delete)$/,
    ['a-refusal-of-the-file-service', 'no-upload-token-in-the-cluster'],
  ],
  [/^ConfFiles\/file\/upload$/, ['a-folder-where-a-file-belongs']],
  [
    /^ConfFiles\/folder\/sync$/,
    [
      'some-files-of-a-sync-failed',
      'a-sync-that-would-delete-too-much',
      'files-from-several-folders',
      'a-sync-whose-service-stopped',
    ],
  ],
  [
    /^Settings\/(gpu|dataLakeUrl)\//,
    ['settings-read-by-a-non-administrator', 'a-setting-as-a-web-page'],
  ],
  [
    /^Settings\/(clusterNode|uploadToken)\//,
    ['an-account-without-any-right', 'the-clusters-token-has-expired', 'a-wrong-namespace'],
  ],
  [/^ProjectsTrigger\/$/, ['a-poll-took-too-long', 'runs-without-numbers', 'no-event-yet']],
  [
    /^ConfFilesTrigger\/$/,
    ['too-many-files-to-watch', 'files-that-cannot-be-listed', 'no-file-to-show'],
  ],
];

/** What may go wrong with every request to a platform. */
export const ERRORS_OF_ALL: Record<string, readonly string[]> = {
  platform: [
    'wrong-login-password-or-realm',
    'nothing-listens',
    'wrong-platform-id-or-base-url',
    'private-certificate-authority',
  ],
  files: ['unknown-host', 'nothing-listens', 'private-certificate-authority'],
};

const told = new Map(toldMessages().map((message) => [message.anchor, message]));

export function errorAt(anchor: string): ToldMessage {
  const message = told.get(anchor);
  if (!message) throw new Error(`docs/messages.md has no anchor ${anchor}`);
  return message;
}

/** A line for each error, with what the node says. */
export function errorList(anchors: readonly string[]): string {
  return anchors
    .map(errorAt)
    .map(({ anchor, problem, message }) => `- [${problem}](../messages.md#${anchor}): ${message}`)
    .join('\n');
}

export function errorsOf(node: string, operation: string): string[] {
  const name = `${node}/${operation}`;
  return [...new Set(ERRORS.filter(([fits]) => fits.test(name)).flatMap(([, anchors]) => anchors))];
}
