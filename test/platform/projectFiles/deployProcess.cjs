'use strict';

/**
 * Deploys a ZIP file in a process of its own, with the built client, to be killed at any moment.
 * `node deployProcess.cjs <client> <zip> <JSON of credentials, projectId and variables>`
 */
const [client, zip, settings] = process.argv.slice(2);
const { deployProject, diskFile, openZip, parseFiles, Platform } = require(client);
const { credentials, projectId, variables } = JSON.parse(settings);

async function main() {
  const { files } = await openZip(await diskFile(zip));
  await deployProject(
    Platform.connect(credentials),
    await parseFiles(files),
    { projectId },
    { variables: new Map(variables), patience: { looksAfterMs: [0], lookEveryMs: 5 } },
  );
  process.exit();
}

void main();
