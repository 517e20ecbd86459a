import { join } from 'node:path';
import { root, runCommand } from './command.ts';
import { writeRegistry } from './registry.ts';

const help = `Usage: npm run generate

Writes the registry of the unit files to packages/schema/src/generated, the document of the units to packages/openapi/v1,
and the figures of the README. Refuses units that the document could not describe exactly.`;

await runCommand(help, async () => {
  await writeRegistry(join(root, 'packages/schema/src'));
  // Only now: whatever reads the contract would load the registry as it was before.
  const { writeDocument } = await import('./document.ts');
  const { writeFacts } = await import('./readme-facts.ts');
  await writeFacts();
  return writeDocument();
});
