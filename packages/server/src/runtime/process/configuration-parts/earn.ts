import { EarnProvider } from '@mintmark/schema/fields/earn/earn-vault';
import { EvmChain } from '@mintmark/schema/fields/transactions/evm-chain';
import { z } from 'zod';

const address = () =>
  z.string().regex(/^0x[0-9a-fA-F]{40}$/, { error: 'must be an address: 0x and 40 hexadecimal digits' });

/** The vaults that organizations can enable. */
export const buildEarn = () =>
  z
    .strictObject({
      vaults: z
        .array(
          z.strictObject({
            caip2: EvmChain.describe('The chain of the vault. It must be one of chains.'),
            address: address().describe('The address of the vault, which must follow ERC-4626.'),
            provider: EarnProvider.describe('The provider of the vault.'),
            curator: z
              .string()
              .describe('The names of the curators, separated by commas. Vaults of EARN_PROVIDER_BETA have none.')
              .optional(),
          }),
        )
        .describe('The vaults that organizations can enable.'),
      deployer: address()
        .describe(
          'The account that pays for the deployment of wrappers. It must be an account of the organization that deploys. Without this setting, wrappers cannot be deployed.',
        )
        .optional(),
      serviceFeeBps: z
        .int()
        .min(0)
        .max(1000)
        .describe("The service's own fee on yield, in basis points, at most 1,000. By default 0.")
        .optional(),
      serviceFeeWallet: address().describe('The address that receives the service fee.').optional(),
    })
    .superRefine(({ vaults, serviceFeeBps = 0, serviceFeeWallet }, context) => {
      if (serviceFeeBps > 0 && serviceFeeWallet === undefined)
        context.addIssue({
          code: 'custom',
          path: ['serviceFeeWallet'],
          message: 'is missing: serviceFeeBps requires it',
        });
      const seen = new Set<string>();
      for (const [index, vault] of vaults.entries()) {
        const key = `${vault.caip2}/${vault.address.toLowerCase()}`;
        if (seen.has(key))
          context.addIssue({ code: 'custom', path: ['vaults', index, 'address'], message: 'is listed twice' });
        seen.add(key);
      }
    })
    .describe('The yield vaults that organizations can enable, and the service fee.');
