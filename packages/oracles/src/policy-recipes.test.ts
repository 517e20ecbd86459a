import { createClient } from '@mintmark/client';
import { createServer } from '@mintmark/server';
import { createP256Stamper } from '@mintmark/stamper';
import { patientClient } from '@mintmark/testing/patience';
import { expect, test } from 'vitest';
import { readPolicyRecipes } from './policy-recipes.ts';

test('default: the service accepts every recipe of docs/policy-recipes.md', async () => {
  const policies = readPolicyRecipes();
  expect(policies.length).toBeGreaterThan(50);
  await using server = await createServer({ database: 'ephemeral' });
  if (!server.root?.apiPrivateKey) throw new Error('the database was not empty');
  const { organizationId, apiPublicKey: publicKey, apiPrivateKey: privateKey } = server.root;
  const stamper = createP256Stamper({ publicKey, privateKey });
  const client = createClient({
    ...{ baseUrl: 'http://mintmark.local', fetch: server.fetch, organizationId, stamper },
    ...patientClient,
  });
  const { policyIds } = await client.createPoliciesOrThrow({ policies });
  expect(policyIds).toHaveLength(policies.length);
});
