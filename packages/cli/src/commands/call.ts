import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import { readContractDocument } from '../call/contract-document.ts';
import { findOperation, operationsOf } from '../call/operation.ts';
import { runCall } from '../call/run-call.ts';
import type { Command } from './command.ts';
import { readOutput } from './read-output.ts';

const run: Command['run'] = async ({ options, words: [name, ...words], flags, surroundings }) => {
  if (name === undefined)
    throw new SettingsError(
      'no operation given: "mintmark operations" lists them, and "mintmark call --help" shows details',
    );
  const output = readOutput(options['output']) ?? (surroundings.output.isTerminal ? 'table' : 'json');
  const input = {
    ...options,
    name,
    words,
    output,
    timeoutMs: readDuration(options['timeout']),
    waits: flags.has('wait'),
    isDryRun: flags.has('dry-run'),
    printsCurl: flags.has('curl'),
    isOfParent: flags.has('as-parent'),
    isUnseen: flags.has('unseen'),
  };
  const { env, cwd, stdin, print, screen } = surroundings;
  return await runCall(input, {
    env,
    cwd,
    stdin,
    print,
    screen,
    report: (text) => surroundings.report(`mintmark: ${text}`),
    width: surroundings.output.columns || 100,
  });
};

const units = { s: 1000, m: 60_000, h: 3_600_000 };

function readDuration(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, count, unit = 's'] = /^([1-9]\d{0,4})([smh])?$/.exec(text) ?? [];
  if (count === undefined) throw new SettingsError('--timeout must be a duration such as 90s, 10m or 1h');
  const ms = Number(count) * units[unit as keyof typeof units];
  // The timers of the runtime take no more.
  if (ms > 24 * units.h) throw new SettingsError('--timeout must be at most 24h');
  return ms;
}

const help = `Usage: mintmark call <operation> [--json FILE | field=value …] [options]

Calls an operation of the running service, stamped with your key, and prints the response. "mintmark operations" lists the operations;
"mintmark call <operation> --help" lists the fields of one. The body is checked before anything is sent.

Fields
  name=text             a string, a whole number, true or false, depending on the field
  name:=JSON            any value, as JSON: userTags:=[]
  name=@FILE            the text of a file; name:=@FILE reads JSON from it
  users.0.userName=Ann  a dot selects a field of an object, and a number an entry of a list
  The fields of an activity are its parameters. The type, the time and the organization are filled in.

Options
  --json FILE             the body as JSON, or the parameters of an activity; - is standard input. A complete body is sent unchanged
  --key FILE              the key file, in the format of root.json; no other user may be able to read it (default: the
                          environment, then root.json)
  --organization ID       the organization (default: the organization of the key)
  --as-parent             the key belongs to the parent of the organization
  --url URL               the address of the service
  --auth-proxy-config ID  the configuration of the sign-up proxy, for the operations that need no key
  --wait                  waits until an activity is approved, rejected or failed
  --timeout TIME          how long to wait: 90s, 10m or 1h (default: 10m; each response must arrive within 30s)
  --dry-run               asks how an activity would be decided and why, or shows a query; executes nothing
  --curl                  prints the request as a curl command, with its stamp, and sends nothing
  --unseen                approve_activity first shows what it approves, and refuses if it cannot show everything. With this option it
                          approves without showing anything
  --output json|table     how to print the response (default: a table on a terminal, otherwise JSON)

Environment
  MINTMARK_API_PUBLIC_KEY        the public key, unless --key is given
  MINTMARK_API_PRIVATE_KEY       its private key. No option takes a private key: other users could see it
  MINTMARK_ORGANIZATION_ID       the organization of that key
  MINTMARK_BASE_URL              the address of the service (default: as in the key file)
  MINTMARK_AUTH_PROXY_CONFIG_ID  the configuration of the sign-up proxy (default: as in the key file)
  MINTMARK_DATA_DIR              the directory of root.json (default: .mintmark)

Exits with
  0  done; with --dry-run: the activity would be allowed
  1  the service refused it, the activity failed or was rejected, or there was no response; with --dry-run: it would be denied
  2  wrong usage: nothing was sent. approve_activity: not everything could be shown, and nothing was approved
  3  the activity waits for approvals, or is still running; with --dry-run: it would wait for approvals`;

export const call: Command = {
  help: async ([name]) => {
    if (name === undefined) return help;
    const { operationHelp } = await import('../call/operation-help.ts');
    const document = readContractDocument();
    return operationHelp(document, findOperation(operationsOf(document), name));
  },
  run,
};

export const whoami: Command = {
  help: `Usage: mintmark whoami [options]

Asks the running service who the caller is. This is short for "mintmark call whoami" and takes the same options: see
"mintmark call --help". Without options the caller is the root user, whose key is in root.json.

Environment
  MINTMARK_DATA_DIR    the directory of root.json (default: .mintmark)`,
  run: (given) => run({ ...given, words: ['whoami'] }),
};
