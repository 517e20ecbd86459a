import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal, root, runCommand } from './command.ts';
import { directories, writeRegistry } from './registry.ts';

const activity = (name: string) => `import { z } from 'zod';
import { defineActivity, version } from '../define-activity.ts';
import * as example from '../examples.ts';
import { id } from '../vocabulary.ts';

export default defineActivity('${name}', {
  tag: 'Users',
  summary: '',
  description: '',
  intent: version(1, z.strictObject({ userId: id('The user.') })),
  result: version(1, z.object({ userId: id('The user.') })),
  policy: { resource: 'USER', action: 'UPDATE' },
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    parameters: { userId: example.userId },
    result: { userId: example.userId },
  },
});
`;

const exchange = (name: string, kind: 'Query' | 'Proxy', tag: string) => `import { z } from 'zod';
import { define${kind} } from '../define-${kind.toLowerCase()}.ts';
import * as example from '../examples.ts';
import { id, organizationId } from '../vocabulary.ts';

export default define${kind}('${name}', {
  tag: '${tag}',
  summary: '',
  description: '',
  request: z.strictObject({ organizationId: organizationId('The organization that is asked about.') }),
  response: z.object({ userId: id('The user.') }),
  example: {
    request: { organizationId: example.organizationId },
    response: { userId: example.userId },
  },
});
`;

const units: Record<keyof typeof directories, (name: string) => string> = {
  activity,
  query: (name) => exchange(name, 'Query', 'Users'),
  proxy: (name) => exchange(name, 'Proxy', 'Sign-up'),
};

const isKind = (kind: string): kind is keyof typeof directories => Object.hasOwn(directories, kind);

const help = `Usage: npm run new-unit -- <activity|query|proxy> <wire_name>

Starts the file of a new operation and adds it to the registry. For example:
npm run new-unit -- activity create_wallet`;

/** Starts the file of a new operation below `source` and adds it to the registry. */
export async function newUnit(source: string, words: readonly string[]): Promise<string> {
  const [kind = '', name = ''] = words;
  if (words.length !== 2) throw new Refusal(help);
  if (!isKind(kind)) throw new Refusal(`"${kind}" is no kind of operation; the kinds are activity, query and proxy.`);
  if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name)) {
    throw new Refusal(
      `"${name}" is no wire name: lower-case words with underscores between them, such as create_wallet.`,
    );
  }
  const file = `${name.replaceAll('_', '-')}.ts`;
  for (const directory of Object.values(directories)) {
    if (existsSync(join(source, directory, file)))
      throw new Refusal(`packages/schema/src/${directory}/${file} exists already.`);
  }
  await writeFile(join(source, directories[kind], file), units[kind](name));
  await writeRegistry(source);
  return `packages/schema/src/${directories[kind]}/${file}\nWrite its words and fields, then run: npm run generate`;
}

if (import.meta.main) await runCommand(help, (words) => newUnit(join(root, 'packages/schema/src'), words));
