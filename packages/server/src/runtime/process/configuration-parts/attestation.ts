import { isAbsolute } from 'node:path';
import { z } from 'zod';

/** How the service gets attestation documents for its boot proofs. */
export const buildAttestation = () =>
  z
    .strictObject({
      command: z
        .array(z.string())
        .min(1)
        .refine(([program = '']) => isAbsolute(program), { error: 'must begin with the absolute path of a program' })
        .describe(
          'The attestation program and its arguments. It receives { manifestDigest, publicKey } as JSON on standard input, and prints the document in base64. It runs once at the start of each process, with a timeout of 30 seconds.',
        ),
    })
    .describe('How the service gets attestation documents. Without this setting, boot proofs are software evidence.');
