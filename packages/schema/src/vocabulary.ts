import { z } from 'zod';
import * as examples from './examples/index.ts';
import { findHidden, hiddenClass } from './fields/hidden-characters.ts';

/**
 * The scalar types of the contract. Each takes the description of the field first, so that no field can lack one, and
 * has its own pattern and example. Zod's own formats are not used, because their patterns do not reach the document.
 */

interface Spelling {
  readonly pattern: RegExp;
  /** For a length that a standard limits and the pattern does not. */
  readonly max?: number;
  /** The message for an invalid value, if clients recognise its text. */
  readonly error?: string;
  readonly example: string;
}

const spelled =
  ({ pattern, max, error, example }: Spelling) =>
  (description: string) => {
    const text = z.string(error).regex(pattern, error);
    return (max === undefined ? text : text.max(max, error)).meta({ description, examples: [example] });
  };

/** The pattern, or the empty string. */
const orEmpty = (pattern: RegExp) => new RegExp(`^(?:${pattern.source.slice(1, -1)})?$`);

const uuid = /^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/;

/** An identifier: a UUID in either case. */
export const id = spelled({ pattern: uuid, example: examples.userId });

/** The identifier of a wallet account. Clients recognise its error. */
export const walletAccountId = spelled({
  pattern: uuid,
  error: 'invalid wallet account UUID',
  example: examples.walletAccountId,
});

/** The identifier of an OAuth 2.0 client. Clients recognise its error. */
export const oauth2CredentialId = spelled({
  pattern: uuid,
  error: 'oauth2_credential_id must be set to a UUID',
  example: examples.oauth2CredentialId,
});

/** The identifier of an organization. */
export const organizationId = spelled({ pattern: uuid, example: examples.organizationId });

/** The hash of a request body, which identifies its activity. */
export const fingerprint = spelled({
  pattern: /^sha256:[0-9a-f]{64}$/,
  example: examples.fingerprint,
});

/** An unsigned integer as text; at most 15 digits, so that the value is a safe integer. */
export const wholeNumber = spelled({ pattern: /^(?:0|[1-9][0-9]{0,14})$/, example: '1000' });

/** A point in time as RFC 3339 text in UTC. */
export const rfc3339 = spelled({
  pattern:
    /^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?Z$/,
  example: examples.rfc3339,
});

const wholeSeconds = /^[1-9][0-9]{0,9}$/;

/** A lifetime in whole seconds, at least one. */
export const seconds = spelled({ pattern: wholeSeconds, example: '900' });

/** The lifetime of a one-time passcode: 1 to 600 seconds. */
export const passcodeLifetime = spelled({ pattern: /^(?:[1-9][0-9]?|[1-5][0-9]{2}|600)$/, example: '300' });

/** The lifetime of a verification token: 1 to 86400 seconds. */
export const tokenLifetime = spelled({
  pattern: /^(?:[1-9][0-9]{0,3}|[1-7][0-9]{4}|8[0-5][0-9]{3}|86[0-3][0-9]{2}|86400)$/,
  example: '3600',
});

/** The lifetime of an API key in whole seconds, at least one. */
export const apiKeyLifetime = spelled({
  pattern: wholeSeconds,
  error: 'invalid api key expiration: must be a positive integer string',
  example: '900',
});

/** An amount in the smallest unit of its asset, with at most as many digits as the largest 256-bit integer. */
export const atomicAmount = spelled({ pattern: /^(?:0|[1-9][0-9]{0,77})$/, example: '250000000' });

/** A share as a decimal fraction: 0.0812 is 8.12 percent. */
export const fraction = spelled({ pattern: /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/, example: '0.0812' });

/** A fee on yield of 0 to 4000 basis points. */
export const yieldFeeBps = spelled({ pattern: /^(?:0|[1-9][0-9]{0,2}|[1-3][0-9]{3}|4000)$/, example: '1000' });

/** An amount in raw units, at least one. */
export const positiveAmount = spelled({ pattern: /^[1-9][0-9]{0,77}$/, example: '250000000' });

/** An amount in raw units, at least one, or everything. */
export const amountOrMax = spelled({ pattern: /^(?:max|[1-9][0-9]{0,77})$/, example: '250000000' });

/** A fee of 0 to 500 basis points. */
export const feeBps = spelled({ pattern: /^(?:0|[1-9][0-9]?|[1-4][0-9]{2}|500)$/, example: '30' });

const emailAddress =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** RFC 5321 §4.5.3.1.3: a path of 256 octets, with the angle brackets around the address. */
const longestEmail = 254;

const invalidEmail = 'invalid email address';

/** An e-mail address in ASCII with a dotted domain. */
export const email = spelled({
  pattern: emailAddress,
  max: longestEmail,
  error: invalidEmail,
  example: examples.userEmail,
});

/** An e-mail address, or the empty string for none. */
export const emailOrEmpty = spelled({
  pattern: orEmpty(emailAddress),
  max: longestEmail,
  error: invalidEmail,
  example: examples.userEmail,
});

const e164 = /^\+[1-9][0-9]{6,14}$/;

/** A phone number in E.164 form: at most 15 digits. */
export const phoneNumber = spelled({ pattern: e164, example: examples.userPhoneNumber });

/** A phone number, or the empty string for none. */
export const phoneNumberOrEmpty = spelled({ pattern: orEmpty(e164), example: examples.userPhoneNumber });

/** An e-mail address or a phone number. */
export const contact = spelled({
  pattern: new RegExp(`${emailAddress.source}|${e164.source}`),
  max: longestEmail,
  example: examples.userEmail,
});

/** Whole bytes as hex in either case. */
export const hexBytes = spelled({ pattern: /^(?:[0-9a-fA-F]{2})+$/, example: '9eb435959b07b498' });

/** The same, with or without 0x before it. */
export const prefixedHexBytes = spelled({
  pattern: /^(?:0x)?(?:[0-9a-fA-F]{2})+$/,
  example: examples.unsignedTransaction,
});

/** The data of a call as hex, with or without 0x before it. Libraries write 0x for a call without data. */
export const callData = spelled({
  pattern: /^(?:0x|(?:0x)?(?:[0-9a-fA-F]{2})+)$/,
  example: '0x70a08231000000000000000000000000f39fd6e51aad88f6f4ce6ab8827279cfffb92266',
});

/** One of the two numbers of a signature: 32 bytes as hex without 0x. */
export const signaturePart = spelled({ pattern: /^[0-9a-f]{64}$/, example: examples.transactionSignature.r });

/** The recovery parity of a signature: one byte as hex without 0x. */
export const signatureParity = spelled({ pattern: /^0[01]$/, example: examples.transactionSignature.v });

/** A hash of 32 bytes as the EVM chains write it. */
export const evmHash = spelled({
  pattern: /^0x[0-9a-fA-F]{64}$/,
  example: '0xc6b96208da008581c8401312c6025b96a7028812de06e809b03bf94598d9cefb',
});

/** An address of an EVM chain. */
export const evmAddress = spelled({
  pattern: /^0x[0-9a-fA-F]{40}$/,
  example: examples.walletAddress,
});

/** An address of a contract on an EVM chain, or of a Solana program: 32 bytes in base58. */
export const contractAddress = spelled({
  pattern: /^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/,
  example: examples.stablecoinAddress,
});

/** A CAIP-19 asset identifier, which carries its chain. */
export const caip19 = spelled({
  pattern: /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}\/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}(?:\/[-.%a-zA-Z0-9]{1,78})?$/,
  example: examples.stablecoin,
});

/** A public API key: a compressed point, or the 32 bytes of an ed25519 key. The curve field decides which. */
export const apiPublicKey = spelled({
  pattern: /^(?:0[23])?[0-9a-fA-F]{64}$/,
  example: examples.apiKey.publicKey,
});

/** A compressed P-256 public key. */
export const p256PublicKey = spelled({
  pattern: /^0[23][0-9a-fA-F]{64}$/,
  example: examples.sessionPublicKey,
});

/** A P-256 public key to encrypt to, uncompressed or compressed. */
export const targetPublicKey = spelled({
  pattern: /^(?:04[0-9a-fA-F]{128}|0[23][0-9a-fA-F]{64})$/,
  example: examples.targetPublicKey,
});

/** An ECDSA signature as the 64 bytes r and s. */
export const compactSignature = spelled({
  pattern: /^[0-9a-fA-F]{128}$/,
  example: examples.loginSignature.signature,
});

/** Bytes as base64url without padding. */
export const base64url = spelled({
  pattern: /^(?:(?:[A-Za-z0-9_-]{4})+(?:[A-Za-z0-9_-]{2,3})?|[A-Za-z0-9_-]{2,3})$/,
  example: examples.authenticator.attestation.credentialId,
});

/** Bytes as standard base64; may be empty. */
export const base64 = spelled({
  pattern: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  example: 'bWludG1hcms=',
});

/** A JSON Web Token in compact form. */
export const jwt = spelled({
  pattern: /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/,
  example: examples.session,
});

/** A link with a place for the code of a one-time passcode. */
export const magicLink = spelled({
  error: 'invalid magic link template',
  pattern: /^https?:\/\/[!-~]*(?:%s|\{\{\.OtpCode\}\})[!-~]*$/,
  max: 2048,
  example: 'https://app.example.com/sign-in?code=%s',
});

/** Where a webhook endpoint receives events. */
export const webhookUrl = spelled({
  pattern: /^https?:\/\/[!-~]+$/,
  max: 2048,
  example: examples.webhookUrl,
});

/** A BIP-32 derivation path. */
export const bip32Path = spelled({
  pattern: /^m(?:\/(?:0|[1-9][0-9]{0,9})'?){1,255}$/,
  error: 'invalid path',
  example: "m/44'/60'/0'/0/0",
});

/** How many items a page holds: 1 to 100. */
export const pageLimit = spelled({ pattern: /^(?:[1-9][0-9]?|100)$/, example: '25' });

/** Free text of any length, the empty string included. */
export const text = (description: string) => z.string().meta({ description });

/** Remarks for people, which decide nothing: at most 4,096 characters. */
export const remarks = (description: string) => z.string().max(4096).meta({ description });

/** Text that must not be empty. */
export const nonEmptyText = (description: string) => z.string().min(1).meta({ description });

/** Text of 1 to `max` characters. `error` is the message for a missing or empty one, if clients recognise its text. */
export const boundedText = (description: string, max: number, error?: string) =>
  z.string(error).min(1, error).max(max).meta({ description });

/** An ABI or IDL as JSON text. */
export const contractInterface = (description: string) =>
  boundedText(description, 400_000).meta({ examples: [examples.transferAbi] });

/** Joins what is beside it, or selects its form. Nothing is seen of it where a text begins. */
const joining = '\\u180b-\\u180d\\u180f\\u200c\\u200d\\ufe00-\\ufe0f';
const visible = new RegExp(`^ *[^\\x20${hiddenClass}${joining}][^${hiddenClass}]*$`);

const hiddenError = ({ input }: { readonly input?: unknown }): string => {
  const found = findHidden(String(input));
  return found ? `has the invisible character ${found}` : 'has no visible character';
};

/** A display name: 1 to 256 characters, not only spaces, without characters that nobody sees. */
export const label = (description: string, example: string) =>
  z
    .string()
    .min(1)
    .max(256)
    .regex(visible, { error: hiddenError })
    .meta({ description, examples: [example] });

/** A display name, or the empty string for none. */
export const labelOrEmpty = (description: string, example: string) =>
  z
    .string()
    .max(256)
    .regex(orEmpty(visible), { error: hiddenError })
    .meta({ description, examples: [example] });

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern excludes control characters.
const stored = /^ *[^\x00-\x20\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$/;

/** A display name in an answer. It may be older than the rule about characters that nobody sees. */
export const storedLabel = (description: string, example: string) =>
  z
    .string()
    .min(1)
    .max(256)
    .regex(stored)
    .meta({ description, examples: [example] });

/** The same, or the empty string for none. */
export const storedLabelOrEmpty = (description: string, example: string) =>
  z
    .string()
    .max(256)
    .regex(orEmpty(stored))
    .meta({ description, examples: [example] });

/** A boolean. */
export const flag = (description: string) => z.boolean().meta({ description });
