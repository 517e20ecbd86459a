import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { addPolicy, isBy, outcomeOf } from '../../../test/policies.ts';
import { type Actor, type Reply, startService } from '../../../test/service.ts';
import { startSwapProvider } from '../../../test/swap-provider.ts';
import { ethereumAccount } from '../../../test/wallets.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { ofOrganization } from '../../core/model/of-organization.ts';
import { swapClaim } from '../../funds/swap/swap-claim.ts';

const provider = await startSwapProvider();
const { swap, ledger, arrived, faults } = provider;
const service = await startService({ swap }, { outboxKinds: [swapClaim] });
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await provider.close();
});
afterEach(async () => {
  faults.claimable = undefined;
  faults.claims = undefined;
  await deliver();
});
const { submit } = service;
const claim = (by: Actor) => submit(by, 'claim_swap_fees', {});
const failureOf = ({ status, json }: Reply) => [status, json.activity?.status, json.activity?.failure];
const failed = (errorCode: string, message: unknown = expect.any(String)) => [
  200,
  'ACTIVITY_STATUS_FAILED',
  { code: 9, message, details: [expect.objectContaining({ errorCode })] },
];
const nothing = failed('NO_SWAP_FEES', 'there are no swap fees to claim');

/** Tries all entries of the outbox now, whenever they are due. */
async function deliver(): Promise<void> {
  await service.outbox.idle();
  await service.database.query((sql) => sql`update outbox set due_at = now() where state = 'waiting'`);
  await service.outbox.poll();
  await service.outbox.idle();
}
const entriesOf = ({ organizationId: id }: Actor) =>
  service.database.query(
    (sql) => sql`select state, contents, error_text from outbox where ${ofOrganization(sql, { id })} order by id`,
  );
const arrivedFor = (address: string) => arrived.filter(({ receiver }) => receiver === address);

/** An organization whose receiver can claim fees. */
async function arrange(amount = 100n, options: object = {}) {
  const [root, ...others] = await addOrganization(service, options);
  const made = resultOf(await submit(root, 'create_wallet', { walletName: 'W', accounts: [ethereumAccount()] }));
  const receiver: string = made.addresses[0];
  resultOf(await submit(root, 'upsert_swap_config', { feeReceiverWalletAddress: receiver, feeBps: '30' }));
  provider.accrue(receiver, amount);
  return { root, others, receiver, walletId: made.walletId as string };
}

test('default: the claim is sent once, with its id as the idempotency key', async () => {
  const { root, receiver } = await arrange();
  const { requestId } = resultOf(await claim(root));
  expect(requestId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  await service.outbox.idle();
  expect(arrivedFor(receiver)).toEqual([{ key: requestId, requestId, receiver, amount: '100' }]);
  expect([ledger.get(receiver), await entriesOf(root)]).toEqual([0n, []]);
  await deliver();
  expect(arrivedFor(receiver)).toHaveLength(1);
  expect((await verifyAudit(service)).problems).toEqual([]);
});

describe('a claim is made once', () => {
  test('behavior: the same body again is the same claim', async () => {
    const { root, receiver } = await arrange();
    const first = await claim(root);
    await service.outbox.idle();
    provider.accrue(receiver, 50n);
    const again = await Promise.all([1, 2, 3].map(() => service.send(root, 'claim_swap_fees', first.body)));
    for (const { json } of again) expect(json).toEqual(first.json);
    await deliver();
    expect(arrivedFor(receiver)).toHaveLength(1);
    expect(ledger.get(receiver)).toBe(50n);
  });

  test('behavior: of many concurrent claims, one is sent', async () => {
    const { root, receiver } = await arrange();
    const replies = await Promise.all(Array.from({ length: 20 }, () => claim(root)));
    const outcomes = replies.map((reply) => reply.error ?? reply.json.activity.failure?.message ?? 'completed');
    expect(outcomes.filter((outcome) => outcome === 'completed')).toHaveLength(1);
    for (const one of outcomes)
      expect(['completed', 'SWAP_CLAIM_IN_PROGRESS', 'there are no swap fees to claim']).toContain(one);
    await deliver();
    expect(arrivedFor(receiver)).toHaveLength(1);
  });

  test('behavior: a claim that was prepared before another one was accepted asks the provider again', async () => {
    const { root, receiver } = await arrange();
    const both = Promise.withResolvers<void>();
    const paid = Promise.withResolvers<void>();
    faults.claims = (response, pay, { requestId }) => {
      pay();
      paid.resolve();
      response.end(JSON.stringify({ requestId }));
    };
    let asked = 0;
    // Both see the whole sum. The second answer comes when the first claim was paid.
    faults.claimable = (response) => {
      const isSecond = ++asked === 2;
      if (isSecond) both.resolve();
      const answer = () => response.end(JSON.stringify({ receiver, amount: '100' }));
      if (asked > 2) response.end(JSON.stringify({ receiver, amount: String(ledger.get(receiver)) }));
      else void both.promise.then(() => (isSecond ? paid.promise.then(untilPaid).then(answer) : answer()));
    };
    const untilPaid = () => expect.poll(() => entriesOf(root), { timeout: 5_000 }).toEqual([]);
    const replies = await Promise.all([claim(root), claim(root)]);
    const statuses = replies.map(({ json }) => json.activity.status).sort();
    expect(statuses).toEqual(['ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_FAILED']);
    expect(replies.map(failureOf)).toContainEqual(nothing);
    expect([asked, arrivedFor(receiver).length]).toEqual([3, 1]);
  });

  test('behavior: until the provider has accepted it, there is no other', async () => {
    const { root, receiver } = await arrange();
    // It pays, but its answers are lost.
    faults.claims = (response, pay) => {
      pay();
      response.destroy();
    };
    const { requestId } = resultOf(await claim(root));
    await service.outbox.idle();
    expect(await entriesOf(root)).toMatchObject([{ state: 'waiting' }]);
    provider.accrue(receiver, 7n);
    expect(refusalOf(await claim(root))).toEqual([400, 'SWAP_CLAIM_IN_PROGRESS']);
    await deliver();
    faults.claims = undefined;
    await deliver();
    expect(arrivedFor(receiver).map(({ key, amount }) => [key, amount])).toEqual(
      Array.from({ length: 3 }, () => [requestId, '100']),
    );
    expect(ledger.get(receiver)).toBe(7n);
    resultOf(await claim(root));
    await service.outbox.idle();
    expect(ledger.get(receiver)).toBe(0n);
  });

  test('behavior: a claim that was refused is never sent again, and the next one may follow', async () => {
    const { root, receiver } = await arrange();
    faults.claims = (response) => response.writeHead(422).end();
    const { requestId } = resultOf(await claim(root));
    await service.outbox.idle();
    expect(await entriesOf(root)).toEqual([
      { state: 'failed', contents: null, errorText: 'The target refused it (HTTP 422)' },
    ]);
    faults.claims = undefined;
    const next = resultOf(await claim(root));
    await deliver();
    expect(arrivedFor(receiver).map(({ key }) => key)).toEqual([requestId, next.requestId]);
  });

  test('behavior: a change of the receiver does not hide a claim', async () => {
    const { root, receiver } = await arrange();
    faults.claims = (response) => response.writeHead(503).end();
    resultOf(await claim(root));
    await service.outbox.idle();
    const next = resultOf(await submit(root, 'upsert_swap_config', { feeBps: '1' })).feeReceiverWalletAddress;
    provider.accrue(next, 5n);
    expect(refusalOf(await claim(root))).toEqual([400, 'SWAP_CLAIM_IN_PROGRESS']);
    faults.claims = undefined;
    await deliver();
    expect([ledger.get(receiver), ledger.get(next)]).toEqual([0n, 5n]);
    resultOf(await claim(root));
    await service.outbox.idle();
    expect(ledger.get(next)).toBe(0n);
  });
});

describe('the provider', () => {
  test('error: has nothing for the receiver', async () => {
    const { root, receiver } = await arrange(0n);
    const reply = await claim(root);
    expect(failureOf(reply)).toEqual(nothing);
    // What was decided stays, even when fees have accrued. A new claim succeeds.
    provider.accrue(receiver, 1n);
    expect((await service.send(root, 'claim_swap_fees', reply.body)).json).toEqual(reply.json);
    expect(await entriesOf(root)).toEqual([]);
    resultOf(await claim(root));
    expect((await verifyAudit(service)).problems).toEqual([]);
  });

  test.each<[string, (receiver: string) => typeof faults.claimable, string]>([
    [
      'does not know the receiver',
      () => (r) => r.writeHead(404).end('{}'),
      'the swap provider refused the request (HTTP 404)',
    ],
    ['is broken', () => (r) => r.writeHead(500).end(), 'the swap provider refused the request (HTTP 500)'],
    [
      'redirects',
      () => (r) => r.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
      'the swap provider refused the request (HTTP 302)',
    ],
    ['answers no JSON', () => (r) => r.end('<html>'), 'the response of the swap provider is not one JSON object'],
    ['answers a list', () => [], 'the response of the swap provider is not one JSON object'],
    [
      'says a member twice',
      (to) => (r) => r.end(`{"receiver":"${to}","amount":"0","amount":"9"}`),
      'the response of the swap provider is not one JSON object',
    ],
    [
      'says a number',
      (receiver) => ({ receiver, amount: 100 }),
      'the response of the swap provider has a missing or malformed member',
    ],
    [
      'says a negative amount',
      (receiver) => ({ receiver, amount: '-1' }),
      'the response of the swap provider has a missing or malformed member',
    ],
    [
      'says more than a uint256',
      (receiver) => ({ receiver, amount: '9'.repeat(79) }),
      'the response of the swap provider has a missing or malformed member',
    ],
    [
      'leaves the receiver out',
      () => ({ amount: '1' }),
      'the response of the swap provider has a missing or malformed member',
    ],
    [
      'speaks of another receiver',
      () => ({ receiver: `0x${'1'.repeat(40)}`, amount: '1' }),
      'the response of the swap provider is for another receiver',
    ],
    [
      'says too much',
      (receiver) => ({ receiver, amount: '1', more: 'x'.repeat(20_000) }),
      'the swap provider did not answer: the response is too large',
    ],
    [
      'hangs up',
      () => (r) => void r.destroy(),
      'the swap provider did not answer: the host cannot be reached, or the connection was lost',
    ],
    ['is silent', () => () => {}, 'the swap provider did not answer: the response was not complete in time'],
  ])('error: %s', async (_, answer, message) => {
    const { root, receiver } = await arrange();
    faults.claimable = answer(receiver);
    expect(failureOf(await claim(root))).toEqual(failed('SWAP_PROVIDER_FAILED', message));
    expect([await entriesOf(root), arrivedFor(receiver)]).toEqual([[], []]);
    faults.claimable = undefined;
    resultOf(await claim(root));
  });

  test('error: is not configured, whatever the configuration of the organization is', async () => {
    await using bare = await startService({}, { outboxKinds: [swapClaim] });
    const [root] = await addOrganization(bare);
    const expected = failed('SWAP_PROVIDER_NOT_CONFIGURED', 'this server has no swap provider');
    expect(failureOf(await bare.submit(root, 'claim_swap_fees', {}))).toEqual(expected);
    resultOf(await bare.submit(root, 'upsert_swap_config', { feeBps: '1' }));
    expect(failureOf(await bare.submit(root, 'claim_swap_fees', {}))).toEqual(expected);
  });
});

describe('the configuration', () => {
  test('error: was never set, or has no receiver', async () => {
    const [root] = await addOrganization(service);
    expect(refusalOf(await claim(root))).toEqual([400, 'SWAP_CONFIG_NOT_SET']);
    resultOf(await submit(root, 'upsert_swap_config', {}));
    expect(refusalOf(await claim(root))).toEqual([400, 'SWAP_CONFIG_NOT_SET']);
  });

  test('error: its receiver was deleted', async () => {
    const { root, receiver, walletId } = await arrange();
    resultOf(await submit(root, 'delete_wallets', { walletIds: [walletId], deleteWithoutExport: true }));
    const reply = await claim(root);
    expect(refusalOf(reply)).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect(reply.json.message).toContain('the fee receiver was deleted');
    expect(arrivedFor(receiver)).toEqual([]);
  });

  test('error: its receiver was deleted while the provider was asked', async () => {
    const { root, receiver, walletId } = await arrange();
    faults.claimable = async (response) => {
      resultOf(await submit(root, 'delete_wallets', { walletIds: [walletId], deleteWithoutExport: true }));
      response.end(JSON.stringify({ receiver, amount: '100' }));
    };
    expect(refusalOf(await claim(root))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    await deliver();
    expect(arrivedFor(receiver)).toEqual([]);
  });

  test('behavior: its receiver was replaced while the provider was asked: the new one is asked about', async () => {
    const { root, receiver } = await arrange();
    let next = '';
    faults.claimable = async (response) => {
      faults.claimable = undefined;
      next = resultOf(await submit(root, 'upsert_swap_config', { feeBps: '1' })).feeReceiverWalletAddress;
      provider.accrue(next, 3n);
      response.end(JSON.stringify({ receiver, amount: '100' }));
    };
    resultOf(await claim(root));
    await service.outbox.idle();
    expect([arrivedFor(receiver), ledger.get(next)]).toEqual([[], 0n]);
  });
});

test('behavior: after the last approval the provider is asked, and a failure is stored', async () => {
  const { root, receiver } = await arrange();
  const bob = await addUser(service, root);
  const { organizationId, userId } = root;
  resultOf(await submit(root, 'update_root_quorum', { threshold: 2, userIds: [userId, bob.userId] }));
  const { body, json } = await submit(root, 'claim_swap_fees', {});
  expect(json.activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  const asked = provider.requests.length;
  ledger.set(receiver, 0n);
  expect(failureOf(await service.send(bob, 'claim_swap_fees', body))).toEqual(nothing);
  expect(provider.requests).toHaveLength(asked + 1);
  expect(await entriesOf({ ...root, organizationId })).toEqual([]);
});

test('error: in a sub-organization', async () => {
  const { root } = await arrange();
  const [sub] = await addOrganization(service, { parentId: root.organizationId });
  expect(refusalOf(await claim(sub))).toEqual([403, 'INVALID_ACTIVITY_CALLER']);
});

test('behavior: policies see it as an update of the configuration, and who is denied asks nobody', async () => {
  const { root, receiver } = await arrange();
  const user = await addUser(service, root);
  const asked = provider.requests.length;
  expect(outcomeOf(await claim(user))).toBe('REQUEST_NOT_AUTHORIZED');
  expect(provider.requests).toHaveLength(asked);
  const condition = "activity.kind == 'CLAIM_SWAP_FEES' && activity.resource == 'CONFIG'";
  await addPolicy(service, root, { condition, consensus: isBy(user) });
  expect(outcomeOf(await claim(user))).toBe('COMPLETED');
  await service.outbox.idle();
  expect(arrivedFor(receiver)).toHaveLength(1);
});

test('behavior: a receiver that somebody wrote to the database gets nothing', async () => {
  const { root } = await arrange();
  const thief = `0x${'1'.repeat(40)}`;
  provider.accrue(thief, 1n);
  const { organizationId } = root;
  await service.database.query(
    (sql) => sql`update swap_configs set fee_receiver_address = ${thief} where organization_id = ${organizationId}`,
  );
  expect(refusalOf(await claim(root))).toEqual([400, 'SWAP_CONFIG_NOT_SET']);
});

test('behavior: the provider gets the credentials of the operator, and no failure shows its address', async () => {
  const { root } = await arrange();
  faults.claimable = (response) => void response.destroy();
  const { json } = await claim(root);
  expect(provider.requests.at(-1)?.headers).toMatchObject({ authorization: 'Bearer s3cret' });
  expect(JSON.stringify(json)).not.toMatch(/127\.0\.0\.1|s3cret/);
});
