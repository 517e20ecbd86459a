import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { copyWholeLines } from './whole-lines.ts';

test('default: passes on whole lines only, and what is left at the end', async () => {
  const stream = new PassThrough();
  const written: string[] = [];
  copyWholeLines(stream, (lines) => written.push(lines));
  for (const part of ['{"a"', ':1}\n{"b":2}\n{"c', '":', '3', '}\n', '{"cut']) {
    stream.write(part);
    await setImmediate();
  }
  stream.end();
  await setImmediate();
  await setImmediate();
  expect(written).toEqual(['{"a":1}\n{"b":2}\n', '{"c":3}\n', '{"cut\n']);
});
