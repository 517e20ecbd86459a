import { z } from 'zod';

/** Where a secret is, if it is not in the configuration file itself. */
type SecretReference = { readonly env: string } | { readonly file: string };

/** Reads a secret. Throws an Error whose message says what is wrong, without a value. */
export type ReadSecret = (reference: SecretReference) => Promise<string>;

/** A string that may be in the file, in a variable of the environment or in another file. */
export const secret = <Value extends z.ZodType<unknown, string>>(readSecret: ReadSecret, value: Value) =>
  z
    .union(
      [
        z.string(),
        z.strictObject({ env: z.string().min(1).describe('The name of an environment variable.') }),
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
