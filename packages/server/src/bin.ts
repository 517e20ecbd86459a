#!/usr/bin/env node
import './process/harden.ts';

import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { AuditError } from './audit-proof/audit-error.ts';
import type { Command } from './commands/command.ts';
import { UnsafeFileError } from './files/own-file.ts';
import { SettingsError } from './process/settings-error.ts';
import { SecretsError } from './secrets/secrets-error.ts';
import { StoreError } from './store/store-error.ts';

type Entry = readonly [
  summary: string,
  load: () => Promise<Command>,
  options?: readonly string[],
  /** The option whose value may also follow the command as a word. */
  operand?: string,
];

/** Each command is loaded on demand: help should not wait for the service's modules. The options take a value. */
const commands: Readonly<Record<string, Entry>> = {
  start: ['starts the service', async () => (await import('./commands/start.ts')).start],
  whoami: ['asks the running service who the root user is', async () => (await import('./commands/whoami.ts')).whoami],
  'audit verify': [
    'verifies the audit log',
    async () => (await import('./commands/audit-verify.ts')).auditVerify,
    ['heads'],
  ],
  'audit heads': [
    'writes the newest link of every audit chain, to keep elsewhere',
    async () => (await import('./commands/audit-heads.ts')).auditHeads,
    ['file'],
  ],
  'organization create': [
    'creates another top-level organization with its own root user',
    async () => (await import('./commands/organization.ts')).organizationCreate,
    ['name', 'file', 'public-key'],
  ],
  'organization list': [
    'lists the top-level organizations',
    async () => (await import('./commands/organization.ts')).organizationList,
  ],
  'outbox list': [
    'lists what the service has yet to deliver, and what it gave up',
    async () => (await import('./commands/outbox.ts')).outboxList,
    ['state', 'organization'],
  ],
  'outbox retry': [
    'tries entries of the outbox again',
    async () => (await import('./commands/outbox.ts')).outboxRetry,
    ['id', 'organization'],
  ],
  'mail test': [
    'sends a message to an address, to test the mail settings',
    async () => (await import('./commands/mail-test.ts')).mailTest,
    ['to'],
    'to',
  ],
  'database distribute': [
    'distributes the tables over the machines of a PostgreSQL with the Citus extension',
    async () => (await import('./commands/database-distribute.ts')).databaseDistribute,
  ],
  'master-key create': [
    'creates a master key, for a database that has none yet',
    async () => (await import('./commands/master-key.ts')).masterKeyCreate,
  ],
  'master-key rotate': [
    'creates a new master key and wraps every data key with it',
    async () => (await import('./commands/master-key.ts')).masterKeyRotate,
  ],
  'master-key status': [
    'shows which master keys the database needs',
    async () => (await import('./commands/master-key.ts')).masterKeyStatus,
  ],
};

/** The environment variables to use instead of options that users may try. */
const settings: Readonly<Record<string, string>> = {
  '--host': 'HOST',
  '--port': 'PORT',
  '--data-dir': 'MINTMARK_DATA_DIR',
  '--database-url': 'DATABASE_URL',
};

const helpOf = (names: readonly string[], group: string) => `Usage: mintmark ${group}<command>

${names.map((name) => `  ${name.padEnd(22)}${commands[name]?.[0]}`).join('\n')}

mintmark <command> --help says more, including which environment variables it reads. mintmark --version prints the version.`;

async function run(args: readonly string[]): Promise<void> {
  const { words, options, values } = readArguments(args);
  const { name, operand } = readName(words[0] === 'help' ? words.slice(1) : words);
  const group = Object.keys(commands).filter((command) => command.startsWith(`${name} `));
  const help = group.length > 0 ? helpOf(group, `${name} `) : helpOf(Object.keys(commands), '');
  const own = commands[name]?.[2] ?? [];
  const known = ['--help', '-h', ...(name === '' ? ['--version'] : []), ...own.map((option) => `--${option}`)];
  const unknown = options.find((option) => !known.includes(option));
  if (unknown !== undefined) throw new SettingsError(`unknown option: ${unknown}${insteadOf(unknown)}\n\n${help}`);
  const asksForHelp = words[0] === 'help' || options.includes('--help') || options.includes('-h');
  if (asksForHelp && group.length > 0) return console.log(help);
  if (name !== '' && !Object.hasOwn(commands, name)) throw new SettingsError(`no such command: ${name}\n\n${help}`);
  const entry = commands[name];
  if (!entry) return console.log(options.includes('--version') ? readVersion() : help);
  const command = await entry[1]();
  if (asksForHelp) return console.log(command.help);
  const empty = own.find((option) => options.includes(`--${option}`) && !values[option]);
  if (empty !== undefined) throw new SettingsError(`--${empty} needs a value`);
  const option = operand === undefined ? undefined : entry[3];
  if (option !== undefined && values[option] !== undefined) throw new SettingsError(`--${option} is given twice`);
  await command.run(option === undefined ? values : { ...values, [option]: operand });
}

/** Splits words into a command and the word after it, if the command takes one. */
function readName(words: readonly string[]): { readonly name: string; readonly operand?: string } {
  const name = words.join(' ');
  const shorter = words.slice(0, -1).join(' ');
  const operand = words.at(-1);
  if (Object.hasOwn(commands, name) || operand === undefined) return { name };
  return Object.hasOwn(commands, shorter) && commands[shorter]?.[3] ? { name: shorter, operand } : { name };
}

/** Splits a command line into words, options as they were written, and the values of options. */
function readArguments(args: readonly string[]) {
  const names = Object.values(commands).flatMap(([, , options]) => options ?? []);
  const options = Object.fromEntries(names.map((option) => [option, { type: 'string' as const }]));
  const { positionals, tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const found = tokens.filter((token) => token.kind === 'option');
  return {
    words: positionals,
    options: found.map(({ name, rawName, value }) =>
      value === undefined || names.includes(name) ? rawName : `${rawName}=${value}`,
    ),
    // An option after an option is not its value: --name --file would make an organization with the name "--file".
    values: Object.fromEntries(
      found.map(({ name, value, inlineValue }) => [name, inlineValue || !value?.startsWith('-') ? value : undefined]),
    ),
  };
}

function insteadOf(option: string): string {
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

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.exitCode = 1;
  const isOurs = [SettingsError, StoreError, SecretsError, AuditError, UnsafeFileError].some(
    (ours) => error instanceof ours,
  );
  if (isOurs || isOfFile(error)) console.error(`mintmark: ${(error as Error).message}`);
  else console.error('mintmark: unexpected error', (await import('./process/described-error.ts')).describeError(error));
}
