import { hash, randomUUID } from 'node:crypto';
import type { ChangeContext } from '../src/core/handlers/implement.ts';
import { ownerColumns } from '../src/core/model/of-organization.ts';
import type { Services } from '../src/core/ports/services.ts';
import { identityText } from '../src/core/tables/searchable-values.ts';
import { oauthProvidersTable } from '../src/identity/credentials/oauth-providers-table.ts';
import { oauth2CredentialsTable } from '../src/identity/credentials/oauth2-credentials-table.ts';
import { testAudience, testIssuer } from './test-issuer.ts';

const ether = { caip19: 'eip155:1/slip44:60', symbol: 'ETH', name: 'Ether', decimals: 18 };

/** Services without a network: every OAuth 2.0 client authenticates the same user, and every receiver has swap fees. */
export const trustingServices: Pick<Services, 'clientSecrets' | 'oauth2' | 'swap' | 'followedAssets'> = {
  clientSecrets: { open: async () => 'secret' },
  oauth2: {
    issuer: 'https://own.example',
    isConfigured: () => true,
    authenticate: async () => ({ subject: 'alpha:1' }),
  },
  swap: { claimable: async () => 1n, claim: async () => {} },
  followedAssets: new Map([['eip155:1', { native: ether, tokens: new Map() }]]),
};

/** The subject of a person at the test issuer. */
export const knownPerson = 'known person';

/** The id of an OAuth 2.0 client at its provider. */
export const knownClient = 'client';

/** Links a subject at the test issuer to a user. */
export async function insertLink(
  { sql, organization, writer, now }: ChangeContext,
  { id, userId, subject }: Readonly<Record<'id' | 'userId' | 'subject', string>>,
): Promise<void> {
  const identity = { issuer: testIssuer.issuer, audience: testAudience, subject };
  const row = {
    ...ownerColumns(organization),
    id,
    userId,
    name: 'ID',
    ...identity,
    identity: hash('sha256', identityText(identity), 'buffer'),
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
  await sql`insert into oauth_providers ${sql(writer.sealed(oauthProvidersTable, row))}`;
}

/** Adds an OAuth 2.0 client whose secret does not open, and returns its id. */
export async function insertOauth2Client({ sql, organization, writer, now }: ChangeContext): Promise<string> {
  const id = randomUUID();
  const row = {
    ...ownerColumns(organization),
    id,
    provider: 'OAUTH2_PROVIDER_ALPHA',
    clientId: knownClient,
    encryptedClientSecret: 'ab'.repeat(97),
    createdAt: now,
    updatedAt: now,
  } as const;
  await sql`insert into oauth2_credentials ${sql(writer.sealed(oauth2CredentialsTable, row))}`;
  return id;
}
