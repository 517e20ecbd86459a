import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registry } from '@mintmark/schema';
import { expect, test } from 'vitest';
import { handledOperations } from './operations/handlers.ts';

test('behavior: the README lists exactly the operations that have no handler', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const [, list = ''] = /answered 501 so far:\n(.*?)\.\n<!-- \/status -->\n\n/s.exec(readme) ?? [];
  const listed = [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const missing = Object.values(registry).filter((unit) => !handledOperations.has(unit.name) && !('selection' in unit));
  expect(listed).toEqual(missing.map(({ name }) => name).sort());
});
