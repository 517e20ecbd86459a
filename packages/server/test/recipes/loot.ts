import { openExportedMnemonic, openExportedPrivateKey } from '@mintmark/stamper/bundles';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Reply, Service } from '../service.ts';
import { digest, type PayloadSignature, verifyWithOpenSsl } from '../signing.ts';
import type { Gain } from './gains.ts';
import type { Thief } from './thief.ts';
import type { Signer, Treasury } from './treasury.ts';

/** The members of results that are worth something. */
type Result = Partial<PayloadSignature> & {
  readonly signatures?: readonly PayloadSignature[];
  readonly exportBundle?: string;
  readonly walletId?: string;
  readonly address?: string;
  readonly privateKeyId?: string;
};

/** What an answer gives to a thief: signatures over its digest, keys, and payments that others should have approved. */
export async function lootOf(service: Service, treasury: Treasury, thief: Thief, { json }: Reply): Promise<Gain[]> {
  const { activity } = json;
  if (activity?.status !== 'ACTIVITY_STATUS_COMPLETED') return [];
  const result = Object.values<Result>(activity.result)[0] ?? {};
  const signatures = result.signatures ?? (result.r === undefined ? [] : [result as PayloadSignature]);
  return [
    ...signatures.flatMap((signature) =>
      treasury.signers.filter((signer) => isBy(signer, signature)).map(({ name }): Gain => `signatures of ${name}`),
    ),
    ...(result.exportBundle ? [await keyIn(service, treasury, thief, activity, result)] : []),
    ...((await isProtected(service, treasury, activity)) ? (['a protected payment'] as const) : []),
  ];
}

function isBy({ publicKey }: Signer, signature: PayloadSignature): boolean {
  const message = Buffer.from(digest, 'hex');
  if (publicKey.length === 64) return verifyWithOpenSsl('ed25519', publicKey, message, signature);
  const bytes = Buffer.from(signature.r + signature.s, 'hex');
  return secp256k1.verify(bytes, message, Buffer.from(publicKey, 'hex'), { prehash: false });
}

/** The key in an export. */
async function keyIn(
  { services }: Service,
  { id, signers, walletIds }: Treasury,
  { target }: Thief,
  activity: { readonly id: string },
  { exportBundle = '', walletId, address, privateKeyId = '' }: Result,
): Promise<Gain> {
  const { publicKey: signerPublicKey } = services.signer;
  const of = { organizationId: id, activityId: activity.id, targetKey: target, signerPublicKey };
  if (walletId !== undefined) {
    await openExportedMnemonic(exportBundle, { ...of, walletId });
    return walletId === walletIds[0] ? 'the mnemonic of the wallet' : 'the mnemonic of another wallet';
  }
  const subject = address === undefined ? { privateKeyId } : { address };
  const secret = await openExportedPrivateKey(exportBundle, { ...of, ...subject });
  const publicKeys = [secp256k1, ed25519].map((curve) => Buffer.from(curve.getPublicKey(secret)).toString('hex'));
  const signer = signers.find(({ publicKey }) => publicKeys.includes(publicKey));
  if (!signer) throw new Error('an export holds a key that nobody has');
  return `the key of ${signer.name}`;
}

/** Whether the policy that wants two treasurers allowed an activity. */
async function isProtected(
  { ask }: Service,
  { users, protectedPolicyId }: Treasury,
  { id: activityId, type }: { readonly id: string; readonly type: string },
): Promise<boolean> {
  if (!type.startsWith('ACTIVITY_TYPE_SIGN_TRANSACTION')) return false;
  const { json } = await ask(users['second root user'], 'get_policy_evaluations', { activityId });
  const evaluations: readonly { readonly policyEvaluations: readonly PolicyOutcome[] }[] = json.policyEvaluations;
  return evaluations
    .flatMap(({ policyEvaluations }) => policyEvaluations)
    .some(({ policyId, outcome }) => policyId === protectedPolicyId && outcome === 'OUTCOME_ALLOW');
}

interface PolicyOutcome {
  readonly policyId: string;
  readonly outcome: string;
}
