import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { buildIfChanged } from '@mintmark/cli/build';
import { compileCache } from '@mintmark/testing/compile-cache';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../command.ts';
import { type StartedService, startService } from './started-service.ts';

const page = readFileSync(join(root, 'docs/command-line.md'), 'utf8');
const programs = [...page.matchAll(/```sh\n(.*?)```(?:\n\n```text\n(.*?)```)?/gs)].map(([, program = '', output]) => ({
  program,
  output,
}));

let service: StartedService;
beforeAll(async () => {
  service = await startService();
  const bin = await buildIfChanged();
  writeFileSync(join(service.directory, 'mintmark'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`, {
    mode: 0o755,
  });
});
afterAll(() => service[Symbol.asyncDispose]());

/** Ids are different each time. */
const general = (text: string) => text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id');

test('default: the page shows the output of its commands', () => {
  expect(programs.length).toBeGreaterThan(8);
  expect(programs.filter(({ output }) => output === undefined)).toEqual([]);
});

test.each(programs)('behavior: $program', ({ program, output = '' }) => {
  const env = { ...compileCache, PATH: [service.directory, process.env['PATH']].join(delimiter) };
  // What a terminal shows: both outputs.
  const { stdout } = spawnSync('sh', ['-c', `{ ${program}} 2>&1`], { cwd: service.directory, env, encoding: 'utf8' });
  expect(general(stdout)).toBe(general(output));
});
