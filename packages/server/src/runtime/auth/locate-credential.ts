import type { ErrorName } from '@mintmark/schema';
import { searchDirectory } from '../../core/authority/directory.ts';
import type { RowMacs } from '../../core/authority/row-macs.ts';
import { ApiError } from '../../core/model/api-error.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { DirectoryKind } from '../../core/tables/searchable-values.ts';
import type { Found } from './find-credential.ts';
import type { LookUps } from './look-ups.ts';

/** Which organizations a credential may be found in. */
export interface LookUp {
  /** The organization that the request names. */
  readonly organizationId: string;
  /** Whether the request may name the parent organization instead of the sub-organization that has the credential. */
  readonly resolvesParent: boolean;
  /** Whether the operation accepts an attested stamp. */
  readonly acceptsAttested: boolean;
}

/** How to find a credential. */
interface Sought<Credential> {
  /** Looks it up in one organization. */
  readonly findIn: (organizationId: string) => Promise<Found<Credential>>;
  /** How the directory has it. */
  readonly kind: DirectoryKind;
  readonly value: string;
  readonly notFound: ErrorName;
}

interface Located<Credential> {
  /** The organization that the request is about. */
  readonly target: Organization;
  /** The organization of the credential's user. */
  readonly home: Organization;
  readonly credential: Credential;
}

/**
 * How many sub-organizations are asked. One public key can be registered in any number of them, also for another curve, and
 * without proof of possession. If there are more than are asked, none can be chosen: the one left out may be the right one.
 */
const maxBelow = 4;

/** Finds a credential in the organization itself, else in its parent, else (if allowed) in its one sub-organization. */
export async function locateCredential<Credential>(
  lookUps: LookUps,
  macs: RowMacs,
  { organizationId, resolvesParent }: LookUp,
  { findIn, kind, value, notFound }: Sought<Credential>,
): Promise<Located<Credential>> {
  const { organization: named, credential: own } = await findIn(organizationId);
  if (!named) throw new ApiError(notFound);
  if (own) return { target: named, home: named, credential: own };
  if (named.parentId !== null) {
    const { organization: parent, credential } = await findIn(named.parentId);
    if (parent && credential) return { target: named, home: parent, credential };
    throw new ApiError(notFound);
  }
  if (!resolvesParent) throw new ApiError(notFound);
  const search = { parentId: named.id, kind, value };
  const ids = await lookUps.read(named.id, (sql) => searchDirectory(sql, macs, search, { max: maxBelow + 1 }));
  if (ids.length > maxBelow) throw new ApiError('CREDENTIAL_CONFLICT');
  const found = await Promise.all(ids.map(findIn));
  const [below, another] = found.flatMap(({ organization, credential }) =>
    credential && organization?.parentId === named.id ? { target: organization, home: organization, credential } : [],
  );
  if (!below) throw new ApiError(notFound);
  if (another) throw new ApiError('CREDENTIAL_CONFLICT');
  return below;
}
