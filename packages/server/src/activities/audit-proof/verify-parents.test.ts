import { expect, test } from 'vitest';
import { resultOf } from '../../../test/organizations.ts';
import { startPasscodeService } from '../../../test/passcodes.ts';
import { newKey } from '../../../test/service.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import type { Database } from '../../storage/store/database.ts';
import { verifyAudit } from './verify-audit.ts';

test('behavior: a sub-organization whose id is older than that of its parent', async () => {
  let passedMs = 0;
  await using service = (await startPasscodeService({ clock: () => new Date(Date.now() + passedMs) })).service;
  const { root } = service;
  // The clock of the process that creates it is behind, or was set back.
  passedMs = -60_000;
  const userEmail = 'ada@example.com';
  const { organizationId } = await addSubOrganization(service, 'Ada', { userEmail });
  expect(organizationId < root.organizationId).toBe(true);
  const parameters = { otpType: 'OTP_TYPE_EMAIL', contact: userEmail, appName: 'Acme' };
  resultOf(await service.submit({ ...root, organizationId }, 'init_otp', parameters));
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: the parent gets a key, and acts with it, after its own audit was read', async () => {
  await using service = (await startPasscodeService()).service;
  const { root, submit } = service;
  const userEmail = 'ada@example.com';
  const { organizationId } = await addSubOrganization(service, 'Ada', { userEmail });
  const parameters = { otpType: 'OTP_TYPE_EMAIL', contact: userEmail, appName: 'Acme' };
  resultOf(await submit({ ...root, organizationId }, 'init_otp', parameters));
  let reads = 0;
  const database: Database = Object.create(service.database, {
    transaction: {
      async value(...given: Parameters<Database['transaction']>) {
        const result = await service.database.transaction(...given);
        reads += 1;
        if (reads > 1) return result;
        const session = newKey();
        resultOf(await submit(root, 'stamp_login', { publicKey: session.publicKey }));
        resultOf(await submit({ ...root, ...session, organizationId }, 'init_otp', parameters));
        return result;
      },
    },
    query: { value: service.database.query.bind(service.database) },
  });
  const { macs, vault } = service;
  expect((await verifyAudit({ database, macs, vault })).problems).toEqual([]);
  expect(reads).toBeGreaterThan(1);
});
