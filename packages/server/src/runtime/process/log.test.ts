import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { RequestLog } from '../http/front-door.ts';
import { createLog } from './log.ts';

function openLog(isTTY = false) {
  const writes: string[] = [];
  const write = (chunk: Buffer, _: string, done: () => void) => {
    writes.push(chunk.toString());
    done();
  };
  const stream = Object.assign(new Writable({ write }), { isTTY });
  const log = createLog(stream as unknown as NodeJS.WriteStream);
  const lines = async () => {
    await setImmediate();
    return writes.join('').split('\n').slice(0, -1);
  };
  return { log, stream, lines, writes };
}

const entry: RequestLog = {
  requestId: '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8',
  operation: 'whoami',
  organizationId: '9381d119-d915-4037-830d-4fc6597ff333',
  status: 200,
  durationMs: 1.23456,
};

describe('createLog', () => {
  test('default: one JSON object per line', async () => {
    const { log, lines } = openLog();
    log.request(entry);
    log.event('info', 'started', { url: 'http://127.0.0.1:8080' });
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect((await lines()).map((line) => JSON.parse(line))).toEqual([
      { at, level: 'info', ...entry, durationMs: 1.235 },
      { at, level: 'info', message: 'started', url: 'http://127.0.0.1:8080' },
    ]);
  });

  test('behavior: writes short lines to a terminal', async () => {
    const { log, lines } = openLog(true);
    log.request(entry);
    log.request({ ...entry, status: 401, errorCode: 'SIGNATURE_MISSING' });
    log.event('info', 'started');
    expect((await lines()).map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''))).toEqual([
      'whoami 200 1 ms',
      'whoami 401 1 ms SIGNATURE_MISSING',
      'started',
    ]);
  });

  test.each([true, false])(
    'behavior: logs the stack of a failure and none of its values, terminal: %s',
    async (isTTY) => {
      const { log, lines } = openLog(isTTY);
      log.request({ ...entry, status: 500, errorCode: 'INTERNAL', cause: new RangeError('12345 is a secret') });
      const text = (await lines()).join('\n');
      expect(text).toMatch(/RangeError.*at .*log\.test\.ts/s);
      expect(text).not.toContain('secret');
    },
  );

  test.each([
    [500, new Error('bad'), 'error'],
    [503, new Error('away'), 'warn'],
    [404, undefined, 'info'],
  ])('behavior: the level of %s', async (status, cause, level) => {
    const { log, lines } = openLog();
    log.request({ ...entry, status, cause });
    expect(JSON.parse((await lines())[0] ?? '').level).toBe(level);
  });

  test('behavior: logs only the failures of probes', async () => {
    const { log, lines } = openLog();
    for (const operation of ['health', 'ready', 'metrics']) log.request({ ...entry, operation });
    log.request({ ...entry, operation: 'ready', status: 503 });
    expect((await lines()).map((line) => JSON.parse(line).status)).toEqual([503]);
  });

  test('behavior: a write has whole lines, of no more bytes than the system keeps together', async () => {
    const { log, lines, writes } = openLog();
    for (let count = 0; count < 40; count++) log.request({ ...entry, operation: 'é'.repeat(100) });
    log.event('warn', 'a long message '.repeat(400));
    log.request(entry);
    expect(await lines()).toHaveLength(42);
    expect(writes.every((text) => text.endsWith('\n'))).toBe(true);
    const short = writes.filter((text) => !text.includes('a long message'));
    expect(Math.max(...short.map((text) => Buffer.byteLength(text)))).toBeLessThanOrEqual(4_096);
    expect(writes.length).toBeLessThan(8);
  });

  test('behavior: keeps running when its reader is gone', async () => {
    const { log, stream } = openLog();
    stream.emit('error', Object.assign(new Error('broken'), { code: 'EPIPE' }));
    log.request(entry);
  });
});
