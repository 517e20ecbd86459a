import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { writeRegistry } from './registry.ts';

const source = fileURLToPath(new URL('../packages/schema/src', import.meta.url));

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
import { id } from '../vocabulary.ts';

export default define${kind}('${name}', {
  tag: '${tag}',
  summary: '',
  description: '',
  request: z.strictObject({ organizationId: id('The organization that is asked about.') }),
  response: z.object({ userId: id('The user.') }),
  example: {
    request: { organizationId: example.organizationId },
    response: { userId: example.userId },
  },
});
`;

const templates: Record<string, { directory: string; unit: (name: string) => string }> = {
  activity: { directory: 'activities', unit: activity },
  query: { directory: 'queries', unit: (name) => exchange(name, 'Query', 'Users') },
  proxy: { directory: 'proxy', unit: (name) => exchange(name, 'Proxy', 'Sign-up') },
};

const help = `Starts the file of a new operation and adds it to the registry.

  npm run new-unit -- <activity|query|proxy> <wire_name>

  npm run new-unit -- activity create_wallet`;

function refuse(reason: string): never {
  console.error(`${reason}\n\n${help}`);
  process.exit(1);
}

const [kind = '', name = ''] = process.argv.slice(2);
if (kind === '--help') {
  console.log(help);
  process.exit(0);
}
const template = templates[kind] ?? refuse(`"${kind}" is no kind of operation.`);
if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name))
  refuse(`"${name}" is no wire name: lower-case words with underscores.`);

const file = `${template.directory}/${name.replaceAll('_', '-')}.ts`;
if (existsSync(`${source}/${file}`)) refuse(`packages/schema/src/${file} exists already.`);
await writeFile(`${source}/${file}`, template.unit(name));
await writeRegistry(source);
console.log(`packages/schema/src/${file}\nWrite its words and fields, then run: npm run generate`);
