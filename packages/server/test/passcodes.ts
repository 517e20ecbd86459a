import { generatePrivateKey, type PrivateKey } from '@mintmark/stamper';
import { sealImportedMnemonic, sealOtp, signImportTarget } from '@mintmark/stamper/bundles';
import {
  buildLoginMessage,
  createP256Signer,
  signClientMessage,
  type VerificationClaims,
} from '@mintmark/stamper/tokens';
import type { MailMessage } from '../src/core/ports/mailer.ts';
import type { Services } from '../src/core/ports/services.ts';
import type { SmsMessage } from '../src/core/ports/sms-gateway.ts';
import { createMemoryMailbox } from '../src/delivery/adapters/mail/development-mailbox.ts';
import { kinds } from '../src/operations/kinds.ts';
import { resultOf } from './organizations.ts';
import { type Actor, type Reply, type Service, type ServiceOptions, startService } from './service.ts';

/** A passcode that was requested, as its client knows it. */
interface Requested {
  readonly organizationId: string;
  readonly otpId: string;
  readonly otpEncryptionTargetBundle: string;
}

/** A verification token, and the key that it is bound to. */
export interface HeldToken {
  readonly verificationToken: string;
  readonly client: PrivateKey;
}

export interface PasscodeService {
  readonly service: Service;
  readonly mails: readonly MailMessage[];
  readonly texts: readonly SmsMessage[];
  /** Requests a passcode for a contact. */
  request(by: Actor, contact: string, more?: object): Promise<Reply>;
  /** The same, if it has to succeed. */
  init(by: Actor, contact: string, more?: object): Promise<Requested>;
  /** The code that was sent to a contact last. */
  codeOf(contact: string): Promise<string>;
  /** Tries a code. */
  tryCode(by: Actor, of: Requested, otpCode: string, client: PrivateKey, more?: object): Promise<Reply>;
  /** Has a contact verified, and returns the token. */
  obtainToken(by: Actor, contact: string, more?: object): Promise<HeldToken>;
}

/** A service that keeps its mail and text messages. */
export async function startPasscodeService(
  replaced: Partial<Services> = {},
  options: ServiceOptions = {},
): Promise<PasscodeService> {
  const mailbox = createMemoryMailbox();
  const texts: SmsMessage[] = [];
  const sms = { send: async (message: SmsMessage) => void texts.push(message) };
  const service = await startService({ mail: mailbox, sms, ...replaced }, { outboxKinds: kinds, ...options });
  const { submit } = service;

  const request: PasscodeService['request'] = (by, contact, more = {}) => {
    const otpType = contact.startsWith('+') ? 'OTP_TYPE_SMS' : 'OTP_TYPE_EMAIL';
    return submit(by, 'init_otp', { otpType, contact, appName: 'Acme', ...more });
  };
  const init: PasscodeService['init'] = async (by, contact, more) => ({
    organizationId: by.organizationId,
    ...resultOf(await request(by, contact, more)),
  });
  const codeOf: PasscodeService['codeOf'] = async (contact) => {
    await service.outbox.idle();
    const sent = [...mailbox.messages, ...texts].findLast(({ to }) => to === contact)?.text ?? '';
    const [code] = /(?<=\n)[0-9A-Z]{6,9}(?=\n)|^[0-9A-Z]{6,9}(?= is your)/.exec(sent) ?? [];
    if (code === undefined) throw new Error(`no code was sent to ${contact}`);
    return code;
  };
  const tryCode: PasscodeService['tryCode'] = async (by, of, otpCode, client, more = {}) => {
    const signerPublicKey = service.services.tokenKeys.otp.publicKey;
    const encryptedOtpBundle = await sealOtp({ otpCode, publicKey: client.publicKey.hex }, { ...of, signerPublicKey });
    return submit(by, 'verify_otp', { otpId: of.otpId, encryptedOtpBundle, ...more });
  };
  return {
    service,
    mails: mailbox.messages,
    texts,
    request,
    init,
    codeOf,
    tryCode,
    async obtainToken(by, contact, more) {
      const client = generatePrivateKey('p256');
      const requested = await init(by, contact);
      const { verificationToken } = resultOf(await tryCode(by, requested, await codeOf(contact), client, more));
      return { verificationToken, client };
    },
  };
}

/** A service in which every operation of signing in can be carried out, with its older types. */
export const startCompleteService = async (replaced: Partial<Services> = {}): Promise<Service> =>
  (await startPasscodeService({ allowsOtpV1: true, ...replaced })).service;

/**
 * Seals any text to the key of a passcode, where sealOtp would refuse it. An import is sealed in the same way and takes any text.
 */
export async function sealAnyText(
  text: string,
  { otpEncryptionTargetBundle }: Pick<Requested, 'otpEncryptionTargetBundle'>,
): Promise<string> {
  const { targetPublic } = JSON.parse(Buffer.from(JSON.parse(otpEncryptionTargetBundle).data, 'hex').toString());
  const own = generatePrivateKey('p256');
  const of = { organizationId: 'any', userId: 'any' };
  const importBundle = await signImportTarget(targetPublic, { ...of, signer: createP256Signer(own.toApiKey()) });
  return sealImportedMnemonic(text, { ...of, importBundle, signerPublicKey: own.publicKey.hex });
}

/** The claims of a token, without verifying it. */
export const claimsOf = (token: string): VerificationClaims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** The signature of the token's key for a login with a session key. */
export const signLogin = ({ verificationToken, client }: HeldToken, sessionPublicKey: string) =>
  signClientMessage(
    buildLoginMessage(claimsOf(verificationToken).id, sessionPublicKey),
    createP256Signer(client.toApiKey()),
  );
