import { expect, test } from 'vitest';
import { storageWords } from './storage-words.ts';

const use = (usedBytes: string, limitBytes: string, leftBytes: string) =>
  storageWords({ usedBytes, limitBytes, leftBytes });

test('default: used and left', () => {
  expect(use('1572864', '67108864', '65536000')).toBe('1.5 MiB of 64 MiB used, 62.5 MiB left');
  expect(use('0', '274877906944', '274877906944')).toBe('0 bytes of 256 GiB used, 256 GiB left');
});

test('behavior: nothing is left', () => {
  expect(use('67108900', '67108864', '0')).toBe(
    '64 MiB of 64 MiB used. Nothing is left: only deleting, revoking, exporting and signing in still work',
  );
});
