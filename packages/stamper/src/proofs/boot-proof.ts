import { native } from '#native';
import { decodeBase64Url } from '../encoding/base64url.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { parseObject, parseStrings } from '../encoding/json.ts';
import type { JsonObject } from '../encoding/read-json.ts';
import { decodeUtf8, encodeUtf8 } from '../encoding/utf8.ts';
import { p256Keys } from '../keys/p256-keys.ts';
import type { Signer } from '../keys/p256-signer.ts';
import { bootStatementContext } from '../protocol.ts';
import { judge, StamperError, type Verdict } from '../stamper-error.ts';
import { createP256Verifier } from '../verify/verifier.ts';
import { signingPoint } from './app-proof.ts';

/** A boot proof, as answers have it. */
export interface BootProof {
  readonly ephemeralPublicKeyHex: string;
  readonly cloudAttestationDocB64: string;
  readonly qosManifestB64: string;
  readonly qosManifestEnvelopeB64: string;
  readonly deploymentLabel: string;
  readonly enclaveApp: string;
  readonly owner: string;
  readonly qosManifestVersion?: string | undefined;
  readonly createdAt: { readonly seconds: string; readonly nanos: string };
}

const statementMembers = [
  'manifestDigest',
  'ephemeralPublicKey',
  'attestationDigest',
  'deploymentLabel',
  'enclaveApp',
  'owner',
  'createdAtMs',
] as const;

/** What the service signs about a process. Digests are SHA-256 in hex; that of no attestation document is empty. */
export type BootStatement = Readonly<Record<(typeof statementMembers)[number], string>>;

const envelopeMembers = ['statement', 'keyId', 'publicKey', 'signature'] as const;

/** A signed statement. `statement` is JSON text, whose exact bytes are signed. */
export type BootEnvelope = Readonly<Record<(typeof envelopeMembers)[number], string>>;

/** What a process runs. */
export interface Manifest extends JsonObject {
  /** Covers the files of all packages in the manifest. */
  readonly codeDigest: string;
}

/** What the reader of a boot proof knows from elsewhere. */
export interface BootExpectations {
  /** The key `signer` of the service, as its root.json has it. Without it, anybody could have made the boot proof. */
  readonly servicePublicKey?: string | undefined;
  /** The digest of the code that should run, as `mintmark proof manifest` prints it. */
  readonly codeDigest?: string | undefined;
}

/** A boot proof that was verified, and what that is worth. */
export interface VerifiedBoot {
  /** Software evidence is the word of the service about itself. An attestation document is there, but not verified here. */
  readonly evidence: 'software' | 'attested (not verified here)';
  /** Whether the service key is the expected one; false if none was expected. */
  readonly isServiceKeyExpected: boolean;
  /** Whether the code digest is the expected one; false if none was expected. */
  readonly isCodeExpected: boolean;
  /** The key that signed the statement, compressed, in hex. */
  readonly servicePublicKey: string;
  readonly manifest: Manifest;
  readonly statement: BootStatement;
}

/** Signs a statement about a process. The service does this at each start. */
export async function buildBootEnvelope(
  statement: BootStatement,
  signer: Signer & { readonly keyId: string },
): Promise<BootEnvelope> {
  const { keyId, publicKey } = signer;
  const text = JSON.stringify(statement, [...statementMembers]);
  return { statement: text, keyId, publicKey, signature: encodeHex(await signer.sign(signedBytes(text))) };
}

/** Verifies the signature of a boot proof, and that it is about this manifest, this key and these labels. */
export function verifyBootProof(proof: BootProof, expected: BootExpectations = {}): Promise<Verdict<VerifiedBoot>> {
  return judge(async () => {
    signingPoint(proof.ephemeralPublicKeyHex, 'ephemeralPublicKeyHex');
    const manifestBytes = decodeBase64(proof.qosManifestB64, 'qosManifestB64');
    const attestation = decodeBase64(proof.cloudAttestationDocB64, 'cloudAttestationDocB64');
    const envelopeBytes = decodeBase64(proof.qosManifestEnvelopeB64, 'qosManifestEnvelopeB64');
    const part = 'qosManifestEnvelopeB64';
    const envelope = parseStrings(decodeUtf8(envelopeBytes, part), part, envelopeMembers);
    const servicePublicKey = await verifySignature(envelope, expected.servicePublicKey);
    const statement = parseStrings(envelope.statement, 'statement', statementMembers);
    const actual: BootStatement = {
      manifestDigest: await digestOf(manifestBytes),
      ephemeralPublicKey: proof.ephemeralPublicKeyHex.toLowerCase(),
      attestationDigest: attestation.length === 0 ? '' : await digestOf(attestation),
      deploymentLabel: proof.deploymentLabel,
      enclaveApp: proof.enclaveApp,
      owner: proof.owner,
      createdAtMs: milliseconds(proof.createdAt),
    };
    for (const member of statementMembers) {
      if (statement[member] !== actual[member])
        throw new StamperError('BINDING_MISMATCH', member, 'is not what the service signed');
    }
    const manifest = readManifest(decodeUtf8(manifestBytes, 'qosManifestB64'));
    const { codeDigest } = expected;
    if (codeDigest !== undefined && manifest.codeDigest !== codeDigest.toLowerCase())
      throw new StamperError('BINDING_MISMATCH', 'codeDigest', 'is not the expected one');
    return {
      evidence: attestation.length === 0 ? 'software' : 'attested (not verified here)',
      isServiceKeyExpected: expected.servicePublicKey !== undefined,
      isCodeExpected: codeDigest !== undefined,
      servicePublicKey,
      manifest,
      statement,
    };
  });
}

/** Verifies the signature over the statement, and returns the key that made it. */
async function verifySignature(envelope: BootEnvelope, expectedKey: string | undefined): Promise<string> {
  const key = p256Keys.parsePublicKey(envelope.publicKey, 'publicKey');
  if (expectedKey !== undefined && p256Keys.parsePublicKey(expectedKey, 'servicePublicKey').hex !== key.hex)
    throw new StamperError('SIGNER_UNTRUSTED', 'publicKey', 'is not the expected key of the service');
  const verifier = await createP256Verifier(key);
  const signature = decodeHex(envelope.signature, 'signature');
  if (!(await verifier.verify(signedBytes(envelope.statement), signature)))
    throw new StamperError('SIGNATURE_INVALID', 'signature', 'does not verify');
  return key.hex;
}

const signedBytes = (statement: string) => encodeUtf8(`${bootStatementContext}${statement}`, 'statement');

function readManifest(text: string): Manifest {
  const manifest = parseObject(text, 'manifest');
  const { codeDigest } = manifest;
  if (typeof codeDigest !== 'string') throw new StamperError('MALFORMED', 'manifest.codeDigest', 'is not a string');
  return { ...manifest, codeDigest };
}

function milliseconds({ seconds, nanos }: BootProof['createdAt']): string {
  if (!/^\d{1,15}$/.test(seconds) || !/^\d{1,9}$/.test(nanos))
    throw new StamperError('MALFORMED', 'createdAt', 'is not seconds and nanoseconds');
  return String(Number(seconds) * 1000 + Number(nanos) / 1_000_000);
}

const digestOf = async (bytes: Uint8Array<ArrayBuffer>) => encodeHex(await native.sha256(bytes));

/** Standard base64 with padding (RFC 4648, 4). */
function decodeBase64(text: string, part: string): Uint8Array<ArrayBuffer> {
  if (typeof text !== 'string' || /[-_]/.test(text) || text.length % 4 !== 0)
    throw new StamperError('MALFORMED', part, 'is not base64');
  return decodeBase64Url(text.replaceAll('+', '-').replaceAll('/', '_'), part, 'padded');
}
