import { describe, expect, test } from 'vitest';
import { judge, judgeNow, StamperError } from './stamper-error.ts';

const error = new StamperError('MALFORMED', 'stamp.publicKey', 'is not hex');
const refuse = () => {
  throw error;
};

describe('StamperError', () => {
  test('default', () => {
    expect(error).toBeInstanceOf(Error);
    expect({ ...error }).toEqual({ name: 'StamperError', code: 'MALFORMED', part: 'stamp.publicKey' });
    expect(String(error)).toBe('StamperError: stamp.publicKey is not hex');
    expect('cause' in error).toBe(false);
  });

  test('args: cause', () => {
    const cause = new Error('below');
    expect(new StamperError('MALFORMED', 'stamp', 'is not UTF-8', { cause }).cause).toBe(cause);
  });
});

describe.each([
  ['judge', (check: () => object) => judge(async () => check())],
  ['judgeNow', async (check: () => object) => judgeNow(check)],
] as const)('%s', (_, verdictOf) => {
  test('default', async () => {
    expect(await verdictOf(() => ({ scheme: 's' }))).toEqual({ ok: true, scheme: 's' });
    expect(await verdictOf(refuse)).toEqual({ ok: false, error });
  });

  test('behavior: the verified value cannot override `ok`', async () => {
    expect(await verdictOf(() => ({ ok: false, error }))).toMatchObject({ ok: true });
  });

  test('error: a defect stays thrown', async () => {
    const defect = new TypeError('undefined is not a function');
    await expect(
      verdictOf(() => {
        throw defect;
      }),
    ).rejects.toBe(defect);
  });
});
