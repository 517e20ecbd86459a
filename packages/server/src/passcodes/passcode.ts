import { generatePrivateKey } from '@mintmark/stamper';
import { openOtp, p256Keys, StamperError, signOtpTarget } from '@mintmark/stamper/bundles';
import type { AuthorityRows } from '../authority/authority-tables.ts';
import type { Authenticated } from '../authority/row-macs.ts';
import { ApiError } from '../contract/api-error.ts';
import type {
  ActivityContext,
  ChangeContext,
  InputsContext,
  PrepareContext,
  ReadContext,
} from '../contract/implement.ts';
import { ofOrganization, ownerColumns } from '../contract/of-organization.ts';
import type { Organization } from '../contract/organization.ts';
import { type SecretPlace, sealSecret, useSecret } from '../keys/sealed-secret.ts';
import { generateCode, hashCode, isCode } from './code.ts';

export type PasscodeRow = Authenticated<AuthorityRows['passcodes']>;

const mostTries = 3;
/** How many passcodes one requester may have that work, and may request within the time below. */
const mostOfRequester = 3;
const requestsMs = 3 * 60 * 1000;
/** No passcode works for longer. */
const longestLifeMs = 600 * 1000;
/** How many rows of the past one new passcode removes. */
const mostRemoved = 100;

/** Whom the requests are counted for. */
export interface Requester {
  readonly contact: string;
  readonly userIdentifier?: string | undefined;
}

/** The keyed hash of a requester. The case of an e-mail address does not matter: it is the same mailbox. */
const requesterHash = (
  { organization, services: { macs } }: Pick<ReadContext, 'organization' | 'services'>,
  { contact, userIdentifier }: Requester,
): Buffer =>
  macs.keyedHash('requester of passcodes', [
    organization.id,
    ...(userIdentifier === undefined ? ['contact', contact.toLowerCase()] : ['identifier', userIdentifier]),
  ]);

/**
 * Refuses a requester who has too many passcodes, or has requested too many within three minutes. The contact is counted as well:
 * whoever chooses the identifiers must not be able to flood somebody's mailbox.
 */
export async function requireFurtherPasscode(context: InputsContext, of: Requester): Promise<void> {
  const { sql, organization, services } = context;
  const now = services.clock().getTime();
  const requester = requesterHash(context, of);
  const rows = await sql<PasscodeRow[]>`
    select * from passcodes
    where ${ofOrganization(sql, organization)} and created_at > ${new Date(now - longestLifeMs)}
      and (requester = ${requester} or lower(contact) = ${of.contact.toLowerCase()})`;
  const genuine = services.macs.genuine('passcodes', rows, ownerColumns(organization));
  const ofIdentifier = genuine.filter((row) => requester.equals(row.requester));
  const ofContact = genuine.filter((row) => row.contact.toLowerCase() === of.contact.toLowerCase());
  for (const recent of [ofIdentifier, ofContact]) requireFewer(recent, now);
}

function requireFewer(recent: readonly PasscodeRow[], now: number): void {
  const requested = recent.filter(({ createdAt }) => createdAt.getTime() > now - requestsMs);
  const live = recent.filter((row) => row.expiresAt.getTime() > now && row.usedAt === null && row.tries < mostTries);
  if (requested.length >= mostOfRequester || live.length >= mostOfRequester) throw new ApiError('MAX_OTP_INITIATED');
}

const keyPlace = (organization: Pick<Organization, 'id' | 'parentId'>, id: string): SecretPlace => ({
  organization,
  table: 'passcodes',
  column: 'private_key',
  id,
});

/** A new passcode, before it is stored. */
export interface NewPasscode {
  readonly code: string;
  /** The key that the client seals the code to; sealed. */
  readonly privateKey: Uint8Array;
  readonly otpEncryptionTargetBundle: string;
}

/** Makes a code, and a key for the client to seal it to. */
export async function createPasscode(
  context: PrepareContext,
  form: { readonly length?: number; readonly isAlphanumeric?: boolean },
): Promise<NewPasscode> {
  const { organization, activityId, services } = context;
  const key = generatePrivateKey('p256');
  const secret = key.bytes();
  try {
    const privateKey = await sealSecret(context, { place: keyPlace(organization, activityId), secret });
    const of = { organizationId: organization.id, otpId: activityId, signer: services.tokenKeys.otp };
    const otpEncryptionTargetBundle = await signOtpTarget(key.publicKey.hex, of);
    return { code: generateCode(form), privateKey, otpEncryptionTargetBundle };
  } finally {
    secret.fill(0);
  }
}

interface PasscodeToStore extends Requester, Pick<NewPasscode, 'code' | 'privateKey'> {
  readonly type: PasscodeRow['type'];
  readonly lifeSeconds: number;
}

/** Stores a new passcode, and removes old ones. Returns when it expires. */
export async function insertPasscode(
  context: ActivityContext,
  { type, contact, userIdentifier, code, privateKey, lifeSeconds }: PasscodeToStore,
): Promise<Date> {
  const { sql, organization, writer, activityId, now, services } = context;
  const here = ofOrganization(sql, organization);
  const old = await sql<PasscodeRow[]>`
    select * from passcodes
    where ${here} and created_at <= ${new Date(now.getTime() - longestLifeMs)}
    order by created_at limit ${mostRemoved}`;
  await writer.remove('passcodes', old);
  const place = { organizationId: organization.id, otpId: activityId };
  const expiresAt = new Date(now.getTime() + lifeSeconds * 1000);
  const row = {
    ...ownerColumns(organization),
    id: activityId,
    type,
    contact,
    requester: requesterHash(context, { contact, userIdentifier }),
    codeHash: hashCode(services.macs, place, code),
    privateKey,
    tries: 0,
    expiresAt,
    usedAt: null,
    createdAt: now,
  };
  await sql`insert into passcodes ${sql(writer.sealed('passcodes', row))}`;
  return expiresAt;
}

/**
 * Counts a try of a passcode before anybody knows whether its code is right, and commits the count. So however many tries arrive at
 * once, and whatever becomes of them, no more than three are judged.
 */
export function takeTry(context: PrepareContext, otpId: string): Promise<PasscodeRow> {
  const { organization, services, change } = context;
  const { macs } = services;
  return change(async (sql) => {
    const passcode = await requirePasscode({ sql, organization, services }, otpId, services.clock());
    if (passcode.tries >= mostTries) throw invalid('it was tried three times');
    const counted = { ...passcode, tries: passcode.tries + 1 };
    await sql`
      update passcodes set tries = ${counted.tries}, mac = ${macs.macOf('passcodes', counted)}
      where ${ofOrganization(sql, organization)} and id = ${passcode.id}`;
    return counted;
  });
}

/** Refuses a code that is not the one of the passcode. */
export function requireCode({ services: { macs } }: PrepareContext, passcode: PasscodeRow, code: string): void {
  const place = { organizationId: passcode.organizationId, otpId: passcode.id };
  if (!isCode(macs, place, code, passcode.codeHash)) throw new ApiError('INVALID_OTP_CODE');
}

/** Opens what a client sealed to the key of a passcode: the code that it was given, and its own key. */
export function openAttempt(
  context: PrepareContext,
  { id, privateKey }: PasscodeRow,
  encryptedOtpBundle: string,
): Promise<{ readonly code: string; readonly publicKey: string }> {
  return useSecret(context, keyPlace(context.organization, id), privateKey, async (secret) => {
    try {
      const { otpCode, publicKey } = await openOtp(encryptedOtpBundle, p256Keys.createPrivateKey(secret));
      return { code: otpCode, publicKey: publicKey.hex };
    } catch (error) {
      if (!(error instanceof StamperError)) throw error;
      throw new ApiError('INVALID_OTP_BUNDLE');
    }
  });
}

/** Uses up a passcode. It may have been used or have expired since its code was judged. */
export async function usePasscode(context: ActivityContext, otpId: string): Promise<void> {
  const { now, writer } = context;
  const passcode = await requirePasscode(context, otpId, now);
  await writer.change('passcodes', [passcode], { usedAt: now });
}

/** Reads a passcode that still works, and locks it for the rest of the transaction. */
async function requirePasscode(
  { sql, organization, services: { macs } }: ReadContext,
  otpId: string,
  now: Date,
): Promise<PasscodeRow> {
  const id = otpId.toLowerCase();
  const rows = await sql<PasscodeRow[]>`
    select * from passcodes where ${ofOrganization(sql, organization)} and id = ${id} for no key update`;
  const [passcode] = macs.genuine('passcodes', rows, { ...ownerColumns(organization), id });
  if (!passcode) throw invalid('there is no such passcode');
  if (passcode.usedAt !== null) throw invalid('it was already used');
  if (passcode.expiresAt <= now) throw invalid('it has expired');
  return passcode;
}

const invalid = (why: string) => new ApiError('INVALID_OTP_CODE', `Invalid OTP code: ${why}`);

/** Removes all passcodes of an organization. */
export async function removePasscodes({ sql, organization, writer }: ChangeContext): Promise<void> {
  const rows = await sql<PasscodeRow[]>`select * from passcodes where ${ofOrganization(sql, organization)}`;
  await writer.remove('passcodes', rows);
}
