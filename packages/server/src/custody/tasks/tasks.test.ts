import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Task } from '../../core/ports/define-task.ts';
import { tasks as table } from './tasks.ts';

test('default: has every task of the service by its name', async () => {
  const files = globSync('*.ts', { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] });
  const modules: object[] = await Promise.all(files.map((file) => import(new URL(file, import.meta.url).href)));
  const tasks = modules.flatMap((module) => Object.values(module).filter((exported) => exported instanceof Task));
  const found = await Promise.all(Object.entries(table).map(async ([name, load]) => [name, await load()] as const));
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(tasks.map((task) => [task.name, task])));
  expect(found.length).toBeGreaterThan(0);
});
