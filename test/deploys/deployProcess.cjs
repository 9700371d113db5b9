'use strict';

const { setTimeout } = require('node:timers/promises');

/**
 * Deploys a ZIP file in a process of its own, with the built client, to be killed at any moment or to meet another one.
 * `node deployProcess.cjs <client> <zip> <JSON of credentials, target, options, variables and beginAt>`
 * Begins at that time (milliseconds since 1970). Prints what became of it as JSON.
 */
const [client, zip, settings] = process.argv.slice(2);
const { connectPlatform, diskFile } = require(client);
const { credentials, target, options, variables, beginAt = 0 } = JSON.parse(settings);

async function main() {
  const { projectFiles } = connectPlatform(credentials);
  const { files } = await projectFiles.openZip(await diskFile(zip));
  const parsed = await projectFiles.parse(files);
  await setTimeout(Math.max(0, beginAt - Date.now()));
  const timing = { looksAfterMs: [0], lookEveryMs: 5 };
  const deployment = await projectFiles
    .deploy(parsed, target, { ...options, variables: new Map(variables), timing })
    .then(
      ({ projectId, changes }) => ({
        projectId,
        changes: changes.map(({ kind, name, action, reason, failure }) => ({
          ...{ kind, name, action, reason },
          hint: failure?.hint,
        })),
      }),
      ({ message, hint }) => ({ message, hint }),
    );
  process.stdout.write(JSON.stringify(deployment), () => process.exit());
}

void main();
