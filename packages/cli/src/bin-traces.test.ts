import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useKeys } from '@mintmark/server/test/key-canaries';
import { resultOf } from '@mintmark/server/test/organizations';
import { startTraceReceiver } from '@mintmark/server/test/trace-receiver';
import { ethereumAccount } from '@mintmark/server/test/wallets';
import { Needles } from '@mintmark/testing/needles';
import { expect, test } from 'vitest';
import { createPreparedInstallation } from '../test/installation.ts';
import { MintmarkProcess } from '../test/mintmark-process.ts';
import { serviceAt } from '../test/service-at.ts';

/** What callers say, and what must not leave the service. All are long enough to be no accident. */
const words = {
  name: 'Kanarienvogel Userina',
  email: 'kanarienvogel@example.test',
  phone: '+14155550123',
  wallet: 'Kanarienvogel Wallet',
  payload: 'kanarienvogel payload',
  tracestate: 'kanarienvogel=tracestate',
  traceparent: '00-kanarienvogel-traceparent-01',
  unknown: 'kanarienvogel_unknown_path',
};

test('behavior: the traces of two workers hold no secret, and nothing that a caller said', async () => {
  await using installation = await createPreparedInstallation();
  await using receiver = await startTraceReceiver();
  const { dataDirectory, env } = installation;
  const configuration = { traces: { otlpUrl: receiver.url, headers: { 'X-Token': { env: 'TRACES_TOKEN' } } } };
  await mkdir(dataDirectory, { recursive: true });
  await writeFile(join(dataDirectory, 'config.json'), JSON.stringify(configuration));
  const token = 'kanarienvogel-token';
  await using running = await MintmarkProcess.start({ ...env, MINTMARK_WORKERS: '2', TRACES_TOKEN: token });
  const { keys, apiPrivateKey } = JSON.parse(await readFile(join(dataDirectory, 'root.json'), 'utf8'));
  const root = await installation.readRoot();
  const service = serviceAt(running.url, keys.signer);
  const canaries = [...(await useKeys(service, root))];

  const users = [{ userName: words.name, userEmail: words.email, userPhoneNumber: words.phone }];
  const credentials = { apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] };
  resultOf(await service.submit(root, 'create_users', { users: users.map((user) => ({ ...user, ...credentials })) }));
  const wallet = { walletName: words.wallet, accounts: [ethereumAccount()] };
  const { addresses } = resultOf(await service.submit(root, 'create_wallet', wallet));
  const form = { encoding: 'PAYLOAD_ENCODING_TEXT_UTF8', hashFunction: 'HASH_FUNCTION_SHA256' };
  const payload = { signWith: addresses[0], payload: words.payload, ...form };
  const { r, s } = resultOf(await service.submit(root, 'sign_raw_payload', payload));
  const otp = { otpType: 'OTP_TYPE_EMAIL', contact: words.email, appName: words.name };
  const { otpId } = resultOf(await service.submit(root, 'init_otp', otp));
  const stamps: string[] = [];
  const send = async (path: string, body: string) => {
    const { name, value } = await root.stamper.stamp(body);
    stamps.push(value);
    const { traceparent, tracestate } = words;
    const headers = { [name]: value, traceparent, tracestate };
    return (await fetch(`${running.url}${path}`, { method: 'POST', headers, body })).status;
  };
  expect(await send('/public/v1/query/whoami', JSON.stringify({ organizationId: root.organizationId }))).toBe(200);
  expect(await send('/public/v1/query/whoami', JSON.stringify({ organizationId: words.name }))).toBe(400);
  expect(await send('/public/v1/query/whoami', words.name)).toBe(400);
  expect(await send(`/${words.unknown}`, '{}')).toBe(404);
  const names = () => new Set(receiver.spans().map(({ name }) => name));
  await expect.poll(names, { interval: 100 }).toContain('deliver');
  expect(await running.stop()).toBe(0);

  // Each worker exports for itself, with the header of the configuration.
  expect(new Set(receiver.resources().map((resource) => resource['service.instance.id'])).size).toBe(2);
  expect(receiver.requests.map(({ headers }) => headers['x-token'])).toEqual(receiver.requests.map(() => token));

  const texts = {
    ...words,
    ...{ token, r, s, otpId, address: addresses[0].slice(2), publicKey: root.publicKey, apiPrivateKey },
    ...Object.fromEntries(stamps.map((stamp, index) => [`stamp ${index}`, stamp])),
  };
  canaries.push(...Object.entries(texts).map(([name, text]) => ({ name, bytes: Buffer.from(String(text)) })));
  const sent = Buffer.from(receiver.requests.map(({ body }) => body).join('\n'));
  const needles = new Needles([...canaries, { name: 'control', bytes: Buffer.from(root.organizationId) }]);
  needles.count(sent);
  const { control, ...hits } = Object.fromEntries(needles.hits);
  console.log(`${canaries.length} canaries in ${sent.length} bytes of traces: ${JSON.stringify(hits)}`);
  expect(control).toBeGreaterThan(0);
  expect(hits).toEqual({});

  // What is left are names that the code has, and ids.
  const spans = receiver.spans();
  for (const { name, attributes } of spans) {
    expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
    for (const [key, value] of Object.entries(attributes))
      if (key === 'mintmark.organization.id') expect(value).toBe(root.organizationId);
      else if (/^mintmark\.(?:request|outbox\.entry)\.id$/.test(key)) expect(value).toMatch(/^[0-9a-f-]{36}$/);
      else expect(value).toMatch(/^(?:\d{1,3}|[a-z][a-z0-9_]*|[A-Z][A-Z0-9_]*)$/);
  }
  for (const name of ['authenticate', 'look', 'prepare', 'sign', 'decide', 'commit', 'create_users', 'whoami'])
    expect(names()).toContain(name);
});
