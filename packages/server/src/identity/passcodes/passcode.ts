import { generatePrivateKey } from '@mintmark/stamper';
import { openOtp, p256Keys, StamperError, signOtpTarget } from '@mintmark/stamper/bundles';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import type { ActivityContext, PrepareContext, ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { type SecretPlace, sealSecret, useSecret } from '../../custody/keys/sealed-secret.ts';
import { generateCode, hashCode, isCode } from './code.ts';
import { passcodesTable } from './passcodes-table.ts';

export type PasscodeRow = Authenticated<RowOf<typeof passcodesTable>>;

const maxTries = 3;
/** How many passcodes of one requester work. */
const maxLive = 3;
/** No passcode works for longer. */
const longestLifeMs = 600 * 1000;
/** How many rows of the past one new passcode removes. */
const maxRemoved = 100;

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

interface PasscodeToStore
  extends Pick<NewPasscode, 'code' | 'privateKey'>,
    Pick<PasscodeRow, 'type' | 'contact' | 'requester'> {
  readonly lifeSeconds: number;
}

/**
 * Stores a new passcode, and removes old ones. Returns when it expires. If too many passcodes of the requester work, the oldest is
 * removed: to refuse the new one would let whoever has the old ones keep others from getting a code.
 */
export async function insertPasscode(
  context: ActivityContext,
  { type, contact, requester, code, privateKey, lifeSeconds }: PasscodeToStore,
): Promise<Date> {
  const { sql, organization, writer, activityId, now, services } = context;
  const here = ofOrganization(sql, organization);
  const oldest = new Date(now.getTime() - longestLifeMs);
  const [old, own] = await Promise.all([
    sql<PasscodeRow[]>`
      select * from passcodes
      where ${here} and created_at <= ${oldest}
      order by created_at limit ${maxRemoved}`,
    sql<PasscodeRow[]>`
      select * from passcodes
      where ${here} and requester = ${requester} and created_at > ${oldest}
        and expires_at > ${now} and used_at is null and tries < ${maxTries}
      order by created_at desc, id desc`,
  ]);
  await writer.remove(passcodesTable, [...old, ...own.slice(maxLive - 1)]);
  const place = { organizationId: organization.id, otpId: activityId };
  const expiresAt = new Date(now.getTime() + lifeSeconds * 1000);
  const row = {
    ...ownerColumns(organization),
    id: activityId,
    type,
    contact,
    requester,
    codeHash: hashCode(services.macs, place, code),
    privateKey,
    tries: 0,
    expiresAt,
    usedAt: null,
    createdAt: now,
  };
  await sql`insert into passcodes ${sql(writer.sealed(passcodesTable, row))}`;
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
    if (passcode.tries >= maxTries) throw invalid('it was tried three times');
    const counted = { ...passcode, tries: passcode.tries + 1 };
    await sql`
      update passcodes set tries = ${counted.tries}, mac = ${macs.macOf(passcodesTable, counted)}
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
  await writer.change(passcodesTable, [passcode], { usedAt: now });
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
  const [passcode] = macs.genuine(passcodesTable, rows, { ...ownerColumns(organization), id });
  if (!passcode) throw invalid('there is no such passcode');
  if (passcode.usedAt !== null) throw invalid('it was already used');
  if (passcode.expiresAt <= now) throw invalid('it has expired');
  return passcode;
}

const invalid = (why: string) => new ApiError('INVALID_OTP_CODE', `Invalid OTP code: ${why}`);
