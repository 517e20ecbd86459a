import { printable } from '@mintmark/server/contract/printable';
import { SettingsError } from '@mintmark/server/process/settings-error';
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

  async run(_, { words: [what, ...words], commands }) {
    if (what === 'candidates') {
      process.stdout.write(linesOf(candidatesFor(words, commands)).join(''));
      return;
    }
    const shell = shells.find((name) => name === what);
    if (!shell) throw new SettingsError(`no such shell: use ${shells.join(', ')}`);
    process.stdout.write(completionScripts[shell]);
  },
};

const linesOf = (candidates: Candidates) =>
  candidates === 'files'
    ? [':files\n']
    : candidates.map(({ word, about }) => `${word}\t${printable(about ?? '').replace(/(?<=\.) .*/, '')}\n`);
