import { generatePrivateKey } from '@mintmark/stamper';
import { sealImportedMnemonic, signImportTarget } from '@mintmark/stamper/bundles';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { ethereumAccount, keyMovements, knownAddress, knownMnemonic } from '../../../test/wallets.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

let now = Date.now();
const service = await startService({ clock: () => new Date(now) });
afterAll(() => service[Symbol.asyncDispose]());
const { submit, ask } = service;
const { sealMnemonic, exportWallet, importWallet } = keyMovements(service);
const [ada] = await addOrganization(service);
const signerPublicKey = service.services.signer.publicKey;

let wallets = 0;
const importBundle = (encryptedBundle: string, more: object = {}, actor = ada) =>
  submit(actor, 'import_wallet', {
    userId: actor.userId,
    walletName: `Wallet ${++wallets}`,
    encryptedBundle,
    accounts: [ethereumAccount()],
    ...more,
  });
const walletsOf = async (actor: Actor) => (await ask(actor, 'list_wallets')).json.wallets;
const failureOf = ({ status, json }: Awaited<ReturnType<typeof submit>>) => [
  status,
  json.activity?.status,
  json.activity?.failure?.details?.[0]?.errorCode,
];
const doesNotOpen = [200, 'ACTIVITY_STATUS_FAILED', 'INVALID_IMPORT_BUNDLE'];

test('default', async () => {
  const reply = await importBundle(await sealMnemonic(ada, knownMnemonic), { walletName: 'Known' });
  const { walletId, addresses } = resultOf(reply);
  expect(addresses).toEqual([knownAddress]);
  const { wallet } = (await ask(ada, 'get_wallet', { walletId })).json;
  expect(wallet).toMatchObject({ walletName: 'Known', imported: true, exported: false });
  expect(JSON.stringify(reply.json)).not.toContain('abandon');
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test.each([
  ['spaces', `  ${knownMnemonic.replaceAll(' ', '   ')}  `, knownMnemonic, knownAddress],
  // The addresses are those of BIP-39's phrases with the passphrase TREZOR, as other wallets derive them.
  ['passphrase', `${knownMnemonic}\nTREZOR`, `${knownMnemonic}\nTREZOR`, '0x9c32F71D4DB8Fb9e1A58B0a80dF79935e7256FA6'],
  ['empty passphrase', `${knownMnemonic}\n`, knownMnemonic, knownAddress],
])('args: %s', async (_, mnemonic, exported, address) => {
  const { walletId, addresses } = resultOf(await importBundle(await sealMnemonic(ada, mnemonic)));
  expect(addresses).toEqual([address]);
  expect(await exportWallet(ada, walletId)).toBe(exported);
});

test('behavior: a mnemonic in another language', async () => {
  const spanish = 'ábaco ábaco ábaco ábaco ábaco ábaco ábaco ábaco ábaco ábaco ábaco abierto';
  const { walletId, addresses } = resultOf(await importBundle(await sealMnemonic(ada, spanish.normalize('NFC'))));
  const exported = await exportWallet(ada, walletId, { language: 'MNEMONIC_LANGUAGE_SPANISH' });
  expect(exported).toBe(spanish.normalize('NFKD'));
  expect(resultOf(await importBundle(await sealMnemonic(ada, exported))).addresses).toEqual(addresses);
});

test.each([
  ['no words', ' ', 'it must have 12, 15, 18, 21 or 24 words'],
  ['13 words', `${knownMnemonic} about`, 'it must have 12, 15, 18, 21 or 24 words'],
  ['an unknown word', knownMnemonic.replace('about', 'aboot'), 'it has a word that is in none of the word lists'],
  ['upper case', knownMnemonic.toUpperCase(), 'it has a word that is in none of the word lists'],
  ['a wrong checksum', knownMnemonic.replace('about', 'abandon'), 'its checksum is wrong'],
  ['two languages', knownMnemonic.replace('about', 'ábaco'), 'its words are from several languages'],
])('error: %s, and the import key can be used again', async (_, mnemonic, reason) => {
  const [bob] = await addOrganization(service);
  const { importBundle: bundle } = resultOf(await submit(bob, 'init_import_wallet', { userId: bob.userId }));
  const to = { importBundle: bundle, organizationId: bob.organizationId, userId: bob.userId, signerPublicKey };
  const refused = await importBundle(await sealImportedMnemonic(mnemonic, to), {}, bob);
  expect(refusalOf(refused)).toEqual([400, 'INVALID_MNEMONIC']);
  expect(refused.json.message).toBe(`invalid mnemonic: ${reason}`);
  expect(await walletsOf(bob)).toEqual([]);
  const again = await importBundle(await sealImportedMnemonic(knownMnemonic, to), {}, bob);
  expect(resultOf(again).addresses).toEqual([knownAddress]);
});

test('error: an import key works once', async () => {
  const [bob] = await addOrganization(service);
  const bundle = await sealMnemonic(bob, knownMnemonic);
  const first = await importBundle(bundle, {}, bob);
  expect(resultOf(first).addresses).toEqual([knownAddress]);
  // The same bytes are the same activity, and another body is refused.
  expect((await service.send(bob, 'import_wallet', first.body)).json).toEqual(first.json);
  expect(refusalOf(await importBundle(bundle, {}, bob))).toEqual([400, 'IMPORT_NOT_PREPARED']);
  // So it is if there is another key meanwhile.
  await sealMnemonic(bob, knownMnemonic);
  expect(failureOf(await importBundle(bundle, {}, bob))).toEqual(doesNotOpen);
  expect(await walletsOf(bob)).toHaveLength(1);
});

test('error: of two imports at the same time with one key, one wins', async () => {
  const [bob] = await addOrganization(service);
  for (let round = 0; round < 5; round++) {
    const bundle = await sealMnemonic(bob, knownMnemonic);
    const replies = await Promise.all([importBundle(bundle, {}, bob), importBundle(bundle, {}, bob)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await walletsOf(bob)).toHaveLength(round + 1);
  }
});

test('error: an import key works for an hour', async () => {
  const [bob] = await addOrganization(service);
  const bundle = await sealMnemonic(bob, knownMnemonic);
  const start = now;
  try {
    now = start + 60 * 60 * 1000;
    const timestampMs = String(now);
    const late = await submit(
      bob,
      'import_wallet',
      { userId: bob.userId, walletName: 'Late', encryptedBundle: bundle, accounts: [] },
      { timestampMs },
    );
    expect(refusalOf(late)).toEqual([400, 'IMPORT_NOT_PREPARED']);
  } finally {
    now = start;
  }
  expect(resultOf(await importBundle(bundle, {}, bob)).addresses).toEqual([knownAddress]);
});

test('error: a bundle for another user, organization or key, or of another signer', async () => {
  const [bob, eve] = (await addOrganization(service, { roots: 2 })) as [Actor, Actor];
  const [max] = await addOrganization(service);
  await sealMnemonic(bob, knownMnemonic);
  const { organizationId, userId } = bob;
  const stranger = generatePrivateKey('p256').publicKey.hex;
  const forged = await signImportTarget(stranger, { organizationId, userId, signer: service.services.signer });
  const bundles = [
    await sealMnemonic(eve, knownMnemonic),
    await sealMnemonic(max, knownMnemonic),
    await sealImportedMnemonic(knownMnemonic, { importBundle: forged, organizationId, userId, signerPublicKey }),
  ];
  for (const bundle of bundles) expect(failureOf(await importBundle(bundle, {}, bob))).toEqual(doesNotOpen);
  // A key for private keys is none for wallets.
  const { sealPrivateKey } = keyMovements(service);
  const ofKey = await sealPrivateKey(bob, new Uint8Array(32).fill(7));
  expect(failureOf(await importBundle(ofKey, {}, bob))).toEqual(doesNotOpen);
  for (const text of ['{}', 'x', '{"encappedPublic":"00","ciphertext":"00"}'])
    expect(refusalOf(await importBundle(text, {}, bob))).toEqual([400, 'INVALID_IMPORT_BUNDLE']);
  expect(await walletsOf(bob)).toEqual([]);
});

test('error: an import for another user', async () => {
  const [bob, eve] = (await addOrganization(service, { roots: 2 })) as [Actor, Actor];
  const denied = [403, 'REQUEST_NOT_AUTHORIZED'];
  expect(refusalOf(await submit(eve, 'init_import_wallet', { userId: bob.userId }))).toEqual(denied);
  const bundle = await sealMnemonic(bob, knownMnemonic);
  expect(refusalOf(await importBundle(bundle, { userId: bob.userId }, eve))).toEqual(denied);
  expect(await walletsOf(bob)).toEqual([]);
  expect(resultOf(await importBundle(bundle, {}, bob)).addresses).toEqual([knownAddress]);
});

test('behavior: with a quorum, the user has to be among those who approve', async () => {
  const [bob, eve, max] = (await addOrganization(service, { roots: 3, threshold: 2 })) as [Actor, Actor, Actor];
  const own = await submit(bob, 'init_import_wallet', { userId: bob.userId });
  expect(own.json.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  const { fingerprint } = own.json.activity;
  expect(resultOf(await submit(eve, 'approve_activity', { fingerprint })).importBundle).toContain('v1.0.0');
  // Eve starts an import for Bob. She is denied, and Max cannot complete it with her.
  const others = await submit(eve, 'init_import_wallet', { userId: bob.userId });
  expect(refusalOf(others)).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  expect(refusalOf(await service.send(max, 'init_import_wallet', others.body))).toEqual([
    403,
    'REQUEST_NOT_AUTHORIZED',
  ]);
  const begun = await service.send(bob, 'init_import_wallet', others.body);
  expect(begun.json.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  const done = await service.send(max, 'init_import_wallet', others.body);
  expect(done.json.activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  expect((await verifyAudit(service)).problems).toEqual([]);
});

test('behavior: a user has ten import keys at most, and the oldest ends', async () => {
  const [bob] = await addOrganization(service);
  const bundles: string[] = [];
  for (let count = 0; count < 11; count++) {
    now += 1;
    bundles.push(await sealMnemonic(bob, knownMnemonic));
  }
  expect(failureOf(await importBundle(bundles[0] as string, {}, bob))).toEqual(doesNotOpen);
  expect(resultOf(await importBundle(bundles[1] as string, {}, bob)).addresses).toEqual([knownAddress]);
  const kept = await service.database.query((sql) => sql`select from import_keys where user_id = ${bob.userId}`);
  expect(kept).toHaveLength(9);
});

test('error: a name that is taken uses up no import key', async () => {
  const [bob] = await addOrganization(service);
  resultOf(await importWallet(bob, knownMnemonic, { walletName: 'Taken' }));
  const bundle = await sealMnemonic(bob, knownMnemonic);
  expect(refusalOf(await importBundle(bundle, { walletName: 'Taken' }, bob))).toEqual([409, 'ALREADY_EXISTS']);
  expect(resultOf(await importBundle(bundle, {}, bob)).addresses).toEqual([knownAddress]);
});

test('behavior: a user imports several wallets at the same time', async () => {
  const [bob] = await addOrganization(service);
  const bundles: string[] = [];
  for (let count = 0; count < 10; count++) bundles.push(await sealMnemonic(bob, knownMnemonic));
  const replies = await Promise.all(bundles.map((bundle) => importBundle(bundle, {}, bob)));
  expect(replies.map(({ status, error }) => error ?? status)).toEqual(bundles.map(() => 200));
  expect(await walletsOf(bob)).toHaveLength(10);
});

test('error: of two imports that wait for approval with one key, one runs, and none after the hour of its key', async () => {
  const [bob, eve, max] = (await addOrganization(service, { roots: 3, threshold: 2 })) as [Actor, Actor, Actor];
  const { organizationId, userId } = bob;
  const seal = async () => {
    const { fingerprint } = (await submit(bob, 'init_import_wallet', { userId })).json.activity;
    const { importBundle } = resultOf(await submit(eve, 'approve_activity', { fingerprint }));
    return sealImportedMnemonic(knownMnemonic, { importBundle, organizationId, userId, signerPublicKey });
  };
  const bundle = await seal();
  const waiting = [await importBundle(bundle, {}, bob), await importBundle(bundle, {}, bob)];
  const [one, two] = waiting.map(({ json }) => ({ fingerprint: json.activity.fingerprint }));
  const replies = await Promise.all([
    submit(eve, 'approve_activity', one as object),
    submit(max, 'approve_activity', two as object),
  ]);
  expect(replies.map(({ json }) => json.activity.status).toSorted()).toEqual([
    'ACTIVITY_STATUS_COMPLETED',
    'ACTIVITY_STATUS_FAILED',
  ]);
  expect(await walletsOf(bob)).toHaveLength(1);
  const { fingerprint } = (await importBundle(await seal(), {}, bob)).json.activity;
  const start = now;
  try {
    now = start + 61 * 60 * 1000;
    const late = await submit(eve, 'approve_activity', { fingerprint }, { timestampMs: String(now) });
    expect(failureOf(late)).toEqual([200, 'ACTIVITY_STATUS_FAILED', 'IMPORT_NOT_PREPARED']);
  } finally {
    now = start;
  }
  expect(await walletsOf(bob)).toHaveLength(1);
});
