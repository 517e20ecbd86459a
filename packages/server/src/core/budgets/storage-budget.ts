import { ApiError } from '../model/api-error.ts';
import { type Organization, tenantIdOf } from '../model/organization.ts';
import type { Services } from '../ports/services.ts';
import type { StorageUse } from './always-allowed.ts';

/** How much an organization has stored. */
export interface Stored {
  readonly organization: Organization;
  /** Undefined while the rows of an older version are not counted. */
  readonly bytes: number | undefined;
}

interface NewBytes {
  readonly bytes: number;
  readonly use: StorageUse | 'denied';
  /** Whether it comes from somebody who signed up, or signs up, anonymously. */
  readonly isAnonymous: boolean;
}

/** Refuses a request because the storage is used up. It is never stored with an activity: a later approval may succeed. */
export class StorageUsedUp extends ApiError {
  constructor(message: string) {
    super('RESOURCE_LIMIT_EXCEEDED', message);
  }
}

/** The part of a tenant's storage that anonymous sign-ups may fill: the rest is for its own users. */
const anonymousShare = 0.9;
/** The part up to which they may sign in. */
const anonymousSignInShare = 0.95;
/** The part of its storage up to which an organization records what was denied: any user can have that refused again and again. */
const deniedShare = 0.5;
const minReserve = 1024 * 1024;

/** How many bytes an organization may store; one at the top together with its sub-organizations. */
export function storageLimit(
  { organizationBytes, signUpBytes, tenantBytes }: Services['limits'],
  { parentId, source }: Pick<Organization, 'parentId' | 'source'>,
): number {
  if (parentId === null) return tenantBytes;
  return source === null ? organizationBytes : Math.min(signUpBytes, organizationBytes);
}

/**
 * What an organization may store beyond its limit. Half of it is for signing in, so that nobody uses up by signing in what
 * others need to delete and to export.
 */
export const reserveOf = (limit: number): number => Math.max(minReserve, Math.floor(limit / 64));

/** Refuses bytes that an organization, or its tenant, has no storage left for. */
export function requireStorage(
  { limits, storage }: Pick<Services, 'limits' | 'storage'>,
  { organization, bytes: stored = 0 }: Stored,
  { bytes, use, isAnonymous }: NewBytes,
): void {
  const limit = storageLimit(limits, organization);
  const reserve = reserveOf(limit);
  const max = { ordinary: limit, denied: limit * deniedShare, signIn: limit + reserve / 2, ending: limit + reserve }[
    use
  ];
  const ofTenant = storage.usedBy(tenantIdOf(organization));
  // Whatever its sub-organizations store, an organization at the top can sign in, delete and export.
  const isOwn = use === 'ending' || (use === 'signIn' && !isAnonymous);
  const used = organization.parentId === null && !isOwn ? Math.max(ofTenant, stored) : stored;
  if (used + bytes > max)
    throw new StorageUsedUp(`the storage is used up: ${used} of ${limit} bytes are used, and this needs ${bytes} more`);
  if (isOwn) return;
  const anonymous = use === 'signIn' ? anonymousSignInShare : anonymousShare;
  // How much others have stored is not for a sub-organization.
  if (ofTenant + bytes > limits.tenantBytes * (isAnonymous ? anonymous : 1))
    throw new StorageUsedUp('the storage of the parent organization is used up');
}
