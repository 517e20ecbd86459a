import { printable } from '@mintmark/server/core/requests/printable';
import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import { readContractDocument } from '../call/contract-document.ts';
import { operationsOf } from '../call/operation.ts';
import { matchingOperations, operationLines } from '../call/operation-list.ts';
import { terminalJson } from '../terminal/terminal-json.ts';
import type { Command } from './command.ts';
import { readOutput } from './read-output.ts';

export const operations: Command = {
  help: `Usage: mintmark operations [WORD] [--output json|table]

Lists the operations that "mintmark call" can call, grouped as in the documentation: the name, the kind, and what it does. An activity
changes something, a query reads, and a sign-up call needs no key. With WORD, lists those that have it in their name or summary. The
service need not run.

Options
  --output json|table    how to print the list (default: table)`,

  async run({ options: { output }, words, surroundings }) {
    if (words.length > 1) throw new SettingsError('more than one word is given');
    const format = readOutput(output);
    const found = matchingOperations(operationsOf(readContractDocument()), words[0]);
    if (found.length === 0) throw new SettingsError(`no operation has the word ${printable(words[0] ?? '')}`);
    const rows = found.map(({ name, kind, tag, summary }) => ({ name, kind, tag, summary }));
    surroundings.print(format === 'json' ? terminalJson(rows) : operationLines(found).join('\n'));
    return 0;
  },
};
