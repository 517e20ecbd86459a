import type { Actor, Stage } from './stage.ts';

/** The root user of an organization that has as many wallets as it may have. */
export async function ownerOfAllWallets(stage: Stage): Promise<Actor> {
  const by = await stage.newOrganization();
  for (let number = 1; number <= 100; number++)
    await by.call('createWalletOrThrow', { walletName: `Stored wallet ${number}`, accounts: [] });
  return by;
}

/** The root user of an organization that has as many private keys as it may have. */
export async function ownerOfAllPrivateKeys(stage: Stage): Promise<Actor> {
  const by = await stage.newOrganization();
  for (let request = 0; request < 10; request++)
    await by.call('createPrivateKeysOrThrow', {
      privateKeys: Array.from({ length: 100 }, (_, index) => ({
        privateKeyName: `Stored key ${request * 100 + index}`,
        curve: 'CURVE_ED25519',
        privateKeyTags: [],
        addressFormats: [],
      })),
    });
  return by;
}

/** The root user of an organization that has as many webhook endpoints as it may have. */
export async function ownerOfAllEndpoints(stage: Stage): Promise<Actor> {
  const by = await stage.newOrganization();
  for (let number = 1; number <= 10; number++) await by.call('createWebhookEndpointOrThrow', silentEndpoint);
  return by;
}

/** A webhook endpoint to which nothing is sent. */
export const silentEndpoint = {
  url: 'https://app.example.com/webhooks',
  name: 'Back office',
  subscriptions: [{ eventType: 'ACTIVITY_UPDATES', isActive: false }],
};

/** Why no story provokes RESOURCE_LIMIT_EXCEEDED with a transaction: the node of the stories mines immediately. */
export const withoutQueue = {
  RESOURCE_LIMIT_EXCEEDED: 'needs an account with as many transactions on their way as it may have',
};

/** The root user of an organization that has as many policies as it may have. */
export async function ownerOfAllPolicies(stage: Stage): Promise<Actor> {
  const by = await stage.newOrganization();
  await by.call('createPoliciesOrThrow', {
    policies: Array.from({ length: 100 }, (_, index) => ({
      policyName: `Stored policy ${index}`,
      effect: 'EFFECT_DENY',
      condition: 'false',
      notes: '',
    })),
  });
  return by;
}
