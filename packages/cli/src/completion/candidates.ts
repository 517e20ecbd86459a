import { readContractDocument } from '../call/contract-document.ts';
import { findOperation, operationsOf } from '../call/operation.ts';
import { writtenSchema } from '../call/written-schema.ts';
import type { Candidate, Candidates } from './candidate.ts';
import { fieldCandidates } from './field-candidates.ts';

/** What completion reads of a command. */
interface CompletedCommand {
  readonly summary: string;
  readonly options?: readonly string[];
  readonly flags?: readonly string[];
  readonly takesWords?: true;
}

export const shells = ['bash', 'zsh', 'fish'] as const;

/** The options whose values are known here. The others take files, or values that only their user knows. */
const optionValues: Readonly<Record<string, Candidates>> = {
  output: [{ word: 'json' }, { word: 'table' }],
  curve: [{ word: 'p256' }, { word: 'secp256k1' }, { word: 'ed25519' }],
  json: 'files',
  key: 'files',
  file: 'files',
  heads: 'files',
  policies: 'files',
};

/**
 * Finds what could stand at the cursor.
 *
 * @param words The words after `mintmark` up to the cursor; the last one is where the cursor is, and may be empty.
 */
export function candidatesFor(
  words: readonly string[],
  commands: Readonly<Record<string, CompletedCommand>>,
): Candidates {
  const current = words.at(-1) ?? '';
  const { operands, option } = readWords(words.slice(0, -1), commands);
  if (option !== undefined) return startingWith(optionValues[option] ?? [], current);
  const [name, entry] = findCommand(operands, commands) ?? [];
  if (current.startsWith('-')) return startingWith(optionsOf(entry), current);
  if (name === undefined || entry === undefined) return startingWith(nextWords(operands, commands), current);
  const rest = operands.slice(name.split(' ').length);
  if (name === 'call') return startingWith(callCandidates(rest, current), current);
  if (name === 'completion' && rest.length === 0)
    return startingWith(
      shells.map((word) => ({ word })),
      current,
    );
  return ['policy', 'proof'].includes(name.split(' ')[0] ?? '') && entry.takesWords ? 'files' : [];
}

function callCandidates([name, ...fields]: readonly string[], current: string): Candidates {
  const document = readContractDocument();
  const operations = operationsOf(document);
  if (name === undefined) return operations.map(({ name: word, summary: about }) => ({ word, about }));
  const isKnown = operations.some((operation) => operation.name === name || operation.id === name);
  if (!isKnown) return [];
  return fieldCandidates(document, writtenSchema(document, findOperation(operations, name)), current, fields);
}

const startingWith = (candidates: Candidates, start: string): Candidates =>
  candidates === 'files' ? candidates : candidates.filter(({ word }) => word.startsWith(start));

/** Splits words into options and others. An option at the end that takes a value is what the cursor stands after. */
function readWords(words: readonly string[], commands: Readonly<Record<string, CompletedCommand>>) {
  const withValue = new Set(Object.values(commands).flatMap(({ options = [] }) => options));
  const operands: string[] = [];
  let option: string | undefined;
  for (const word of words) {
    const isValue = option !== undefined;
    option = undefined;
    if (isValue) continue;
    if (!word.startsWith('-')) operands.push(word);
    else if (withValue.has(word.slice(2))) option = word.slice(2);
  }
  return { operands: operands[0] === 'help' ? operands.slice(1) : operands, option };
}

const findCommand = (operands: readonly string[], commands: Readonly<Record<string, CompletedCommand>>) =>
  Object.entries(commands).find(([name]) => {
    const parts = name.split(' ');
    return operands.slice(0, parts.length).join(' ') === parts.join(' ');
  });

function nextWords(operands: readonly string[], commands: Readonly<Record<string, CompletedCommand>>): Candidate[] {
  const found = new Map<string, string | undefined>();
  for (const [name, { summary }] of Object.entries(commands)) {
    const parts = name.split(' ');
    if (parts.length <= operands.length || parts.slice(0, operands.length).join(' ') !== operands.join(' ')) continue;
    const word = parts[operands.length] ?? '';
    // The first word of several commands has no summary of its own.
    found.set(word, parts.length === operands.length + 1 ? summary : undefined);
  }
  return [...found].map(([word, about]) => ({ word, about }));
}

const optionsOf = ({ options = [], flags = [] }: Partial<CompletedCommand> = { flags: ['version'] }): Candidate[] =>
  [...options, ...flags, 'help'].map((name) => ({ word: `--${name}` }));
