import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chapterOf, type TagName, tags, type Unit } from '@mintmark/schema';
import { methodName } from '../packages/schema/src/define/names.ts';
import { Refusal, root, runCommand } from './command.ts';
import { handlers, operationFiles, stories, units, writeTable } from './generate/registry.ts';

type Kind = Unit['kind'];

const activityUnit = (name: string, tag: TagName) => `import { z } from 'zod';
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

const queryUnit = (name: string, tag: TagName) => `import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { id, organizationId } from '../../vocabulary.ts';

export default defineQuery('${name}', {
  tag: '${tag}',
  summary: '',
  description: '',
  request: z.strictObject({
    organizationId: organizationId('The organization that the user belongs to.'),
    userId: id('The user.'),
  }),
  response: z.object({ userId: id('The user.') }),
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, userId: example.userId },
    response: { userId: example.userId },
  },
});
`;

const proxyUnit = (name: string, tag: TagName) => `import { z } from 'zod';
import { defineProxy } from '../../define/define-proxy.ts';
import * as example from '../../examples/index.ts';
import { id } from '../../vocabulary.ts';

export default defineProxy('${name}', {
  tag: '${tag}',
  summary: '',
  description: '',
  request: z.strictObject({ userId: id('The user.') }),
  response: z.object({ userId: id('The user.') }),
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    request: { userId: example.userId },
    response: { userId: example.userId },
  },
});
`;

const unit: Readonly<Record<Kind, (name: string, tag: TagName) => string>> = {
  activity: activityUnit,
  query: queryUnit,
  proxy: proxyUnit,
};

/** The functions that define handlers, and their files. */
const implementing = { activity: 'implement', query: 'answer', proxy: 'answerProxy' } as const;
const implementedIn = { activity: 'implement', query: 'implement', proxy: 'answer-proxy' } as const;

const handler = (
  kind: Kind,
  chapter: string,
  name: string,
) => `import ${methodName(name)} from '@mintmark/schema/operations/${chapter}/${dashed(name)}';
import { ${implementing[kind]} } from '../../core/handlers/${implementedIn[kind]}.ts';

export default ${implementing[kind]}(${methodName(name)}, async () => {
  throw new Error('${name}: write this handler');
});
`;

const stampedTest = (kind: 'activity' | 'query', name: string) => `import { afterAll, expect, test } from 'vitest';
import { addOrganization } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

test('default', async () => {
  const [root] = await addOrganization(service);
  const { json } = await service.${kind === 'activity' ? 'submit' : 'ask'}(root, '${name}', { userId: root.userId });
${testEnd(name)}`;

/** Nobody stamps a request to the sign-up proxy. */
const proxyTest = (name: string) => `import { afterAll, expect, test } from 'vitest';
import { startService } from '../../../test/service.ts';
import { askProxy } from '../../../test/sign-up.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

test('default', async () => {
  const { json } = await askProxy(service, '${name}', { userId: service.root.userId });
${testEnd(name)}`;

const testEnd = (
  name: string,
) => `  expect.fail(\`${name}: test its result. The response was \${JSON.stringify(json)}\`);
});

test('error: unknown user', () => {
  expect.fail('${name}: test each error that its unit lists');
});
`;

const handlerTest = (kind: Kind, name: string) => (kind === 'proxy' ? proxyTest(name) : stampedTest(kind, name));

const story = (kind: Kind, name: string) => `import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {${kind === 'proxy' ? '\n  by: ({ visitor }) => visitor,' : ''}
  input: () => {
    throw new Error('${name}: write the input of a successful call');
  },${kind === 'activity' ? "\n  fails: 'RESOURCE_NOT_FOUND'," : ''}
  refusals: unknown('userId'),
} satisfies Story;
`;

/** An operation is an addition for the users of each of these. */
const changeset = `---
${['schema', 'openapi', 'client', 'mock', 'server'].map((name) => `"@mintmark/${name}": minor`).join('\n')}
---

`;

const dashed = (name: string) => name.replaceAll('_', '-');

const isKind = (kind: string): kind is Kind => Object.hasOwn(unit, kind);

/** The tags of the docs page by chapter, which is also the name of a directory. */
const tagOf: ReadonlyMap<string, TagName> = new Map(
  (Object.keys(tags) as TagName[]).map((tag) => [chapterOf(tag), tag]),
);

const help = `Usage: npm run new-unit -- <activity|query|proxy> <chapter> <wire_name>

Creates the files of a new operation: its unit, its handler, the handler's test, its story and its changeset. Files that
already exist are left as they are. The checks fail until you fill them in. For example:
npm run new-unit -- activity wallets create_wallet`;

/** Creates the missing files of an operation in a repository, and adds them to the tables. */
export async function newUnit(repository: string, words: readonly string[]): Promise<string> {
  const [kind = '', chapter = '', name = ''] = words;
  if (words.length !== 3) throw new Refusal(help);
  if (!isKind(kind))
    throw new Refusal(`"${kind}" is not a kind of operation. The kinds are activity, query and proxy.`);
  const tag = tagOf.get(chapter);
  if (!tag) throw new Refusal(`"${chapter}" is not a chapter. The chapters are ${[...tagOf.keys()].join(', ')}.`);
  if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name)) {
    throw new Refusal(
      `"${name}" is not a valid wire name: use lower-case words separated by underscores, such as create_wallet.`,
    );
  }
  const path = `${chapter}/${dashed(name)}`;
  await refuseAnotherUnit(repository, kind, `${path}.ts`);

  const files = {
    [`${units.directory}/${path}.ts`]: unit[kind](name, tag),
    [`${handlers.directory}/${path}.ts`]: handler(kind, chapter, name),
    [`${handlers.directory}/${path}.test.ts`]: handlerTest(kind, name),
    [`${stories.directory}/${path}.ts`]: story(kind, name),
  };
  const made: string[] = [];
  for (const [file, text] of Object.entries(files)) if (await writeNew(join(repository, file), text)) made.push(file);
  // The changelog has an existing unit already, or its changeset does.
  const note = `.changeset/${dashed(name)}.md`;
  if (made.includes(`${units.directory}/${path}.ts`) && (await writeNew(join(repository, note), changeset)))
    made.push(note);
  if (made.length === 0) throw new Refusal(`${Object.keys(files).join('\n')}\nalready exist.`);
  for (const table of [units, handlers, stories]) await writeTable(repository, table);
  return `${made.join('\n')}\nFill them in: see "Add an operation" in CONTRIBUTING.md.`;
}

/** Refuses a name that a unit of another chapter or of another kind already has. */
async function refuseAnotherUnit(repository: string, kind: Kind, path: string): Promise<void> {
  const file = path.slice(path.lastIndexOf('/'));
  const other = (await operationFiles(repository, units)).find((operation) => operation.endsWith(file));
  if (other === undefined) return;
  const found = `${units.directory}/${other}`;
  const [, definedAs = ''] = /^export default define(\w+)/m.exec(await readFile(join(repository, found), 'utf8')) ?? [];
  if (other !== path || definedAs.toLowerCase() !== kind) throw new Refusal(`${found} already exists.`);
}

/** Writes a file unless it exists, and returns whether it was written. */
async function writeNew(file: string, text: string): Promise<boolean> {
  await mkdir(dirname(file), { recursive: true });
  return writeFile(file, text, { flag: 'wx' }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

if (import.meta.main) await runCommand(help, (words) => newUnit(root, words));
