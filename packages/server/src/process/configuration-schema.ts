import { z } from 'zod';
import { isMailAddress, readMailbox } from '../adapters/mail/mail-address.ts';
import { readSmtpUrl, smtpUrlRule } from '../adapters/mail/smtp-address.ts';

/** Where a secret is, if it is not in the configuration file itself. */
export type SecretReference = { readonly env: string } | { readonly file: string };

/** Reads a secret. Throws an Error whose message says what is wrong, without a value. */
export type ReadSecret = (reference: SecretReference) => Promise<string>;

/**
 * The configuration file. Each part is one schema, and an absent part is disabled.
 *
 * @param readSecret Reads the secrets that are elsewhere; the result has the values.
 */
export function buildConfigurationSchema(readSecret: ReadSecret) {
  return z.strictObject({
    $schema: z.string().describe('The JSON Schema of this file, for editors.').optional(),
    outbound: buildOutbound(readSecret).optional(),
    mail: buildMail(readSecret).optional(),
    sms: buildSms(readSecret).optional(),
  });
}

/** The configuration, with the values of all secrets. */
export type Configuration = Omit<z.output<ReturnType<typeof buildConfigurationSchema>>, '$schema'>;

/** The JSON Schema of the configuration file. */
export const buildConfigurationJsonSchema = (): object => ({
  title: 'The configuration file of Mintmark',
  ...z.toJSONSchema(
    buildConfigurationSchema(async () => ''),
    { io: 'input' },
  ),
});

const buildOutbound = (readSecret: ReadSecret) =>
  z
    .strictObject({
      proxyUrl: secret(readSecret, proxyUrl)
        .describe('The proxy for all calls to the outside: http://… or https://…, with credentials if it needs them.')
        .optional(),
    })
    .describe('How the service calls the outside.');

const proxyUrl = z.string().refine(
  (text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && `${url.pathname}${url.search}${url.hash}` === '/';
  },
  { error: 'must be http:// or https:// with a host, and without a path' },
);

const buildMail = (readSecret: ReadSecret) =>
  z
    .strictObject({
      smtpUrl: secret(
        readSecret,
        z.string().refine((text) => readSmtpUrl(text) !== undefined, { error: smtpUrlRule }),
      ).describe(
        'The mail server: smtps://… for TLS, smtp://… for STARTTLS, smtp://…?tls=none for a relay without TLS.',
      ),
      from: mailbox.describe('The sender: an address, or a name with an address in angle brackets.'),
      replyTo: mailbox.describe('Where answers go, if not to the sender.').optional(),
      allowedFrom: z
        .array(z.string().refine(isMailAddress, { error: 'must be an e-mail address' }))
        .describe('The addresses that organizations may choose as the sender of their mail.')
        .optional(),
    })
    .describe('How the service sends mail.');

const mailbox = z
  .string()
  .refine((text) => readMailbox(text) !== undefined, { error: 'must be an e-mail address, or Name <address>' });

const buildSms = (readSecret: ReadSecret) =>
  z
    .strictObject({
      gatewayUrl: secret(readSecret, gatewayUrl).describe(
        'The HTTP gateway for text messages. It gets { to, text, idempotencyKey } as JSON.',
      ),
      authorization: secret(
        readSecret,
        z.string().regex(/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/, { error: 'must be the value of a header, in ASCII' }),
      )
        .describe('The value of the header Authorization, for example "Bearer …".')
        .optional(),
    })
    .describe('How the service sends text messages.');

const gatewayUrl = z.string().refine(
  (text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.hash === '';
  },
  { error: 'must be an http:// or https:// URL' },
);

/** A string that may be in the file, in a variable of the environment or in another file. */
const secret = <Value extends z.ZodType<unknown, string>>(readSecret: ReadSecret, value: Value) =>
  z
    .union(
      [
        z.string(),
        z.strictObject({ env: z.string().min(1).describe('The name of a variable of the environment.') }),
        z.strictObject({ file: z.string().min(1).describe('A path, relative to the directory of this file.') }),
      ],
      { error: 'must be a string, { "env": "NAME" } or { "file": "path" }' },
    )
    .transform(async (written, context) => {
      if (typeof written === 'string') return written;
      try {
        return await readSecret(written);
      } catch (error) {
        context.addIssue((error as Error).message);
        return z.NEVER;
      }
    })
    .pipe(value);
