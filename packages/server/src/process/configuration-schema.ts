import { z } from 'zod';
import { isMailAddress, readMailbox } from '../adapters/mail/mail-address.ts';
import { readSmtpUrl, smtpUrlRule } from '../adapters/mail/smtp-address.ts';

/** Where a secret is, if it is not in the configuration file itself. */
export type SecretReference = { readonly env: string } | { readonly file: string };

/** Reads a secret. Throws an Error whose message says what is wrong, without a value. */
export type ReadSecret = (reference: SecretReference) => Promise<string>;

/** Checks a file with the keys of an issuer, and returns its absolute path. Throws an Error that says what is wrong. */
export type CheckJwksFile = (path: string) => Promise<string>;

/**
 * The configuration file. Each part is one schema, and an absent part is disabled.
 *
 * @param readSecret Reads the secrets that are elsewhere; the result has the values.
 */
export function buildConfigurationSchema(readSecret: ReadSecret, checkJwksFile: CheckJwksFile) {
  return z
    .strictObject({
      $schema: z.string().describe('The JSON Schema of this file, for editors.').optional(),
      outbound: buildOutbound(readSecret).optional(),
      mail: buildMail(readSecret).optional(),
      sms: buildSms(readSecret).optional(),
      oidc: buildOidc(checkJwksFile).optional(),
      oauth2: buildOauth2().optional(),
    })
    .superRefine(({ oidc, oauth2 }, context) => {
      // Each issuer has its own keys, so a token must have one meaning.
      if (oidc?.issuers.some(({ issuer }) => issuer === oauth2?.issuer))
        context.addIssue({ code: 'custom', path: ['oauth2', 'issuer'], message: 'is also one of oidc.issuers' });
    });
}

/** The configuration, with the values of all secrets. */
export type Configuration = Omit<z.output<ReturnType<typeof buildConfigurationSchema>>, '$schema'>;

/** The JSON Schema of the configuration file. */
export const buildConfigurationJsonSchema = (): object => ({
  title: 'The configuration file of Mintmark',
  ...z.toJSONSchema(
    buildConfigurationSchema(
      async () => '',
      async () => '',
    ),
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

const buildOidc = (checkJwksFile: CheckJwksFile) =>
  z
    .strictObject({
      issuers: z
        .array(buildIssuer(checkJwksFile))
        .superRefine((issuers, context) => {
          for (const [index, { issuer }] of issuers.entries()) {
            if (issuers.findIndex((other) => other.issuer === issuer) < index)
              context.addIssue({ code: 'custom', path: [index, 'issuer'], message: 'is on the list twice' });
          }
        })
        .describe('The identity providers whose ID tokens are accepted.'),
    })
    .describe('Signing in with OpenID Connect.');

const buildIssuer = (checkJwksFile: CheckJwksFile) =>
  z.strictObject({
    issuer: endpoint
      .refine((text) => !/[?#]/.test(text), { error: 'must have no query and no fragment' })
      .describe('The issuer, exactly as the claim iss of its tokens has it.'),
    audiences: z
      .array(z.string().min(1))
      .min(1)
      .describe('The accepted audiences, which are client ids; by default all.')
      .optional(),
    jwksFile: z
      .string()
      .min(1)
      .describe(
        'A file with the keys of the issuer (RFC 7517), relative to the directory of this file. Nothing is fetched then.',
      )
      .transform(async (path, context) => {
        try {
          return await checkJwksFile(path);
        } catch (error) {
          context.addIssue((error as Error).message);
          return z.NEVER;
        }
      })
      .optional(),
  });

const buildOauth2 = () =>
  z
    .strictObject({
      issuer: endpoint
        .refine((text) => text.startsWith('https://'), { error: 'must be https://' })
        .refine((text) => !/[?#]/.test(text), { error: 'must have no query and no fragment' })
        .describe('The public URL of this service. It is the issuer of the tokens that the service itself signs.'),
      alpha: buildOauth2Provider().describe('OAUTH2_PROVIDER_ALPHA').optional(),
      beta: buildOauth2Provider().describe('OAUTH2_PROVIDER_BETA').optional(),
    })
    .describe('Signing in with OAuth 2.0 providers that issue no ID tokens.');

const buildOauth2Provider = () =>
  z.strictObject({
    tokenUrl: endpoint.describe('Where a code is exchanged for an access token.'),
    userInfoUrl: endpoint.describe('Where the provider says who the user of an access token is.'),
    subjectPath: z
      .string()
      .regex(/^[^.]+(?:\.[^.]+)*$/, { error: 'must be names of members with dots between them, such as data.id' })
      .describe('The member of that answer that is the id of the user, such as data.id; by default sub.')
      .optional(),
    clientAuthentication: z
      .enum(['basic', 'post'])
      .describe('How the client authenticates: in the header (basic, the default) or in the body (post).')
      .optional(),
  });

const endpoint = z.string().refine(
  (text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:\/\//.test(text) && url.username === '' && url.password === '';
  },
  { error: 'must be https:// or http:// with a host, and without credentials' },
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
