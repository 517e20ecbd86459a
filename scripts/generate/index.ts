import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root, runCommand } from '../command.ts';
import { generatedFiles } from './generated-files.ts';

const help = `Usage: npm run generate

Writes the registry of units to packages/schema/src/generated, the words of the policy language to
packages/policy/src/generated, the OpenAPI document to packages/openapi/v1, the types and
tables of the client to packages/client/src/generated, the JSON Schemas of the configuration file and of files for "mintmark
policy test" to packages/server/config.schema.json and packages/cli/policy-test.schema.json, the compiled contracts to
packages/server/src/funds/earn/generated and packages/testing/src/generated, the figures in README.md, the tables in
docs/policy-language.md, and what is finished and installed in README.md, SECURITY.md and packages/server/README.md. Fails if the document cannot
describe a unit exactly.`;

await runCommand(help, async () => {
  const paths: string[] = [];
  for await (const [path, text] of generatedFiles()) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
    paths.push(path);
  }
  return ['Generated:', ...paths].join('\n');
});
