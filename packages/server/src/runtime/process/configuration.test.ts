import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfiguration } from './configuration.ts';
import { SettingsError } from './settings-error.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let dataDirectory: string;
let count = 0;
beforeAll(async () => {
  directory = await temporaryDirectory();
});
afterAll(() => directory[Symbol.asyncDispose]());
beforeEach(async () => {
  dataDirectory = join(directory.path, `${++count}`);
  await mkdir(dataDirectory);
});

const inData = (name: string) => join(dataDirectory, name);
const read = (configFile?: string, env: NodeJS.ProcessEnv = {}) =>
  readConfiguration({ configFile, dataDirectory }, env);

async function readText(text: string | Buffer, env: NodeJS.ProcessEnv = {}) {
  await writeFile(inData('config.json'), text);
  return await read(undefined, env);
}

const errorOf = async (reading: Promise<unknown>) => {
  const error = await reading.then(
    () => expect.fail('it was read'),
    (caught: unknown) => caught as Error,
  );
  expect(error).toBeInstanceOf(SettingsError);
  return error.message;
};

test('default: without a file, nothing is configured', async () => {
  expect(await read()).toEqual({});
});

test('args: the file in the data directory, or the one that is named', async () => {
  const file = inData('other.json');
  await writeFile(file, '{"outbound":{"proxyUrl":"http://named.test"}}');
  expect(await readText('{"$schema":"./any.json","outbound":{}}')).toEqual({ outbound: {} });
  expect(await read(file)).toEqual({ outbound: { proxyUrl: 'http://named.test' } });
});

test('args: a secret in the environment, or in a file beside the configuration', async () => {
  const proxyUrl = 'https://user:s3cret@proxy.test:3128';
  await writeFile(inData('proxy'), `${proxyUrl}\n`);
  expect(await readText('{"outbound":{"proxyUrl":{"file":"proxy"}}}')).toEqual({ outbound: { proxyUrl } });
  const inEnvironment = '{"outbound":{"proxyUrl":{"env":"PROXY"}}}';
  expect(await readText(inEnvironment, { PROXY: proxyUrl })).toEqual({ outbound: { proxyUrl } });
});

const rsaJwk = {
  kty: 'RSA',
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' }),
};

test('args: issuers, with keys in a file beside the configuration', async () => {
  await writeFile(inData('keys.json'), JSON.stringify({ keys: [rsaJwk] }));
  const issuers = [
    { issuer: 'https://issuer.test/tenant/', audiences: ['app'] },
    { issuer: 'http://127.0.0.1:9000', jwksFile: 'keys.json' },
  ];
  expect(await readText(JSON.stringify({ oidc: { issuers } }))).toEqual({
    oidc: { issuers: [issuers[0], { ...issuers[1], jwksFile: inData('keys.json') }] },
  });
});

test('args: OAuth 2.0 providers', async () => {
  const alpha = { tokenUrl: 'https://a.test/token', userInfoUrl: 'https://a.test/me?fields=id' };
  const beta = { ...alpha, tokenUrl: 'http://10.0.0.1/token', subjectPath: 'data.id', clientAuthentication: 'post' };
  const oauth2 = { issuer: 'https://wallets.example', alpha, beta };
  expect(await readText(JSON.stringify({ oauth2 }))).toEqual({ oauth2 });
});

test('args: trusted proxies, as addresses and as networks', async () => {
  const trustedProxies = ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', '::1'];
  expect(await readText(JSON.stringify({ trustedProxies }))).toEqual({ trustedProxies });
});

test('behavior: the file may be a link, as mounted files are', async () => {
  await writeFile(inData('mounted.json'), '{"outbound":{}}');
  await symlink('mounted.json', inData('config.json'));
  expect(await read()).toEqual({ outbound: {} });
});

test('error: every mistake is named by its path, in one message', async () => {
  const text = '{"outbound":{"proxyUrl":7,"proxy":"s3cret","a.b":1},"post":{"s3cret":1}}';
  expect(await errorOf(readText(text))).toBe(
    [
      `${inData('config.json')} is not valid:`,
      'outbound.proxyUrl: must be a string, { "env": "NAME" } or { "file": "path" }',
      'outbound.proxy: unknown member',
      'outbound["a.b"]: unknown member',
      'post: unknown member',
    ].join('\n  '),
  );
});

test.each([
  ['{"outbound":{"proxyUrl":{"env":"PROXY"}}}', 'outbound.proxyUrl: the variable PROXY is not set'],
  ['{"outbound":{"proxyUrl":{"env":"EMPTY"}}}', 'outbound.proxyUrl: the variable EMPTY is not set'],
  ['{"outbound":{"proxyUrl":{"env":"BAD"}}}', 'outbound.proxyUrl: must be http:// or https://'],
  ['{"outbound":{"proxyUrl":{"file":"none"}}}', /outbound\.proxyUrl: cannot read \S+\/none: ENOENT/],
  ['{"outbound":{"proxyUrl":{"file":"."}}}', /outbound\.proxyUrl: \S+ is not a regular file/],
  ['{"outbound":{"proxyUrl":{"env":"BAD","file":"x"}}}', 'outbound.proxyUrl: must be a string, {'],
  ['{"outbound":{"proxyUrl":"http://proxy.test/s3cret"}}', 'outbound.proxyUrl: must be http:// or https://'],
  ['{"outbound":{"proxyUrl":"http://s3cret:x y"}}', 'outbound.proxyUrl: must be http:// or https://'],
  ['{"trustedProxies":["10.0.0.1","s3cret"]}', 'trustedProxies[1]: must be an IPv4 or IPv6 address, or a network'],
  ['{"trustedProxies":["0.0.0.0/0"]}', 'trustedProxies[0]: must be an IPv4 or IPv6 address, or a network'],
  ['{"trustedProxies":"10.0.0.1"}', 'trustedProxies: '],
  ['{"outbound":null}', 'outbound: '],
  ['{"outbound":{},"outbound":{}}', 'config.json has the member "outbound" twice'],
  ['{"outbound":{"__proto__":{}}}', 'config.json has a member __proto__'],
  ['["s3cret"]', 'config.json is not a JSON object'],
  ['{\n  "outbound": s3cret\n}', 'config.json is not valid JSON'],
  ['', 'config.json is not valid JSON'],
  [Buffer.from([0x7b, 0xff, 0x7d]), 'config.json is not UTF-8'],
])('error: %s', async (text, message) => {
  const error = await errorOf(readText(text, { EMPTY: '', BAD: 's3cret' }));
  expect(error).toMatch(message);
  expect(error).not.toContain('s3cret');
});

const smtpUrl = 'smtps://user:s3cret@mail.test';
test.each([
  [{ mail: { smtpUrl, from: 'a@b.test' } }],
  [
    {
      mail: { smtpUrl: 'smtp://user:p%40ss@mail.test:587', from: 'A <a@b.test>', replyTo: 'c@d.test', allowedFrom: [] },
    },
  ],
  [{ mail: { smtpUrl: 'smtp://127.0.0.1?tls=none', from: 'a@b.test', allowedFrom: ['c@d.test', 'e@f.test'] } }],
  [{ sms: { gatewayUrl: 'http://10.0.0.1/send' } }],
  [{ sms: { gatewayUrl: 'https://sms.test', authorization: 'Bearer s3cret' } }],
  [{ swap: { providerUrl: 'http://10.0.0.1/swap' } }],
  [{ swap: { providerUrl: 'https://swap.test', authorization: 'Bearer s3cret' } }],
  [{ topTier: ['6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8'] }],
])('args: %j', async (configuration) => {
  expect(await readText(JSON.stringify(configuration))).toEqual(configuration);
});

test('args: the secrets of mail and text messages may be elsewhere', async () => {
  const text = JSON.stringify({
    mail: { smtpUrl: { env: 'SMTP' }, from: 'a@b.test' },
    sms: { gatewayUrl: { env: 'SMS' }, authorization: { file: 'token' } },
  });
  await writeFile(inData('token'), 'Bearer s3cret\n');
  expect(await readText(text, { SMTP: smtpUrl, SMS: 'https://sms.test/s3cret' })).toEqual({
    mail: { smtpUrl, from: 'a@b.test' },
    sms: { gatewayUrl: 'https://sms.test/s3cret', authorization: 'Bearer s3cret' },
  });
});

test.each([
  [{ from: 'a@b.test' }, 'mail.smtpUrl: must be a string, {'],
  [{ smtpUrl }, 'mail.from: '],
  [{ smtpUrl: 'https://user:s3cret@mail.test', from: 'a@b.test' }, 'mail.smtpUrl: must be smtps://'],
  [{ smtpUrl: 'smtp://user:s3cret@mail.test?tls=none', from: 'a@b.test' }, 'mail.smtpUrl: must be smtps://'],
  [{ smtpUrl: 'smtps://mail.test?tls=none', from: 'a@b.test' }, 'mail.smtpUrl: must be smtps://'],
  [{ smtpUrl: 'smtp://mail.test?tls=off', from: 'a@b.test' }, 'mail.smtpUrl: must be smtps://'],
  [{ smtpUrl: 'smtp://mail.test/s3cret', from: 'a@b.test' }, 'mail.smtpUrl: must be smtps://'],
  [{ smtpUrl: 'smtp://s3cret@mail.test', from: 'a@b.test' }, 'mail.smtpUrl: must be smtps://'],
  [{ smtpUrl: 'smtp://user:%ff@mail.test', from: 'a@b.test' }, 'mail.smtpUrl: must be smtps://'],
  [{ smtpUrl, from: 's3cret' }, 'mail.from: must be an e-mail address'],
  [{ smtpUrl, from: 'A <a@b.test>, C <c@d.test>' }, 'mail.from: must be an e-mail address'],
  [{ smtpUrl, from: 'A\r\nBcc: x <a@b.test>' }, 'mail.from: must be an e-mail address'],
  [{ smtpUrl, from: 'a@b.test', replyTo: '' }, 'mail.replyTo: must be an e-mail address'],
  [{ smtpUrl, from: 'a@b.test', allowedFrom: ['a@b.test', 'A <c@d.test>'] }, 'mail.allowedFrom[1]: must be an e-mail'],
  [{ smtpUrl, from: 'a@b.test', password: 's3cret' }, 'mail.password: unknown member'],
])('error: mail %j', async (mail, message) => {
  const error = await errorOf(readText(JSON.stringify({ mail })));
  expect(error).toContain(message);
  expect(error).not.toContain('s3cret');
});

test.each([
  [{}, 'sms.gatewayUrl: must be a string, {'],
  [{ gatewayUrl: 'ftp://s3cret.test' }, 'sms.gatewayUrl: must be an http:// or https:// URL'],
  [{ gatewayUrl: 's3cret' }, 'sms.gatewayUrl: must be an http:// or https:// URL'],
  [
    { gatewayUrl: 'https://sms.test', authorization: 's3cret\r\nX: y' },
    'sms.authorization: must be the value of a header',
  ],
  [{ gatewayUrl: 'https://sms.test', authorization: '' }, 'sms.authorization: must be the value of a header'],
])('error: sms %j', async (sms, message) => {
  const error = await errorOf(readText(JSON.stringify({ sms })));
  expect(error).toContain(message);
  expect(error).not.toContain('s3cret');
});

const rpcUrl = 'https://node.test/s3cret';
const token = { address: `0x${'aB'.repeat(20)}`, symbol: 'TST', name: 'Test', decimals: 6 };
const vault = { caip2: 'eip155:1', address: token.address, provider: 'EARN_PROVIDER_ALPHA', curator: 'Northwind' };
const dollar = { caip19: 'eip155:4217/slip44:1', symbol: 'USD', name: 'Dollar', decimals: 18 };
test.each([
  [{ chains: { 'eip155:1': { rpcUrl, authorization: 'Bearer s3cret' }, 'eip155:4217': { rpcUrl } } }],
  [{ chains: { 'eip155:1': { rpcUrl, history: { fromBlock: 0 }, finalityDepth: 12, traces: true, assets: [token] } } }],
  [
    {
      chains: { 'eip155:4217': { rpcUrl, history: {}, nativeAsset: dollar }, 'eip155:10': { rpcUrl, history: false } },
    },
  ],
  [{ chains: { 'eip155:1': { rpcUrl } }, earn: { vaults: [vault] } }],
  [{ chains: { 'eip155:1': { rpcUrl } }, earn: { vaults: [], deployer: token.address, serviceFeeBps: 0 } }],
  [{ earn: { vaults: [], serviceFeeBps: 1000, serviceFeeWallet: token.address } }],
  [{ prices: { 'eip155:1/slip44:60': '2500.12', 'eip155:1/erc20:0xAb': '0' } }],
])('args: %j', async (configuration) => {
  expect(await readText(JSON.stringify(configuration))).toEqual(configuration);
});

test.each<[object, string]>([
  [{ chains: { 'eip155:7777777': { rpcUrl } } }, 'chains["eip155:7777777"]: unknown member'],
  [
    { chains: { 'eip155:1': { rpcUrl: 'ws://s3cret' } } },
    'chains["eip155:1"].rpcUrl: must be an http:// or https:// URL',
  ],
  [{ chains: { 'eip155:1': { rpcUrl, history: true } } }, 'chains["eip155:1"].history: '],
  [{ chains: { 'eip155:1': { rpcUrl, history: { fromBlock: -1 } } } }, 'chains["eip155:1"].history'],
  [{ chains: { 'eip155:1': { rpcUrl, finalityDepth: 0 } } }, 'chains["eip155:1"].finalityDepth: '],
  [{ chains: { 'eip155:4217': { rpcUrl, history: {} } } }, 'chains["eip155:4217"].nativeAsset: is required'],
  [
    { chains: { 'eip155:1': { rpcUrl, assets: [{ ...token, address: '0x12' }] } } },
    'assets[0].address: must be an address',
  ],
  [{ chains: { 'eip155:1': { rpcUrl, assets: [{ ...token, decimals: 256 }] } } }, 'assets[0].decimals: '],
  [
    { chains: { 'eip155:1': { rpcUrl, assets: [token, { ...token, address: token.address.toLowerCase() }] } } },
    'chains["eip155:1"].assets[1].address: is on the list twice',
  ],
  [{ prices: { ether: '1' } }, 'prices'],
  [{ prices: { 'eip155:1/slip44:60': '1e3' } }, 'prices["eip155:1/slip44:60"]: must be a decimal number'],
  [{ prices: { 'eip155:1/slip44:60': 2500 } }, 'prices["eip155:1/slip44:60"]: '],
])('error: %j', async (configuration, message) => {
  const error = await errorOf(readText(JSON.stringify(configuration)));
  expect(error).toContain(message);
  expect(error).not.toContain('s3cret');
});

test('args: the ids of topTier may be in upper case', async () => {
  const id = '6F1E7A3C-58D2-4C0B-9A41-2B7D90C3E5F8';
  expect(await readText(JSON.stringify({ topTier: [id] }))).toEqual({ topTier: [id.toLowerCase()] });
});

test.each([
  [{ earn: { vaults: [vault] } }, 'earn.vaults[0].caip2: is not one of chains'],
  [
    {
      chains: { 'eip155:1': { rpcUrl } },
      earn: { vaults: [vault, { ...vault, address: vault.address.toLowerCase() }] },
    },
    'earn.vaults[1].address: is listed twice',
  ],
  [{ earn: { vaults: [], serviceFeeBps: 1 } }, 'earn.serviceFeeWallet: is missing'],
  [{ earn: { vaults: [], serviceFeeBps: 1001, serviceFeeWallet: token.address } }, 'earn.serviceFeeBps: '],
  [{ earn: { vaults: [], deployer: 's3cret' } }, 'earn.deployer: must be an address'],
  [{ earn: { vaults: [{ ...vault, provider: 'EARN_PROVIDER_GAMMA' }] } }, 'earn.vaults[0].provider: '],
  [{ swap: {} }, 'swap.providerUrl: '],
  [{ swap: { providerUrl: 'https://user:s3cret@swap.test' } }, 'swap.providerUrl: must be https:// or http://'],
  [{ swap: { providerUrl: 'https://swap.test/?key=s3cret' } }, 'swap.providerUrl: must have no query'],
  [{ swap: { providerUrl: 'https://swap.test', authorization: 's3cret\r\nX: y' } }, 'swap.authorization: must be the'],
  [{ swap: { providerUrl: 'https://swap.test', key: 's3cret' } }, 'swap.key: unknown member'],
  [{ topTier: ['s3cret'] }, 'topTier[0]: must be the id of an organization'],
  [{ topTier: 's3cret' }, 'topTier: '],
])('error: %j', async (configuration, message) => {
  const error = await errorOf(readText(JSON.stringify(configuration)));
  expect(error).toContain(message);
  expect(error).not.toContain('s3cret');
});

const issuerError = 'must be https:// or http:// with a host, and without credentials';
const provider = { tokenUrl: 'https://a.test/token', userInfoUrl: 'https://a.test/me' };
const service = 'https://wallets.example';

test.each<[object, string]>([
  [{ oidc: {} }, 'oidc.issuers: Invalid input: expected array, received undefined'],
  [{ oidc: { issuers: [{ issuer: 'issuer.test' }] } }, `oidc.issuers[0].issuer: ${issuerError}`],
  [{ oidc: { issuers: [{ issuer: 'https://u:s3cret@a.test' }] } }, `oidc.issuers[0].issuer: ${issuerError}`],
  [{ oidc: { issuers: [{ issuer: 'https:a.test' }] } }, `oidc.issuers[0].issuer: ${issuerError}`],
  [
    { oidc: { issuers: [{ issuer: 'https://a.test?s3cret' }] } },
    'oidc.issuers[0].issuer: must have no query and no fragment',
  ],
  [{ oidc: { issuers: [{ issuer: service }, { issuer: service }] } }, 'oidc.issuers[1].issuer: is on the list twice'],
  [{ oidc: { issuers: [{ issuer: service, audiences: [] }] } }, 'oidc.issuers[0].audiences: Too small'],
  [{ oidc: { issuers: [{ issuer: service, jwks: 's3cret' }] } }, 'oidc.issuers[0].jwks: unknown member'],
  [
    { oidc: { issuers: [{ issuer: service, jwksFile: 'none' }] } },
    'oidc.issuers[0].jwksFile: cannot read DATA/none: ENOENT',
  ],
  [{ oidc: { issuers: [{ issuer: service, jwksFile: '.' }] } }, 'oidc.issuers[0].jwksFile: DATA is not a regular file'],
  [
    { oidc: { issuers: [{ issuer: service, jwksFile: 'bad' }] } },
    'oidc.issuers[0].jwksFile: DATA/bad is not valid JSON',
  ],
  [
    { oidc: { issuers: [{ issuer: service, jwksFile: 'empty' }] } },
    'oidc.issuers[0].jwksFile: DATA/empty has no key that can verify tokens',
  ],
  [{ oauth2: {} }, 'oauth2.issuer: Invalid input: expected string, received undefined'],
  [{ oauth2: { issuer: 'http://wallets.example' } }, 'oauth2.issuer: must be https://'],
  [
    { oauth2: { issuer: service }, oidc: { issuers: [{ issuer: service }] } },
    'oauth2.issuer: is also one of oidc.issuers',
  ],
  [{ oauth2: { issuer: service, gamma: provider } }, 'oauth2.gamma: unknown member'],
  [
    { oauth2: { issuer: service, alpha: { ...provider, tokenUrl: 'ftp://s3cret' } } },
    `oauth2.alpha.tokenUrl: ${issuerError}`,
  ],
  [{ oauth2: { issuer: service, beta: { tokenUrl: provider.tokenUrl } } }, 'oauth2.beta.userInfoUrl: Invalid input'],
  [
    { oauth2: { issuer: service, beta: { ...provider, subjectPath: 'a..b' } } },
    'oauth2.beta.subjectPath: must be member names',
  ],
  [
    { oauth2: { issuer: service, beta: { ...provider, clientAuthentication: 's3cret' } } },
    'oauth2.beta.clientAuthentication: Invalid option',
  ],
])('error: %j', async (configuration, message) => {
  await writeFile(inData('bad'), 's3cret');
  await writeFile(inData('empty'), '{"keys":[]}');
  const error = await errorOf(readText(JSON.stringify(configuration)));
  expect(error).toContain(`\n  ${message.replace('DATA', dataDirectory)}`);
  expect(error).not.toContain('s3cret');
});

test('error: a file of keys that other users can write to', async () => {
  await writeFile(inData('keys.json'), JSON.stringify({ keys: [rsaJwk] }));
  await chmod(inData('keys.json'), 0o666);
  const issuers = [{ issuer: service, jwksFile: 'keys.json' }];
  expect(await errorOf(readText(JSON.stringify({ oidc: { issuers } })))).toContain('other users can write to');
});

test('error: a named file that does not exist, and a link that leads nowhere', async () => {
  expect(await errorOf(read(inData('none.json')))).toBe(`cannot read ${inData('none.json')}: ENOENT`);
  await symlink('none.json', inData('config.json'));
  expect(await errorOf(read())).toBe(`cannot read ${inData('config.json')}: ENOENT`);
});

test('error: a file that other users can write to', async () => {
  await writeFile(inData('config.json'), '{}');
  await chmod(inData('config.json'), 0o666);
  expect(await errorOf(read())).toContain('other users can write to');
});

test('args: where traces are sent', async () => {
  const otlpUrl = 'http://127.0.0.1:4318/v1/traces';
  expect(await readText(JSON.stringify({ traces: { otlpUrl } }))).toEqual({ traces: { otlpUrl } });
  await writeFile(inData('token'), 'Bearer s3cret\n');
  const headers = { Authorization: { file: 'token' }, 'X-Tenant': { env: 'TENANT' }, 'X-Plain': 'plain' };
  const traces = { otlpUrl: { env: 'OTLP' }, headers, sampleRatio: 0.01 };
  expect(await readText(JSON.stringify({ traces }), { OTLP: otlpUrl, TENANT: 'acme' })).toEqual({
    traces: {
      otlpUrl,
      headers: { Authorization: 'Bearer s3cret', 'X-Tenant': 'acme', 'X-Plain': 'plain' },
      sampleRatio: 0.01,
    },
  });
});

const url = '"otlpUrl":"http://127.0.0.1:4318/v1/traces"';
test.each([
  ['{"traces":{}}', 'traces.otlpUrl: '],
  [
    '{"traces":{"otlpUrl":"http://127.0.0.1:4318"}}',
    'traces.otlpUrl: must be an http:// or https:// URL with the path',
  ],
  ['{"traces":{"otlpUrl":"grpc://127.0.0.1:4317/s3cret"}}', 'traces.otlpUrl: must be an http:// or https:// URL'],
  [`{"traces":{${url},"sampleRatio":0}}`, 'traces.sampleRatio: must be more than 0 and at most 1'],
  [`{"traces":{${url},"sampleRatio":1.5}}`, 'traces.sampleRatio: must be more than 0 and at most 1'],
  [`{"traces":{${url},"headers":{"X-Token":"s3cret\\n"}}}`, 'traces.headers["X-Token"]: must be the value of a header'],
  [`{"traces":{${url},"headers":{"Host":"s3cret"}}}`, 'traces.headers.Host: must be the name of a header'],
  [`{"traces":{${url},"headers":{"Content-Type":"s3cret"}}}`, 'traces.headers["Content-Type"]: must be the name'],
  [`{"traces":{${url},"headers":{"a b":"s3cret"}}}`, 'traces.headers["a b"]: must be the name of a header'],
  [`{"traces":{${url},"headers":{"X-Token":{"env":"NONE"}}}}`, 'the variable NONE is not set'],
])('error: %s', async (text, message) => {
  const error = await errorOf(readText(text));
  expect(error).toContain(message);
  expect(error).not.toContain('s3cret');
});

test('default: the budgets of storage have defaults, and each can be set', async () => {
  const { limits } = await readText('{ "limits": { "signUpBytes": 1000000, "waitingActivities": 7 } }');
  expect(limits).toMatchObject({
    organizationBytes: 4 * 1024 ** 3,
    signUpBytes: 1_000_000,
    tenantBytes: 256 * 1024 ** 3,
    walletAccounts: 1_000,
    waitingActivities: 7,
  });
  for (const name of ['organizationBytes', 'signUpBytes', 'tenantBytes', 'walletAccounts', 'waitingActivities'])
    expect(await errorOf(readText(`{ "limits": { "${name}": 0 } }`))).toContain(`limits.${name}`);
});
