import { apiKeyStampHeader } from '@mintmark/stamper/protocol';
import { StamperError } from '@mintmark/stamper/verify';
import { searchDirectoryForBoth } from '../../core/authority/directory.ts';
import { ApiError } from '../../core/model/api-error.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { Services } from '../../core/ports/services.ts';
import type { Contact } from '../../identity/organizations/login-methods.ts';
import { verifiedColumn } from '../../identity/users/users-with-contact.ts';
import { soughtByContact } from '../../identity/verification-tokens/sought-contact.ts';
import { costOfStamp, proveByNamedKey } from '../auth/admission.ts';
import type { LookUps } from '../auth/look-ups.ts';
import { curveOfScheme, readStamp } from '../auth/read-stamp.ts';
import type { IncomingRequest } from '../http/exchange.ts';

interface Sought {
  readonly parentId: string;
  readonly contact: Contact;
  readonly value: string;
}

interface FindOptions {
  readonly lookUps: LookUps;
  readonly services: Pick<Services, 'macs'>;
  /** Takes what verifying the stamp costs, in comparison with that of a P-256 key. */
  readonly pay: (cost: number) => void;
}

/** How many accounts with the contact and the key are looked at. Only the owner of the contact can make one. */
const maxAccounts = 4;

/**
 * The sub-organization whose API key stamped an anonymous request, if the user of the key has verified the contact. An expired key
 * counts too: the device of a user whose session has ended has no other. Only deleted keys do not.
 *
 * The stamp is verified with the key that it names before anything is looked up. So somebody who knows a key, but does not have it,
 * does not learn whose it is. The body has no timestamp, so a stamp can be used again: that is worth no more than the messages that
 * its owner may ask for.
 */
export async function findStamper(
  { header }: Pick<IncomingRequest, 'header'>,
  raw: Uint8Array,
  { parentId, contact, value }: Sought,
  { lookUps, services: { macs }, pay }: FindOptions,
): Promise<Organization | undefined> {
  if (header(apiKeyStampHeader.toLowerCase()).length === 0) return undefined;
  const read = readStamp(header);
  if (read instanceof ApiError) throw new ApiError('SIGNATURE_INVALID', read.message);
  if (read.kind !== 'apiKey') return undefined;
  pay(costOfStamp(read));
  const isProved = await proveByNamedKey(read, raw).catch((error: unknown) => {
    if (error instanceof StamperError) return false;
    throw error;
  });
  if (!isProved) throw new ApiError('SIGNATURE_INVALID', 'could not verify api key signature');
  const { publicKey, scheme } = read.stamp;
  const ids = await lookUps.read(parentId, (sql) =>
    searchDirectoryForBoth(sql, macs, parentId, {
      first: { kind: 'publicKey', value: publicKey },
      second: soughtByContact(contact, value),
      max: maxAccounts,
    }),
  );
  const found = await Promise.all(
    ids.map((organizationId) => lookUps.findApiKey({ organizationId, publicKey, curve: curveOfScheme[scheme] })),
  );
  const own = found.find(
    ({ organization, credential }) =>
      organization?.parentId === parentId && credential?.[contact] === value && credential[verifiedColumn[contact]],
  );
  return own?.organization;
}
