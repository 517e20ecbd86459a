import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chapterOf, type TagName, tags, type Unit } from '@mintmark/schema';
import { Refusal, root, runCommand } from './command.ts';
import { operationFiles, writeRegistry } from './registry.ts';

const activity = (name: string, tag: TagName) => `import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('${name}', {
  tag: '${tag}',
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

const exchange = (name: string, kind: 'Query' | 'Proxy', tag: TagName) => `import { z } from 'zod';
import { define${kind} } from '../../define/define-${kind.toLowerCase()}.ts';
import * as example from '../../examples/index.ts';
import { id, organizationId } from '../../vocabulary.ts';

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

const units: Readonly<Record<Unit['kind'], (name: string, tag: TagName) => string>> = {
  activity,
  query: (name, tag) => exchange(name, 'Query', tag),
  proxy: (name, tag) => exchange(name, 'Proxy', tag),
};

const isKind = (kind: string): kind is Unit['kind'] => Object.hasOwn(units, kind);

/** The tags of the docs page by their chapters, which are directories. */
const tagOf: ReadonlyMap<string, TagName> = new Map(
  (Object.keys(tags) as TagName[]).map((tag) => [chapterOf(tag), tag]),
);

const help = `Usage: npm run new-unit -- <activity|query|proxy> <chapter> <wire_name>

Starts the file of a new operation and adds it to the registry. For example:
npm run new-unit -- activity wallets create_wallet`;

/** Starts the file of a new operation below `source` and adds it to the registry. */
export async function newUnit(source: string, words: readonly string[]): Promise<string> {
  const [kind = '', chapter = '', name = ''] = words;
  if (words.length !== 3) throw new Refusal(help);
  if (!isKind(kind)) throw new Refusal(`"${kind}" is no kind of operation; the kinds are activity, query and proxy.`);
  const tag = tagOf.get(chapter);
  if (!tag) throw new Refusal(`"${chapter}" is no chapter; the chapters are ${[...tagOf.keys()].join(', ')}.`);
  if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name)) {
    throw new Refusal(
      `"${name}" is no wire name: lower-case words with underscores between them, such as create_wallet.`,
    );
  }
  const file = `${name.replaceAll('_', '-')}.ts`;
  const other = (await operationFiles(source)).find((operation) => operation.endsWith(`/${file}`));
  if (other !== undefined) throw new Refusal(`packages/schema/src/operations/${other} exists already.`);
  const path = join('operations', chapter, file);
  await mkdir(dirname(join(source, path)), { recursive: true });
  await writeFile(join(source, path), units[kind](name, tag));
  await writeRegistry(source);
  return `packages/schema/src/${path}\nWrite its words and fields, then run: npm run generate`;
}

if (import.meta.main) await runCommand(help, (words) => newUnit(join(root, 'packages/schema/src'), words));
