import { printable } from '@mintmark/server/core/requests/printable';
import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import type { Candidates } from '../completion/candidate.ts';
import { candidatesFor, shells } from '../completion/candidates.ts';
import { completionScripts } from '../completion/scripts.ts';
import type { Command } from './command.ts';

export const completion: Command = {
  help: `Usage: mintmark completion bash | zsh | fish

Prints a script that completes commands, options, operations and fields in your shell. To load it in every shell:

  bash    in ~/.bashrc:                    eval "$(mintmark completion bash)"
  zsh     in ~/.zshrc, after compinit:     source <(mintmark completion zsh)
  fish    in ~/.config/fish/config.fish:   mintmark completion fish | source

The script runs "mintmark completion candidates -- WORDS" for each completion, so it knows the operations of the installed version.
Nothing is sent.`,

  async run({ words: [what, ...words], commands, surroundings: { print } }) {
    if (what === 'candidates') {
      for (const line of linesOf(candidatesFor(words, commands))) print(line);
      return 0;
    }
    const shell = shells.find((name) => name === what);
    if (!shell) throw new SettingsError(`no such shell: use ${shells.join(', ')}`);
    print(completionScripts[shell]);
    return 0;
  },
};

const linesOf = (candidates: Candidates) =>
  candidates === 'files'
    ? [':files']
    : candidates.map(({ word, about }) => `${word}\t${printable(about ?? '').replace(/(?<=\.) .*/, '')}`);
