import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Checks a file with the keys of an issuer, and returns its absolute path. Throws an Error that says what is wrong. */
export type CheckJwksFile = (path: string) => Promise<string>;

/** Signing in with OpenID Connect. */
export const buildOidc = (checkJwksFile: CheckJwksFile) =>
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
      .describe('The issuer, exactly as in the iss claim of its tokens.'),
    audiences: z
      .array(z.string().min(1))
      .min(1)
      .describe('The accepted audiences, which are client ids; by default all.')
      .optional(),
    jwksFile: z
      .string()
      .min(1)
      .describe(
        'A file with the keys of the issuer (RFC 7517), relative to the directory of this file. The service then fetches nothing.',
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
