import type { SigningScheme } from '@mintmark/chains';
import type { AddressFormat, Curve } from '@mintmark/chains/addresses';
import { canonicalAddress } from '@mintmark/chains/addresses';
import type { ReadContext } from '../../core/handlers/implement.ts';
import { type Asked, KeyedRead, Reads } from '../../core/handlers/reads.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { isUuid } from '../../core/model/ids.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { Organization } from '../../core/model/organization.ts';
import { type NestedRow, readNestedRow } from '../../core/tables/nested-row.ts';
import { privateKeysTable } from '../../custody/keys/private-keys-table.ts';
import { walletAccountsTable } from '../../custody/keys/wallet-accounts-table.ts';
import { binaryList } from '../../storage/store/binary-list.ts';
import type { Sql, Statement } from '../../storage/store/database.ts';
import { arrayText } from '../../storage/store/statement.ts';
import type { PrivateKeyRow } from '../private-keys/private-key.ts';
import type { AccountRow } from '../wallets/account.ts';

/** The key that a request names, and everything in the organization that has it. */
export interface Signer {
  readonly curve: Curve;
  /** In hex. */
  readonly publicKey: string;
  /** The format of the address that named the key; none if its id did. */
  readonly addressFormat: AddressFormat | undefined;
  /**
   * The same wallet or private key may be there twice. Policies must allow each of them. Those with another public key have the
   * same taproot address, which belongs to a key and to the negated key.
   */
  readonly accounts: readonly Pick<AccountRow, 'id' | 'walletId' | 'curve' | 'path' | 'publicKey'>[];
  readonly privateKeys: readonly Pick<PrivateKeyRow, 'id' | 'curve' | 'publicKey' | 'secret'>[];
}

/** The rows that have the key that a request names. */
export interface SignerRows {
  readonly accounts: readonly AccountRow[];
  readonly privateKeys: readonly PrivateKeyRow[];
  readonly addressFormat: AddressFormat | undefined;
}

/** Finds the key that signs, by the address of an account or a private key, or by the id of a private key. */
export async function requireSigner(context: ReadContext, signWith: string): Promise<Signer> {
  const signer = signerOf(await readSignerRows(context, signWith));
  if (!signer)
    throw new ApiError('RESOURCE_NOT_FOUND', 'signWith is not a wallet account or private key of this organization');
  return signer;
}

/** Reads everything that has the key that a request names. Policies and handlers need the same rows: they are read once. */
export const readSignerRows = (context: ReadContext, signWith: string): Promise<SignerRows> =>
  (context.reads ?? new Reads()).load(signerRows, context, signWith);

const signerRows = new KeyedRead(findSigners);

/** What one organization asks for: ids of private keys, and addresses. */
interface Names {
  readonly organization: Organization;
  readonly ids: string[];
  readonly addresses: string[];
}

interface FoundRow {
  readonly organizationId: string;
  readonly accounts: readonly NestedRow[] | null;
  readonly privateKeys: readonly NestedRow[] | null;
}

/** Finds the rows of all names with one statement, whether they are those of one organization or of several. */
async function findSigners(
  { sql, services: { macs } }: Pick<ReadContext, 'sql' | 'services'>,
  asked: readonly Asked[],
): Promise<SignerRows[]> {
  const names = namesOf(asked);
  const [first, ...others] = names;
  if (!first) return [];
  const rows = await (others.length === 0
    ? sql<FoundRow[]>`
        select ${first.organization.id}::uuid as organization_id, ${columns(sql, {
          here: ofOrganization(sql, first.organization),
          ids: sql`${first.ids}::uuid[]`,
          addresses: sql`${first.addresses}::text[]`,
        })}`
    : sql<FoundRow[]>`
        select asked.organization_id, ${columns(sql, {
          here: sql`organization_id = asked.organization_id`,
          ids: sql`asked.ids::uuid[]`,
          addresses: sql`asked.addresses::text[]`,
        })}
        from unnest(
          (select ${binaryList(
            'uuid',
            names.map(({ organization }) => organization.id),
          )}::uuid[]),
          (select ${lists(names.map(({ ids }) => ids))}::text[]),
          (select ${lists(names.map(({ addresses }) => addresses))}::text[])
        ) as asked (organization_id, ids, addresses)`);
  const found = new Map(
    names.map(({ organization, addresses }) => {
      const row = rows.find(({ organizationId }) => organizationId === organization.id);
      const owner = ownerColumns(organization);
      const accounts = (row?.accounts ?? []).map((one) => readNestedRow<AccountRow>(walletAccountsTable, one));
      const keys = (row?.privateKeys ?? []).map((one) => readNestedRow<PrivateKeyRow>(privateKeysTable, one));
      return [
        organization.id,
        {
          accounts: macs.genuine(walletAccountsTable, accounts, { ...owner, address: addresses }),
          privateKeys: macs.genuine(privateKeysTable, keys, owner),
        },
      ];
    }),
  );
  return asked.map(({ organization, name }) =>
    rowsOf(found.get(organization.id) ?? { accounts: [], privateKeys: [] }, name),
  );
}

/** Lists as text: PostgreSQL has no lists of lists of different lengths. */
const lists = (those: readonly (readonly string[])[]) => binaryList('text', those.map(arrayText));

function namesOf(asked: readonly Asked[]): readonly Names[] {
  const names = new Map<string, Names>();
  for (const { organization, name } of asked) {
    const known = names.get(organization.id) ?? { organization, ids: [], addresses: [] };
    names.set(organization.id, known);
    if (isUuid(name)) known.ids.push(name.toLowerCase());
    else known.addresses.push(canonicalAddress(name));
  }
  return [...names.values()];
}

/** The accounts and private keys with these ids or addresses, newest first: the same key may be there twice. */
const columns = (sql: Sql, { here, ids, addresses }: Readonly<Record<'here' | 'ids' | 'addresses', Statement>>) => sql`
  (
    select json_agg(wallet_accounts order by created_at desc, id desc) from wallet_accounts
    where ${here} and address = any(${addresses})
  ) as accounts,
  (
    select json_agg(private_keys order by created_at desc, id desc) from private_keys
    where ${here} and (id = any(${ids}) or addresses && ${addresses})
  ) as private_keys`;

/** Those of the rows that a name stands for. */
function rowsOf({ accounts, privateKeys }: Pick<SignerRows, 'accounts' | 'privateKeys'>, name: string): SignerRows {
  if (isUuid(name)) {
    const id = name.toLowerCase();
    return { accounts: [], privateKeys: privateKeys.filter((key) => key.id === id), addressFormat: undefined };
  }
  const address = canonicalAddress(name);
  const ofAddress = {
    accounts: accounts.filter((account) => account.address === address),
    privateKeys: privateKeys.filter(({ addresses }) => addresses.includes(address)),
  };
  const formats = [
    ...ofAddress.accounts.map(({ addressFormat }) => addressFormat),
    ...ofAddress.privateKeys.map(({ addresses, addressFormats }) => addressFormats[addresses.indexOf(address)]),
  ];
  return { ...ofAddress, addressFormat: formats[0] };
}

/** The key of rows, if there are any. */
export function signerOf({ accounts, privateKeys, addressFormat }: SignerRows): Signer | undefined {
  const [first, ...others] = [...accounts, ...privateKeys];
  if (!first) return undefined;
  const { curve, publicKey } = first;
  const isSameKey = (other: Pick<AccountRow, 'curve' | 'publicKey'>) =>
    other.curve === curve &&
    (other.publicKey === publicKey || (isTaproot(addressFormat) && xOf(other.publicKey) === xOf(publicKey)));
  if (!others.every(isSameKey)) throw new Error('two keys have the same address');
  return {
    curve,
    publicKey,
    addressFormat,
    accounts: accounts.map(({ id, walletId, path, ...row }) => ({
      id,
      walletId,
      curve,
      path,
      publicKey: row.publicKey,
    })),
    privateKeys: privateKeys.map(({ id, secret, ...row }) => ({ id, curve, publicKey: row.publicKey, secret })),
  };
}

const isTaproot = (format: AddressFormat | undefined): boolean => format?.endsWith('_P2TR') === true;

/** The X of a compressed point in hex. */
const xOf = (publicKey: string): string => publicKey.slice(2);

/** How the key signs digests and messages: a taproot or Spark address has a scheme of its own. */
export function schemeOf({ curve, addressFormat }: Pick<Signer, 'curve' | 'addressFormat'>): SigningScheme {
  if (curve === 'CURVE_ED25519') return 'ed25519';
  if (isTaproot(addressFormat)) return 'bip341';
  if (addressFormat?.startsWith('ADDRESS_FORMAT_SPARK_')) return 'bip340';
  return 'ecdsa';
}
