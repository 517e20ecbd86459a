import { expect, test } from 'vitest';
import { newKeys } from '../load/stamped-requests.ts';
import { hostileBody, makeHostileRequests } from './hostile-requests.ts';
import { createRandom } from './random.ts';

const organizationId = '9f3c1f4e-0f5b-4a53-8a2f-3f7c6c0b1d2e';
const bodyOf = (kind: Parameters<typeof hostileBody>[0], seed = 1) =>
  hostileBody(kind, organizationId, createRandom(seed));

test.each(['manyValues', 'duplicateMembers', 'deepNesting'] as const)(
  'default: %s is as long as a body may be, and names the organization',
  (kind) => {
    expect(Buffer.byteLength(bodyOf(kind))).toBe(256 * 1024);
    expect(JSON.parse(bodyOf(kind))).toMatchObject({ organizationId });
    expect(bodyOf(kind)).not.toBe(bodyOf(kind, 2));
  },
);

test('behavior: manyValues has 49,990 values, counting the two around them and the organization', () => {
  expect(JSON.parse(bodyOf('manyValues')).values).toHaveLength(49_990 - 2);
});

test('behavior: the duplicate member is in the last object', () => {
  const { values } = JSON.parse(bodyOf('duplicateMembers'));
  const last = bodyOf('duplicateMembers').split('{').at(-1) ?? '';
  expect(last.match(/"0":/g)).toHaveLength(2);
  expect(values.length * 256).toBeLessThan(50_000);
  for (const value of values) expect(Object.keys(value)).toHaveLength(255);
});

test.each([false, true])(
  'behavior: a stamp names the key of the holder, or an unknown key: %j',
  async (namesUnknownKeys) => {
    const [key] = newKeys(1) as [ReturnType<typeof newKeys>[number]];
    const order = { kind: 'small', holders: [{ organizationId, key }], namesUnknownKeys } as const;
    for (const request of await makeHostileRequests(order, createRandom(1))) {
      const stamp = /X-Stamp: (\S+)/.exec(request.toString())?.[1] ?? '';
      const { publicKey, signature } = JSON.parse(Buffer.from(stamp, 'base64url').toString());
      expect(publicKey === key.publicKey).toBe(!namesUnknownKeys);
      expect(signature).toMatch(/^30[0-9a-f]+$/);
    }
  },
);

test('behavior: sign-ups have 10 or 1,000 accounts, and no two are the same', async () => {
  const requests = await makeHostileRequests({ kind: 'signUps', holders: [], configId: 'id' }, createRandom(1));
  const bodies = requests.map((request) => request.toString().split('\r\n\r\n')[1] ?? '');
  expect(new Set(bodies).size).toBe(512);
  const counts = new Set(bodies.map((body) => JSON.parse(body).wallet.accounts.length));
  expect(counts).toEqual(new Set([10, 1_000]));
  for (const request of requests) {
    expect(request.toString()).toContain('X-Auth-Proxy-Config-Id: id\r\n');
    expect(request.length).toBeLessThan(256 * 1024);
  }
});

test('behavior: empty requests have no body', async () => {
  const [request] = await makeHostileRequests({ kind: 'empty', holders: [], configId: 'id' }, createRandom(1));
  expect(request?.toString()).toMatch(/^POST \/v1\/signup_v2 .*Content-Length: 0\r\n.*\r\n\r\n$/s);
});

test('behavior: codes are asked for without a stamp', async () => {
  const codes = [{ authProxyConfigId: organizationId, contact: 'ada@example.com' }];
  const [request] = await makeHostileRequests({ kind: 'codes', holders: [], codes }, createRandom(1));
  const text = String(request);
  expect(text).toContain(`X-Auth-Proxy-Config-Id: ${organizationId}`);
  expect(text).not.toContain('X-Stamp');
  expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toEqual({
    otpType: 'OTP_TYPE_EMAIL',
    contact: 'ada@example.com',
  });
});
