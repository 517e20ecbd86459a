#!/usr/bin/env node
import '@mintmark/server/harden';

import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { AttesterError } from '@mintmark/server/adapters/attestation/attester-error';
import { AuditError } from '@mintmark/server/audit-proof/audit-error';
import { UnsafeFileError } from '@mintmark/server/files/own-file';
import { OperatorKeyError } from '@mintmark/server/operator-keys/operator-key-error';
import { SettingsError } from '@mintmark/server/process/settings-error';
import { SecretsError } from '@mintmark/server/secrets/secrets-error';
import { StoreError } from '@mintmark/server/store/store-error';
import { looksLikeKey } from './call/looks-like-key.ts';
import { commands } from './commands/command-table.ts';
import { PolicyFileError } from './policy-review/policy-file-error.ts';

/** The environment variables to use instead of options that users may try. */
const settings: Readonly<Record<string, string>> = {
  '--host': 'HOST',
  '--port': 'PORT',
  '--data-dir': 'MINTMARK_DATA_DIR',
  '--database-url': 'DATABASE_URL',
};

const helpOf = (names: readonly string[], group: string) => `Usage: mintmark ${group}<command>

${names.map((name) => `  ${name.padEnd(22)}${commands[name]?.summary}`).join('\n')}

mintmark <command> --help says more, including which environment variables it reads. mintmark --version prints the version.`;

async function run(args: readonly string[]): Promise<void> {
  const { words, options, values } = readArguments(args);
  const { name, operands } = readName(words[0] === 'help' ? words.slice(1) : words);
  const group = Object.keys(commands).filter((command) => command.startsWith(`${name} `));
  const help = group.length > 0 ? helpOf(group, `${name} `) : helpOf(Object.keys(commands), '');
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  errorCode = entry?.errorCode ?? 1;
  const { options: own = [], flags = [] } = entry ?? {};
  const ofProgram = name === '' ? ['version'] : [];
  const known = ['-h', ...['help', ...ofProgram, ...own, ...flags].map((option) => `--${option}`)];
  const unknown = options.find((option) => !known.includes(option));
  if (unknown !== undefined) {
    const more = entry ? `  "mintmark ${name} --help" lists the options` : `\n${help}`;
    const instead = name === 'call' && !isSecret(unknown) ? '; a field has no dashes: name=text' : insteadOf(unknown);
    throw new SettingsError(`unknown option: ${unknown}${instead}\n${more}`);
  }
  const asksForHelp = words[0] === 'help' || options.includes('--help') || options.includes('-h');
  if (asksForHelp && group.length > 0) return console.log(help);
  if (name !== '' && !entry) throw new SettingsError(`no such command: ${name}\n\n${help}`);
  if (!entry) return console.log(options.includes('--version') ? readVersion() : help);
  const command = await entry.load();
  if (asksForHelp) return console.log(typeof command.help === 'string' ? command.help : await command.help(operands));
  const empty = own.find((option) => options.includes(`--${option}`) && !values[option]);
  if (empty !== undefined) throw new SettingsError(`--${empty} needs a value`);
  const set = new Set(flags.filter((flag) => options.includes(`--${flag}`)));
  const given = { words: operands, flags: set, commands };
  const option = operands.length === 0 ? undefined : entry.operand;
  if (option !== undefined && values[option] !== undefined) throw new SettingsError(`--${option} is given twice`);
  await command.run(option === undefined ? values : { ...values, [option]: operands[0] }, given);
}

/** Splits words into a command and the words after it, if the command takes any. */
function readName(words: readonly string[]): { readonly name: string; readonly operands: readonly string[] } {
  const name = words.join(' ');
  for (const [command, { operand, takesWords }] of Object.entries(commands)) {
    const length = command.split(' ').length;
    const operands = words.slice(length);
    const most = takesWords ? Number.POSITIVE_INFINITY : operand ? 1 : 0;
    if (words.slice(0, length).join(' ') === command && operands.length <= most) return { name: command, operands };
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

// A terminal and service managers signal all processes: a worker waits until the first process tells it to stop.
if (cluster.isWorker) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

// A reader such as `head` may close the pipe early. Any other failure loses output, and must not look like success.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  console.error(`mintmark: the output could not be written (${error.code})`);
  process.on('exit', () => {
    process.exitCode ||= 1;
  });
});

let errorCode = 1;
try {
  await run(process.argv.slice(2));
} catch (error) {
  process.exitCode = errorCode;
  const isOurs = [
    SettingsError,
    StoreError,
    SecretsError,
    AttesterError,
    AuditError,
    PolicyFileError,
    UnsafeFileError,
    OperatorKeyError,
  ].some((ours) => error instanceof ours);
  if (isOurs || isOfFile(error)) console.error(`mintmark: ${(error as Error).message}`);
  else
    console.error(
      'mintmark: unexpected error',
      (await import('@mintmark/server/process/described-error')).describeError(error),
    );
}
