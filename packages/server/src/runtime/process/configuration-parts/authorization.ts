import { z } from 'zod';
import { type ReadSecret, secret } from './secret.ts';

/** The value of a header, which may be a secret. */
export const headerValue = (readSecret: ReadSecret) =>
  secret(
    readSecret,
    z.string().regex(/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/, { error: 'must be the value of a header, in ASCII' }),
  );

/** The value of the header Authorization, for an endpoint that needs one. */
export const authorization = (readSecret: ReadSecret) =>
  headerValue(readSecret).describe('The value of the Authorization header, for example "Bearer …".');
