import { examples } from '@mintmark/schema';
import { findTestBrowser } from '@mintmark/testing/test-browser';
import { expect, test } from 'vitest';
import { startMockTarget } from '../targets/mock-target.ts';
import { judgePasskey } from './judge-passkey.ts';
import { openPasskeyPage } from './passkey-page.ts';
import { sharedContract } from './shared-contract.ts';
import { startWitness } from './witness.ts';

const executable = findTestBrowser('the client with a passkey');

test.skipIf(!executable)('behavior: calls are stamped with a passkey, and polling needs one more stamp', async () => {
  await using page = await openPasskeyPage(executable ?? '');
  await using target = await startMockTarget();
  const judgeStamp = await judgePasskey(await page.create());
  await using witness = await startWitness(target, await sharedContract(), { judgeStamp });
  const place = [witness.origin, target.organizationId] as const;
  expect(await page.call(...place, 'whoami')).toMatchObject({ username: examples.userName });
  const headers = { Prefer: 'scenario=pending-then-completed' };
  const submitted = await page.call(...place, 'upsertSwapConfig', { feeBps: '30' }, { headers });
  expect(submitted).toMatchObject({ status: 'completed' });
  expect(witness.problems).toEqual([]);
  expect(witness.verified).toBe(3);
});
