import { ApiError } from '../contract/api-error.ts';
import { type Organization, tenantIdOf } from '../contract/organization.ts';
import type { Services } from '../contract/services.ts';

/** How much an organization has stored. */
export interface Stored {
  readonly organization: Organization;
  /** Undefined while the rows of an older version are not counted. */
  readonly bytes: number | undefined;
}

interface NewBytes {
  readonly bytes: number;
  /** Whether it may use the reserve. */
  readonly isAlwaysAllowed: boolean;
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
const leastReserve = 1024 * 1024;

/** How many bytes an organization may store; one at the top together with its sub-organizations. */
export function storageLimit(
  { organizationBytes, signUpBytes, tenantBytes }: Services['limits'],
  { parentId, source }: Pick<Organization, 'parentId' | 'source'>,
): number {
  if (parentId === null) return tenantBytes;
  return source === null ? organizationBytes : Math.min(signUpBytes, organizationBytes);
}

/** What an organization may store beyond its limit, to record what is always allowed. */
export const reserveOf = (limit: number): number => Math.max(leastReserve, Math.floor(limit / 64));

/** Refuses bytes that an organization, or its tenant, has no storage left for. */
export function requireStorage(
  { limits, storage }: Pick<Services, 'limits' | 'storage'>,
  { organization, bytes: stored = 0 }: Stored,
  { bytes, isAlwaysAllowed, isAnonymous }: NewBytes,
): void {
  const isTop = organization.parentId === null;
  const ofTenant = storage.usedBy(tenantIdOf(organization));
  const used = isTop ? Math.max(ofTenant, stored) : stored;
  const limit = storageLimit(limits, organization);
  if (used + bytes > limit + (isAlwaysAllowed ? reserveOf(limit) : 0))
    throw new StorageUsedUp(`the storage is used up: ${used} of ${limit} bytes are used, and this needs ${bytes} more`);
  if (isAlwaysAllowed) return;
  const most = limits.tenantBytes * (isAnonymous ? anonymousShare : 1);
  // How much others have stored is not for a sub-organization.
  if (ofTenant + bytes > most) throw new StorageUsedUp('the storage of the parent organization is used up');
}
