import { expect, test } from 'vitest';
import { StamperError } from '../stamper-error.ts';
import { deleteIndexedDbKey, listIndexedDbKeys, openIndexedDbStamper } from './indexed-db.ts';

// The conformance package tests it in a browser.

const calls = { openIndexedDbStamper, listIndexedDbKeys, deleteIndexedDbKey };

test.each(Object.entries(calls))('error: %s outside a browser', async (_, call) => {
  const error = await call().catch((thrown) => thrown);
  expect(error).toBeInstanceOf(StamperError);
  expect(error).toMatchObject({ code: 'CRYPTO_UNAVAILABLE', part: 'indexedDB' });
});

test.each([{ name: '' }, { name: 5 }, { database: '' }, { database: null }])('args: %o', async (location) => {
  await expect(openIndexedDbStamper(location as object)).rejects.toMatchObject({
    code: 'MALFORMED',
    part: Object.keys(location)[0],
  });
});
