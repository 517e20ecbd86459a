import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { printable } from '@mintmark/server/core/requests/printable';
import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import {
  type AppProof,
  type AppProofPayload,
  type BootExpectations,
  type BootProof,
  verifyAppProof,
  verifyBootProof,
  verifyProof,
} from '@mintmark/stamper/proofs';
import { pathFrom } from '../path-from.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Command, Given } from './command.ts';

/** What the files have. */
interface Collected {
  readonly appProofs: AppProof[];
  readonly bootProofs: BootProof[];
}

async function run({ options, words: files, surroundings }: Given): Promise<number> {
  const { print } = surroundings;
  if (files.length === 0)
    throw new SettingsError('no file given: use mintmark proof verify FILE…, or - for standard input');
  const expected = { servicePublicKey: options['service-key'], codeDigest: options['code-digest'] };
  const found: Collected = { appProofs: [], bootProofs: [] };
  for (const file of files) collect(await readJson(file, surroundings), found);
  const { appProofs, bootProofs } = found;
  const count = appProofs.length + bootProofs.length;
  if (count === 0) throw new SettingsError('the files have no app proof and no boot proof');
  const results: Result[] = [];
  for (const bootProof of bootProofs) results.push(await judgeBootProof(bootProof, expected));
  for (const appProof of appProofs) results.push(await judgeAppProof(appProof, bootProofs, expected));
  for (const { name, isGood, rows } of results) {
    print(`${isGood ? 'ok    ' : 'not ok'}  ${name}`);
    for (const [what, value] of rows) print(`        ${what.padEnd(14)}${printable(value)}`);
  }
  const failures = results.filter(({ isGood }) => !isGood).length;
  if (failures > 0) print(`${failures} of ${count} proofs do not verify.`);
  else print(`All proofs verify${options['service-key'] ? '' : ', but the service key was not compared'}.`);
  return failures === 0 ? 0 : 1;
}

interface Result {
  readonly name: string;
  readonly isGood: boolean;
  readonly rows: readonly (readonly [what: string, value: string])[];
}

async function judgeBootProof(bootProof: BootProof, expected: BootExpectations): Promise<Result> {
  const name = `boot proof ${shortKey(bootProof.ephemeralPublicKeyHex)}`;
  const verdict = await verifyBootProof(bootProof, expected);
  if (!verdict.ok) return { name, isGood: false, rows: [['problem', verdict.error.message]] };
  const { evidence, isServiceKeyExpected, isCodeExpected, servicePublicKey, manifest, statement } = verdict;
  const isExpected = (is: boolean, option: string) => (is ? '(as expected)' : `(not compared: no ${option})`);
  return {
    name,
    isGood: true,
    rows: [
      ['evidence', evidence === 'software' ? "software: the service's own statement" : evidence],
      ['label', statement.deploymentLabel],
      ['started', timeText(statement.createdAtMs)],
      ['code digest', `${manifest.codeDigest} ${isExpected(isCodeExpected, '--code-digest')}`],
      ['service key', `${servicePublicKey} ${isExpected(isServiceKeyExpected, '--service-key')}`],
    ],
  };
}

/** An app proof with the boot proof of its key, if the files have that. */
async function judgeAppProof(
  appProof: AppProof,
  bootProofs: readonly BootProof[],
  expected: BootExpectations,
): Promise<Result> {
  const key = String(appProof.publicKey).toLowerCase();
  const name = `app proof by ${shortKey(appProof.publicKey)}`;
  const bootProof = bootProofs.find((one) => String(one.ephemeralPublicKeyHex).toLowerCase() === key);
  const verdict = bootProof ? await verifyProof({ appProof, bootProof, ...expected }) : await verifyAppProof(appProof);
  if (!verdict.ok) return { name, isGood: false, rows: [['problem', verdict.error.message]] };
  const rows = rowsOf(verdict.payload);
  if (bootProof) return { name, isGood: true, rows };
  return {
    name,
    isGood: false,
    rows: [...rows, ['problem', 'its boot proof is not given: anyone could have signed it']],
  };
}

function rowsOf(payload: AppProofPayload): Result['rows'] {
  const signed = ['signed', timeText(payload.timestampMs)] as const;
  if ('addressDerivationProof' in payload) {
    const { organizationId, walletId, derivationPath, address } = payload.addressDerivationProof;
    return [
      ['address', address],
      ...(walletId === undefined ? [] : [['wallet', walletId] as const]),
      ...(derivationPath === undefined ? [] : [['path', derivationPath] as const]),
      ['organization', organizationId],
      signed,
    ];
  }
  const { organizationId, outcome, userRequestApprovals } = payload.policyOutcomeProof;
  return [
    ['decision', outcome],
    ['stamps', String(userRequestApprovals.length)],
    ['organization', organizationId],
    signed,
  ];
}

function timeText(milliseconds: string): string {
  const time = new Date(Number(milliseconds));
  return Number.isNaN(time.getTime()) ? milliseconds : time.toISOString();
}

/** The end of a key: enough to tell keys apart. */
const shortKey = (key: unknown) => printable(`…${String(key).slice(-16)}`);

/** Takes proofs from answers of the service: those of an activity, of a list, of a sign-up, and boot proofs. */
function collect(value: unknown, found: Collected): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, found);
    return;
  }
  const members = value as Readonly<Record<string, unknown>>;
  if ('proofPayload' in members) found.appProofs.push(members as unknown as AppProof);
  else if ('ephemeralPublicKeyHex' in members) found.bootProofs.push(members as unknown as BootProof);
  else
    for (const name of ['activity', 'activities', 'appProofs', 'appProof', 'bootProofs', 'bootProof'])
      collect(members[name], found);
}

async function readJson(file: string, { stdin, cwd }: Surroundings): Promise<unknown> {
  const contents = file === '-' ? await text(stdin) : await readFile(pathFrom(cwd, file), 'utf8');
  try {
    return JSON.parse(contents);
  } catch {
    throw new SettingsError(`${file === '-' ? 'standard input' : file} is not JSON`);
  }
}

export const proofVerify: Command = {
  help: `Usage: mintmark proof verify FILE… [--service-key HEX] [--code-digest HEX]

Verifies app proofs and boot proofs in JSON files, or from standard input for "-". It needs no service. A file is a response of the
service: of an activity, get_activity, list_app_proofs, a sign-up, get_boot_proof or get_latest_boot_proof. It may also be
{ "appProofs": […], "bootProofs": […] }.

An app proof verifies if its signature does, and if the boot proof of its key is in one of the files and verifies too. A boot proof
verifies if the service key signed it for this manifest and this key.

Options
  --service-key HEX    the service key that you expect: keys.signer in root.json. Without it, anyone could have created the boot proof
  --code-digest HEX    the code that you expect: codeDigest of "mintmark proof manifest"

The output names the kind of evidence in a boot proof. Software evidence is only the service's own statement. An attestation document
is not verified here: use the tools of its platform.

Exits with 0 if every proof verifies, with 1 if one does not, and with 2 if a file cannot be read.`,
  run,
};
