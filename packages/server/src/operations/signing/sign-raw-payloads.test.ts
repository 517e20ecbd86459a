import { afterAll, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';
import { createPrivateKey, digest, digestPayload, type PayloadSignature, recover } from '../../../test/signing.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const [ada] = await addOrganization(service);
const { privateKeyId, publicKey } = await createPrivateKey(service, ada);
const { encoding, hashFunction } = digestPayload;
const sign = (payloads: readonly string[]) =>
  service.submit(ada, 'sign_raw_payloads', { signWith: privateKeyId, payloads, encoding, hashFunction });

test('default', async () => {
  const payloads = Array.from({ length: 100 }, (_, index) => index.toString(16).padStart(2, '0') + digest.slice(2));
  const { signatures } = resultOf(await sign(payloads));
  const recovered = signatures.map((signature: PayloadSignature, index: number) =>
    recover(signature, payloads[index] ?? ''),
  );
  expect(new Set(recovered)).toEqual(new Set([publicKey]));
  expect(signatures).toHaveLength(100);
});

test('error: one payload that is invalid', async () => {
  const reply = await sign([digest, digest.slice(2), digest]);
  expect(refusalOf(reply)).toEqual([400, 'INVALID_PAYLOAD']);
  expect(JSON.stringify(reply.json)).not.toContain('"r"');
});

test.each([0, 101])('error: %i payloads', async (count) => {
  expect(refusalOf(await sign(Array.from({ length: count }, () => digest)))).toEqual([400, 'REQUEST_INVALID']);
});
