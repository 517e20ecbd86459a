import { createClient, type Stamper } from '@mintmark/client';

/** How the user signed in. */
export type Way = 'api-key' | 'stored-key' | 'passkey' | 'email';

/** A user with a key that the service accepts. */
export interface SignedIn {
  readonly way: Way;
  readonly stamper: Stamper;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly userId: string;
  readonly userName: string;
  /** When the service ends the session. A registered key has no such time. */
  readonly expiresAt?: Date | undefined;
}

/** Asks the service whose key this is. */
export async function askWhoSignsIn(
  way: Way,
  stamper: Stamper,
  { organizationId, expiresAt }: { readonly organizationId: string; readonly expiresAt?: Date | undefined },
): Promise<SignedIn> {
  const client = createClient({ baseUrl: location.origin, stamper, organizationId });
  const { organizationName, userId, username: userName } = await client.whoami();
  return { way, stamper, organizationId, organizationName, userId, userName, expiresAt };
}
