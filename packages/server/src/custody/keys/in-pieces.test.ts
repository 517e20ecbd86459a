import { expect, test } from 'vitest';
import { inPieces, piecesOf } from './in-pieces.ts';

test('default: pieces in their order', async () => {
  expect(piecesOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(await inPieces([[1, 2], [3]], async (piece) => piece.map((item) => item * 2))).toEqual([2, 4, 6]);
  expect(await inPieces([], async () => [1])).toEqual([]);
});

test('error: what was made before a failure is wiped', async () => {
  const secret = Uint8Array.of(1, 2, 3);
  const making = inPieces([['a'], ['b']], async ([name]) => {
    if (name === 'b') throw new Error('no thread');
    return [{ secret }];
  });
  await expect(making).rejects.toThrow('no thread');
  expect(secret).toEqual(new Uint8Array(3));
});
