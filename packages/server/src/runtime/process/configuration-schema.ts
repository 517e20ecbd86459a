import { z } from 'zod';
import { buildAttestation } from './configuration-parts/attestation.ts';
import { buildChains } from './configuration-parts/chains.ts';
import { buildEarn } from './configuration-parts/earn.ts';
import { buildLimits } from './configuration-parts/limits.ts';
import { buildMail } from './configuration-parts/mail.ts';
import { buildOauth2 } from './configuration-parts/oauth2.ts';
import { buildOidc, type CheckJwksFile } from './configuration-parts/oidc.ts';
import { buildOutbound } from './configuration-parts/outbound.ts';
import { buildPrices } from './configuration-parts/prices.ts';
import type { ReadSecret } from './configuration-parts/secret.ts';
import { buildSms } from './configuration-parts/sms.ts';
import { buildSwap, buildTopTier } from './configuration-parts/swap.ts';
import { buildTraces } from './configuration-parts/traces.ts';
import { buildTrustedProxies } from './configuration-parts/trusted-proxies.ts';
import { buildWebhooks } from './configuration-parts/webhooks.ts';

/**
 * The configuration file. Each part is one schema, and an absent part is disabled.
 *
 * @param readSecret Reads the secrets that are elsewhere; the result has the values.
 */
export function buildConfigurationSchema(readSecret: ReadSecret, checkJwksFile: CheckJwksFile) {
  return z
    .strictObject({
      $schema: z.string().describe('The JSON Schema of this file, for editors.').optional(),
      trustedProxies: buildTrustedProxies().optional(),
      outbound: buildOutbound(readSecret).optional(),
      mail: buildMail(readSecret).optional(),
      sms: buildSms(readSecret).optional(),
      oidc: buildOidc(checkJwksFile).optional(),
      oauth2: buildOauth2().optional(),
      chains: buildChains(readSecret).optional(),
      earn: buildEarn().optional(),
      swap: buildSwap(readSecret).optional(),
      topTier: buildTopTier().optional(),
      webhooks: buildWebhooks().optional(),
      attestation: buildAttestation().optional(),
      prices: buildPrices().optional(),
      traces: buildTraces(readSecret).optional(),
      limits: buildLimits().optional(),
    })
    .superRefine(({ oidc, oauth2, chains, earn }, context) => {
      // Each issuer has its own keys, so a token must have one meaning.
      if (oidc?.issuers.some(({ issuer }) => issuer === oauth2?.issuer))
        context.addIssue({ code: 'custom', path: ['oauth2', 'issuer'], message: 'is also one of oidc.issuers' });
      for (const [index, { caip2 }] of (earn?.vaults ?? []).entries())
        if (!chains?.[caip2])
          context.addIssue({
            code: 'custom',
            path: ['earn', 'vaults', index, 'caip2'],
            message: 'is not one of chains',
          });
    });
}

/** The configuration, with the values of all secrets. */
export type Configuration = Omit<z.output<ReturnType<typeof buildConfigurationSchema>>, '$schema'>;

/** The JSON Schema of the configuration file. */
export const buildConfigurationJsonSchema = (): object => ({
  title: 'The configuration file of Mintmark',
  ...z.toJSONSchema(
    buildConfigurationSchema(
      async () => '',
      async () => '',
    ),
    { io: 'input' },
  ),
});
