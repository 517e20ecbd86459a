import { readFileSync } from 'node:fs';
import { format, parseArgs } from 'node:util';
import { AuditError } from '@mintmark/server/activities/audit-proof/audit-error';
import { SecretsError } from '@mintmark/server/custody/secrets/secrets-error';
import { AttesterError } from '@mintmark/server/delivery/adapters/attestation/attester-error';
import { OperatorKeyError } from '@mintmark/server/runtime/operator-keys/operator-key-error';
import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import { UnsafeFileError } from '@mintmark/server/storage/files/own-file';
import { StoreError } from '@mintmark/server/storage/store/store-error';
import { looksLikeKey } from './call/looks-like-key.ts';
import type { CommandEntry } from './commands/command.ts';
import { commands } from './commands/command-table.ts';
import { PolicyFileError } from './policy-review/policy-file-error.ts';
import type { Surroundings } from './surroundings.ts';

/** The environment variables to use instead of options that users may try. */
const settings: Readonly<Record<string, string>> = {
  '--host': 'HOST',
  '--port': 'PORT',
  '--data-dir': 'MINTMARK_DATA_DIR',
  '--database-url': 'DATABASE_URL',
};

const helpOf = (names: readonly string[], group: string) => `Usage: mintmark ${group}<command>

${names.map((name) => `  ${name.padEnd(22)}${commands[name]?.summary}`).join('\n')}

mintmark <command> --help shows details, including which environment variables it reads. mintmark --version prints the version.`;

/** Runs the program with the words after its name, and resolves to its exit code. What goes wrong is reported, and not thrown. */
export async function runProgram(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const line = readLine(args);
  try {
    return await run(line, surroundings);
  } catch (error) {
    surroundings.report(await sentenceFor(error));
    return line.entry?.errorCode ?? 1;
  }
}

/** A command line, split into its parts. */
interface Line {
  /** Whether its first word asks for help. */
  readonly isHelp: boolean;
  /** The command, or words that name none. */
  readonly name: string;
  readonly entry: CommandEntry | undefined;
  /** The words after the command. */
  readonly operands: readonly string[];
  /** The options as they were written. */
  readonly options: readonly string[];
  readonly values: Readonly<Record<string, string | undefined>>;
}

function readLine(args: readonly string[]): Line {
  const { words, options, values } = readArguments(args);
  const isHelp = words[0] === 'help';
  const { name, operands } = readName(isHelp ? words.slice(1) : words);
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return { isHelp, name, entry, operands, options, values };
}

async function run({ isHelp, name, entry, operands, options, values }: Line, surroundings: Surroundings) {
  const { print } = surroundings;
  const group = Object.keys(commands).filter((command) => command.startsWith(`${name} `));
  const help = group.length > 0 ? helpOf(group, `${name} `) : helpOf(Object.keys(commands), '');
  const { options: own = [], flags = [] } = entry ?? {};
  const ofProgram = name === '' ? ['version'] : [];
  const known = ['-h', ...['help', ...ofProgram, ...own, ...flags].map((option) => `--${option}`)];
  const unknown = options.find((option) => !known.includes(option));
  if (unknown !== undefined) {
    const more = entry ? `  "mintmark ${name} --help" lists the options` : `\n${help}`;
    const instead = name === 'call' && !isSecret(unknown) ? '; a field has no dashes: name=text' : insteadOf(unknown);
    throw new SettingsError(`unknown option: ${unknown}${instead}\n${more}`);
  }
  const asksForHelp = isHelp || options.includes('--help') || options.includes('-h');
  if (asksForHelp && group.length > 0) {
    print(help);
    return 0;
  }
  if (name !== '' && !entry) throw new SettingsError(`no such command: ${name}\n\n${help}`);
  if (!entry) {
    print(options.includes('--version') ? readVersion() : help);
    return 0;
  }
  const command = await entry.load();
  if (asksForHelp) {
    print(typeof command.help === 'string' ? command.help : await command.help(operands));
    return 0;
  }
  const empty = own.find((option) => options.includes(`--${option}`) && !values[option]);
  if (empty !== undefined) throw new SettingsError(`--${empty} needs a value`);
  const set = new Set(flags.filter((flag) => options.includes(`--${flag}`)));
  const option = operands.length === 0 ? undefined : entry.operand;
  if (option !== undefined && values[option] !== undefined) throw new SettingsError(`--${option} is given twice`);
  return await command.run({
    options: option === undefined ? values : { ...values, [option]: operands[0] },
    words: operands,
    flags: set,
    commands,
    surroundings,
  });
}

/** Splits words into a command and the words after it, if the command takes any. */
function readName(words: readonly string[]): { readonly name: string; readonly operands: readonly string[] } {
  const name = words.join(' ');
  for (const [command, { operand, takesWords }] of Object.entries(commands)) {
    const length = command.split(' ').length;
    const operands = words.slice(length);
    const max = takesWords ? Number.POSITIVE_INFINITY : operand ? 1 : 0;
    if (words.slice(0, length).join(' ') === command && operands.length <= max) return { name: command, operands };
  }
  return { name, operands: [] };
}

/** Splits a command line into words, options as they were written, and the values of options. */
function readArguments(args: readonly string[]) {
  const names = Object.values(commands).flatMap(({ options = [] }) => options);
  const options = Object.fromEntries(names.map((option) => [option, { type: 'string' as const }]));
  const { positionals, tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const found = tokens.filter((token) => token.kind === 'option');
  return {
    words: positionals,
    options: found.map(({ name, rawName, value }) =>
      value === undefined || names.includes(name) || isSecret(name) || looksLikeKey(value)
        ? rawName
        : `${rawName}=${value}`,
    ),
    // An option after an option is not its value: --name --file would make an organization with the name "--file".
    values: Object.fromEntries(
      found.map(({ name, value, inlineValue }) => [
        name,
        inlineValue || value === '-' || !value?.startsWith('-') ? value : undefined,
      ]),
    ),
  };
}

/** Options that no command has, but that a key would be given with. */
const isSecret = (option: string) => /key|secret|token|password/i.test(option);

function insteadOf(option: string): string {
  if (isSecret(option)) return '; other users can see the command line: put the key into a file, and use --key FILE';
  const setting = settings[option.replace(/=.*/s, '')];
  return setting ? `; set it in the environment: ${setting}=…` : '';
}

/** A system error about a file or directory: its message names the path but no contents. */
const isOfFile = (error: unknown) => error instanceof Error && 'syscall' in error && 'path' in error;

function readVersion(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}

const ownErrors = [
  SettingsError,
  StoreError,
  SecretsError,
  AttesterError,
  AuditError,
  PolicyFileError,
  UnsafeFileError,
  OperatorKeyError,
];

/** What is said about an error. The messages of unknown errors are left out: they may quote what nobody should see. */
async function sentenceFor(error: unknown): Promise<string> {
  const isOurs = ownErrors.some((ours) => error instanceof ours);
  if (isOurs || isOfFile(error)) return `mintmark: ${(error as Error).message}`;
  const { describeError } = await import('@mintmark/server/runtime/process/described-error');
  return format('mintmark: unexpected error', describeError(error));
}
