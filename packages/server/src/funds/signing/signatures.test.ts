import { afterEach, describe, expect, test, vi } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, type Service, startService } from '../../../test/service.ts';
import { createPrivateKey, digestPayload } from '../../../test/signing.ts';
import { createTestServices } from '../../../test/test-services.ts';
import type { PlainData, RunsTasks } from '../../core/ports/define-task.ts';
import { signMessages } from '../../custody/tasks/sign-messages.ts';

/** A signature, as it was made. */
type Made = { readonly bytes: Uint8Array };

/** A service, and what happens after a signature was made and before its activity is committed. */
async function startWith(between: { next?: () => Promise<unknown> }) {
  const { threads: real } = createTestServices();
  const made: Made[] = [];
  const onThreads: Made[] = [];
  const keep = async (output: readonly (readonly Made[])[]) => {
    made.push(...output.flat());
    const { next } = between;
    delete between.next;
    await next?.();
  };
  const threads: RunsTasks = {
    async run(task, input, options) {
      const output = await real.run(task, input, options);
      if (task.name === signMessages.name) {
        const signatures = output as PlainData as unknown as Made[][];
        onThreads.push(...signatures.flat());
        await keep(signatures);
      }
      return output;
    },
  };
  const { work } = signMessages;
  vi.spyOn(signMessages, 'work').mockImplementation(async (input) => {
    const output = await work(input);
    await keep(output);
    return output;
  });
  const service = await startService({ threads });
  return Object.assign(service, { made, onThreads });
}
afterEach(() => void vi.restoreAllMocks());

const sign = ({ submit }: Service, actor: Actor, signWith: string) =>
  submit(actor, 'sign_raw_payload', { signWith, ...digestPayload });
const isWiped = ({ bytes }: Made) => bytes.every((byte) => byte === 0);

const addressFormats: string[] = [];

describe.each([
  ['in place', 'CURVE_SECP256K1'],
  ['on a thread', 'CURVE_P256'],
])('signed %s', (_, curve) => {
  test('default: a signature is wiped when its activity is answered', async () => {
    await using service = await startWith({});
    const { privateKeyId } = await createPrivateKey(service, service.root, { curve, addressFormats });
    const { r } = resultOf(await sign(service, service.root, privateKeyId));
    expect(r).not.toBe('0'.repeat(64));
    expect(service.made.map(isWiped)).toEqual([true]);
  });

  test('error: the signer loses the right to sign meanwhile', async () => {
    const between: { next?: () => Promise<unknown> } = {};
    await using service = await startWith(between);
    const [ada, bob] = (await addOrganization(service, { roots: 2 })) as [Actor, Actor];
    const { privateKeyId } = await createPrivateKey(service, ada, { curve, addressFormats });
    const userIds = [bob.userId];
    between.next = async () => resultOf(await service.submit(bob, 'update_root_quorum', { threshold: 1, userIds }));
    const reply = await sign(service, ada, privateKeyId);
    expect(refusalOf(reply)).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
    expect(service.made.map(isWiped)).toEqual([true]);
  });

  test('error: the key is deleted meanwhile', async () => {
    const between: { next?: () => Promise<unknown> } = {};
    await using service = await startWith(between);
    const [ada] = await addOrganization(service);
    const { privateKeyId } = await createPrivateKey(service, ada, { curve, addressFormats });
    const deletion = { privateKeyIds: [privateKeyId], deleteWithoutExport: true };
    between.next = async () => resultOf(await service.submit(ada, 'delete_private_keys', deletion));
    expect(refusalOf(await sign(service, ada, privateKeyId))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect(service.made.map(isWiped)).toEqual([true]);
  });

  test('behavior: the same body twice at the same time is signed and kept once', async () => {
    await using service = await startWith({});
    const { root, send } = service;
    const { privateKeyId: signWith } = await createPrivateKey(service, root, { curve, addressFormats });
    const body = JSON.stringify({
      type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
      timestampMs: String(Date.now()),
      organizationId: root.organizationId,
      parameters: { signWith, ...digestPayload },
    });
    const replies = await Promise.all([1, 2, 3].map(() => send(root, 'sign_raw_payload', body)));
    const ids = replies.map(({ json }) => json.activity.id);
    expect(new Set(ids).size).toBe(1);
    expect(service.made.length).toBeGreaterThan(0);
    expect(service.made.every(isWiped)).toBe(true);
  });
});

test('behavior: what an organization has to sign at the same time is read once, and signed on a thread, but not a lone signature', async () => {
  await using service = await startWith({});
  const { root } = service;
  const { privateKeyId } = await createPrivateKey(service, root, { curve: 'CURVE_SECP256K1', addressFormats });
  const lone = resultOf(await sign(service, root, privateKeyId));
  expect([service.made.length, service.onThreads.length]).toEqual([1, 0]);
  const reads: string[] = [];
  const unwatch = service.watchStatements((text) => {
    if (text.includes('from private_keys')) reads.push(text);
  });
  const replies = await Promise.all(Array.from({ length: 12 }, () => sign(service, root, privateKeyId)));
  unwatch();
  expect(replies.map(resultOf)).toEqual(Array(12).fill(lone));
  expect(service.onThreads.length).toBeGreaterThan(2);
  // Each activity needs the key when it is looked at and when it is committed.
  expect(reads.length).toBeLessThan(12);
  expect(service.made.map(isWiped)).toEqual(Array(13).fill(true));
});

test('behavior: each activity gets its own signatures when several keys sign at the same time', async () => {
  await using service = await startWith({});
  const { root, submit } = service;
  const keys: string[] = [];
  for (const curve of ['CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_ED25519', 'CURVE_P256'])
    keys.push((await createPrivateKey(service, root, { curve, addressFormats })).privateKeyId);
  const payloads = Array.from({ length: 24 }, (_, index) => ({
    signWith: keys[index % keys.length],
    payload: index.toString(16).padStart(64, '0'),
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: index % 4 === 1 || index % 4 === 2 ? 'HASH_FUNCTION_NOT_APPLICABLE' : 'HASH_FUNCTION_NO_OP',
  }));
  const signPayload = async (payload: object) => resultOf(await submit(root, 'sign_raw_payload', payload));
  const alone = [];
  for (const payload of payloads) alone.push(await signPayload(payload));
  expect(new Set(alone.map(({ r }) => r)).size).toBe(payloads.length);
  expect(await Promise.all(payloads.map(signPayload))).toEqual(alone);
});

test('behavior: many signatures are made a piece at a time, in their order', async () => {
  await using service = await startWith({});
  const { root, submit } = service;
  const { privateKeyId: signWith } = await createPrivateKey(service, root, {
    curve: 'CURVE_SECP256K1',
    addressFormats,
  });
  const { encoding, hashFunction } = digestPayload;
  const payloads = Array.from({ length: 100 }, (_, index) => (index + 1).toString(16).padStart(64, '0'));
  const run = vi.spyOn(service.services.threads, 'run');
  const { signatures } = resultOf(
    await submit(root, 'sign_raw_payloads', { signWith, payloads, encoding, hashFunction }),
  );
  expect(run.mock.calls.filter(([task]) => task.name === signMessages.name)).toHaveLength(2);
  // The same message is always signed in the same way.
  for (const index of [0, 63, 64, 99]) {
    const payload = payloads[index];
    const alone = await submit(root, 'sign_raw_payload', { signWith, payload, encoding, hashFunction });
    expect(signatures[index]).toEqual(resultOf(alone));
  }
});
