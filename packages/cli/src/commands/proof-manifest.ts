import { readManifest } from '@mintmark/server/custody/proofs/manifest';
import type { Command } from './command.ts';

export const proofManifest: Command = {
  help: `Usage: mintmark proof manifest

Prints, as JSON, the manifest that a service started from this installation includes in its boot proofs. It needs no service.
codeDigest covers the files of the program: "covers" is "bundle" for the built program, which includes its packages, and "sources"
if the sources run in a clone. Two installations of the same version have the same codeDigest, so print it on a machine that you
trust, and pass it to "mintmark proof verify --code-digest".`,

  async run({ surroundings }) {
    surroundings.print(JSON.stringify(JSON.parse((await readManifest()).text), undefined, 2));
    return 0;
  },
};
