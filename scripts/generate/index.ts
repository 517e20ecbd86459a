import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root, runCommand } from '../command.ts';
import { generatedFiles } from './generated-files.ts';

const help = `Usage: npm run generate

Writes the registry of the unit files to packages/schema/src/generated, the document of the units to packages/openapi/v1,
the types and tables of the client to packages/client/src/generated, the figures of the README, and the list of unanswered
operations in packages/server/README.md. Refuses units that the document could not describe exactly.`;

await runCommand(help, async () => {
  for await (const [path, text] of generatedFiles()) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return 'Made from the units: packages/schema/src/generated, packages/openapi/v1, packages/client/src/generated, the figures of README.md, the list in packages/server/README.md';
});
