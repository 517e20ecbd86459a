import { CredentialType } from '@mintmark/schema/fields/credentials/credential';
import { Outcome } from '@mintmark/schema/fields/policies/outcome';
import { SmartContractInterfaceType } from '@mintmark/schema/fields/smart-contracts/smart-contract-interface';
import { AddressFormat } from '@mintmark/schema/fields/wallets/address-format';
import { Curve } from '@mintmark/schema/fields/wallets/curve';
import { z } from 'zod';
import { WrittenPolicies } from './written-policies.ts';

const id = (description: string) => z.guid('must be an id, in the form of a UUID').toLowerCase().describe(description);
const name = (description: string) => z.string().min(1).describe(description);
const flag = (description: string) => z.boolean().describe(description).optional();
const publicKey = (description: string) =>
  z
    .string()
    .regex(/^(?:[0-9a-fA-F]{2})+$/, 'must be hex')
    .toLowerCase()
    .describe(description)
    .optional();

const Credential = z.strictObject({
  type: CredentialType,
  publicKey: name('The public key: hex for an API key, a COSE key in base64url for a passkey.'),
  id: id('The id of the API key or passkey. If absent, a new id is used.').optional(),
  credentialId: name('The id that WebAuthn gave to a passkey, in base64url.').optional(),
});

const User = z.strictObject({
  userId: id('The user.'),
  userName: name('The name, which policies see as alias. If absent, it is the id.').optional(),
  email: name('The e-mail address.').optional(),
  tags: z.array(id('A tag.')).describe('The ids of the tags of the user.').optional(),
  credentials: z
    .array(Credential)
    .min(1)
    .describe('The credentials that the user can stamp with. If absent, a P-256 API key with a generated public key.')
    .optional(),
});

const address = {
  address: name('The address.'),
  addressFormat: AddressFormat,
};

const Account = z.strictObject({
  ...address,
  publicKey: publicKey(
    'The public key in hex, compressed. Required unless the address contains it, as a Solana address does.',
  ),
  walletAccountId: id('The account. If absent, a new id is used.').optional(),
});

const Wallet = z.strictObject({
  walletId: id('The wallet. If absent, a new id is used.').optional(),
  walletName: name('The name, which policies see as label.'),
  imported: flag('Whether it was imported.'),
  exported: flag('Whether it was exported.'),
  accounts: z.array(Account).describe('The accounts of the wallet.').optional(),
});

const PrivateKey = z.strictObject({
  privateKeyId: id('The private key. If absent, a new id is used.').optional(),
  privateKeyName: name('The name, which policies see as label.'),
  imported: flag('Whether it was imported.'),
  exported: flag('Whether it was exported.'),
  tags: z.array(id('A tag.')).describe('The ids of the tags of the private key.').optional(),
  publicKey: publicKey('The public key in hex, compressed. Required unless an address contains it.'),
  curve: Curve.describe('The curve. Required if there is no address.').optional(),
  addresses: z.array(z.strictObject(address)).describe('The addresses of the private key.').optional(),
});

const Interface = z.strictObject({
  smartContractAddress: name('The address of the contract or program.'),
  type: SmartContractInterfaceType,
  smartContractInterface: z
    .union([z.string(), z.array(z.unknown()), z.record(z.string(), z.unknown())])
    .describe('The ABI or IDL, as JSON or as text.'),
});

const Voter = z
  .union(
    [
      id('A user, who stamps with their first credential.'),
      z.strictObject({ userId: id('A user.'), publicKey: name('The public key that the user stamps with.') }),
    ],
    'must be the id of a user, or an object with userId and publicKey',
  )
  .describe('A user. To choose one of several credentials, give the user with a public key.');

const Expectation = z
  .union(
    [
      Outcome,
      z.strictObject({
        outcome: Outcome,
        policies: z
          .record(z.string(), Outcome)
          .describe('The expected outcomes of policies, by policy name.')
          .optional(),
      }),
    ],
    'must be an outcome such as OUTCOME_ALLOW, or an object with an outcome',
  )
  .describe('The expected outcome of the request and, optionally, of individual policies.');

const Case = z.strictObject({
  name: name('What the case shows.'),
  by: Voter.describe('The user who submits the request.'),
  approvedBy: z.array(Voter).describe('The other users who approve it.').optional(),
  now: z.iso
    .datetime('must be a time such as 2027-01-04T09:30:00Z')
    .describe('The time of the request. Required if a policy has a time.')
    .optional(),
  activity: z
    .strictObject({
      type: name('The type of the activity, such as ACTIVITY_TYPE_SIGN_TRANSACTION_V2.'),
      parameters: z.record(z.string(), z.unknown()).describe('Its parameters.'),
    })
    .describe('The request.'),
  expect: Expectation,
});

/** A file of cases: what an organization has, which requests it gets, and what is to become of them. */
export const TestFile = z.strictObject({
  $schema: z.string().describe('The JSON Schema of this file, for editors.').optional(),
  policies: WrittenPolicies,
  interfaces: z.array(Interface).describe('The contract interfaces that decode calls.').optional(),
  rootQuorum: z
    .strictObject({
      threshold: z.int().min(1).describe('How many root users must approve.'),
      userIds: z.array(id('A user.')).min(1).describe('The root users.'),
    })
    .describe('The root quorum, which policies do not restrict. If absent, no user is a root user.')
    .optional(),
  users: z.array(User).min(1).describe('The users.'),
  wallets: z.array(Wallet).describe('The wallets.').optional(),
  privateKeys: z.array(PrivateKey).describe('The private keys.').optional(),
  cases: z.array(Case).min(1).describe('The requests and their expected outcomes.'),
});

export type WrittenCase = z.output<typeof Case>;
export type WrittenFile = z.output<typeof TestFile>;
export type WrittenVoter = z.output<typeof Voter>;

/** The JSON Schema of a file of cases. */
export const buildTestFileJsonSchema = (): object => ({
  title: 'Test cases for mintmark policy test',
  ...z.toJSONSchema(TestFile, { io: 'input' }),
});
