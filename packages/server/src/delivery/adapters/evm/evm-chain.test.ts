import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startEvmNode } from '@mintmark/testing/evm-node';
import { afterAll, describe, expect, test } from 'vitest';
import { createGuardedFetch } from '../guarded-fetch.ts';
import { createEvmChain } from './evm-chain.ts';

const node = await startEvmNode();
afterAll(() => node[Symbol.asyncDispose]());
const fetch = createGuardedFetch();
const chain = createEvmChain('eip155:1', { rpcUrl: node.url }, fetch);

/** The first account of the node, which signs by itself. */
const [rich] = (await node.request('eth_accounts')) as [string];
const other = '0x00000000000000000000000000000000000000a1';
const sent: string = await node.request('eth_sendTransaction', [{ from: rich, to: other, value: '0x10' }]);

describe('a real node', () => {
  test('default: counts, fees, gas, code', async () => {
    expect(await chain.transactionCount(rich, 'latest')).toBe(1n);
    expect(await chain.transactionCount(other, 'pending')).toBe(0n);
    const { maxFeePerGas, maxPriorityFeePerGas } = await chain.fees();
    expect(maxFeePerGas).toBeGreaterThanOrEqual(maxPriorityFeePerGas);
    expect(await chain.estimateGas({ from: rich, to: other, value: 1n })).toBeGreaterThanOrEqual(21_000n);
    expect(await chain.code(other)).toBe('0x');
    await chain.requireSynced();
  });

  test('default: a transaction, its receipt and its block', async () => {
    expect(await chain.knows(sent)).toBe(true);
    const receipt = await chain.receipt(sent);
    expect(receipt).toMatchObject({
      transactionHash: sent,
      from: rich,
      to: other,
      hasSucceeded: true,
      gasUsed: 21_000n,
    });
    const block = await chain.block(receipt?.blockNumber ?? 0n);
    expect(block).toMatchObject({ hash: receipt?.blockHash, transactionHashes: [sent] });
    expect(await chain.block('latest')).toEqual(block);
  });

  test('behavior: what does not exist is undefined', async () => {
    const unknown = `0x${'00'.repeat(31)}01`;
    expect(await chain.knows(unknown)).toBe(false);
    expect(await chain.receipt(unknown)).toBeUndefined();
    expect(await chain.block(1_000_000n)).toBeUndefined();
  });

  test('behavior: with a depth, blocks that are deep enough are final', async () => {
    await node.mine(5);
    const deep = createEvmChain('eip155:1', { rpcUrl: node.url, finalityDepth: 4 }, fetch);
    const newest = await chain.block('latest');
    const final = (newest?.number ?? 0n) - 4n;
    expect((await deep.block('finalized'))?.number).toBe(final);
    expect(await deep.transactionCount(rich, final)).toBe(1n);
    const deeper = createEvmChain('eip155:1', { rpcUrl: node.url, finalityDepth: 1_000 }, fetch);
    expect((await deeper.block('finalized'))?.number).toBe(0n);
    expect(await deeper.transactionCount(rich, 0n)).toBe(0n);
  });

  test('error: a transaction that the node refuses is an outcome, not an error', async () => {
    // Signed with the key of an account that has nothing.
    const raw =
      '0x02f8670180018502540be4008252089400000000000000000000000000000000000000a10180c001a0667b38077aafdbe7a58785f2e8e740a2c8b0956af09318889c769b8bf82cd81fa03a34a98d031ce910eaa8d12301108d3cfde543e5d74034a13b62852ecb7108bf';
    expect(await chain.send(raw)).toMatchObject({ is: 'refused', reason: expect.stringContaining('enough funds') });
  });

  test('error: it is unknown what became of a transaction if the node says anything else', async () => {
    expect(await chain.send('0x02c0')).toMatchObject({ is: 'unknown', error: { code: 'REFUSED' } });
  });

  test('error: a call that would be reverted', async () => {
    // PUSH1 0 PUSH1 0 REVERT
    await node.request('hardhat_setCode', ['0x00000000000000000000000000000000000000b2', '0x60006000fd']);
    const call = { from: rich, to: '0x00000000000000000000000000000000000000b2' };
    await expect(chain.estimateGas(call)).rejects.toMatchObject({ code: 'REVERTED', isRetryable: false });
    await expect(chain.call(call)).rejects.toMatchObject({ code: 'REVERTED', data: '0x' });
  });

  test('error: a node of another chain is not believed', async () => {
    const mistaken = createEvmChain('eip155:8453', { rpcUrl: node.url }, fetch);
    await expect(mistaken.transactionCount(rich, 'latest')).rejects.toMatchObject({ code: 'WRONG_CHAIN' });
  });
});

describe('a node that fails', () => {
  let answer: string | number | undefined;
  let answerStatus = 200;
  let authorization: string | undefined;
  const server = createServer((request, response) => {
    authorization = request.headers.authorization;
    request.resume();
    if (answer === undefined) request.socket.destroy();
    else if (typeof answer === 'number') response.writeHead(answer).end('oops');
    else response.writeHead(answerStatus).end(answer);
  }).listen(0, '127.0.0.1');
  afterAll(() => server.close());

  async function chainAnswering(given: typeof answer) {
    if (!server.listening) await once(server, 'listening');
    answer = given;
    const { port } = server.address() as AddressInfo;
    const rpcUrl = `http://127.0.0.1:${port}/key/s3cret`;
    return createEvmChain('eip155:1', { rpcUrl, authorization: 'Bearer s3cret' }, fetch);
  }
  const ask = async (given: typeof answer) => await (await chainAnswering(given)).fees();
  const error = (code: number, message: string, data?: unknown) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message, data } });

  test.each([
    ['is gone', undefined, 'UNREACHABLE'],
    ['answers 503', 503, 'UNREACHABLE'],
    ['limits its callers', error(-32005, 'limit exceeded'), 'UNREACHABLE'],
    ['answers no JSON', '<html>', 'BAD_ANSWER'],
    ['answers something else', '{"jsonrpc":"2.0","id":1,"result":"0xzz"}', 'BAD_ANSWER'],
    ['answers too long a number', `{"jsonrpc":"2.0","id":1,"result":"0x${'1'.repeat(65)}"}`, 'BAD_ANSWER'],
    ['lacks the method', error(-32601, 'the method does not exist'), 'REFUSED'],
    ['says another chain', '{"jsonrpc":"2.0","id":1,"result":"0x2"}', 'WRONG_CHAIN'],
  ])('error: it %s', async (_, given, code) => {
    const failure = await ask(given).catch((thrown) => thrown);
    expect(failure).toMatchObject({ name: 'EvmError', code });
    expect(String(failure.stack)).not.toContain('s3cret');
    expect(authorization).toBe('Bearer s3cret');
  });

  async function send(message: string, code = -32_000, status = 200) {
    const chain = await chainAnswering('{"jsonrpc":"2.0","id":1,"result":"0x1"}');
    // The identity of the node is kept for a while.
    await chain.transactionCount(rich, 'latest');
    answer = error(code, message);
    answerStatus = status;
    return await chain.send('0x02').finally(() => {
      answerStatus = 200;
    });
  }

  test.each([
    ['already known', 'accepted'],
    ['AlreadyKnown', 'accepted'],
    ['existing tx with same hash', 'accepted'],
    ['nonce too low: next nonce 5, tx nonce 4', 'nonceUsed'],
    ['OldNonce, Current nonce: 5, nonce of rejected tx: 4', 'nonceUsed'],
    ['Nonce too high. Expected nonce to be 0 but got 1.', 'nonceAhead'],
    ['NonceGap, Future nonce. Expected nonce: 5', 'nonceAhead'],
    ['insufficient funds for gas * price + value: address 0x1 have 1 want 2', 'refused'],
    ['InsufficientFunds, Balance is zero, cannot pay gas', 'refused'],
    ['Upfront cost exceeds account balance', 'refused'],
    ['replacement transaction underpriced', 'refused'],
    ['transaction underpriced: gas tip cap 0, minimum needed 1', 'refused'],
    ['FeeTooLow, MaxFeePerGas too low.', 'refused'],
    ['Gas price below configured minimum gas price', 'refused'],
    ['max fee per gas less than block base fee: address 0x1', 'refused'],
    ['intrinsic gas too low: gas 1, minimum needed 21000', 'refused'],
    ['Intrinsic gas exceeds gas limit', 'refused'],
    ['exceeds block gas limit', 'refused'],
    ['Transaction gas limit exceeds block gas limit', 'refused'],
    ['Transaction gas limit exceeds block gas limit', 'refused', -32_005],
    ['transaction gas limit too high (cap: 16777216, tx: 30000000)', 'refused'],
    ['tx fee (2.00 ether) exceeds the configured cap (1.00 ether)', 'refused'],
    ['max priority fee per gas higher than max fee per gas', 'refused'],
    ['invalid sender', 'refused'],
    ['transaction type not supported', 'refused'],
    ['Internal error', 'unknown', -32_603],
    ['request timed out', 'unknown', -32_002],
    ['context deadline exceeded', 'unknown'],
    ['txpool is full', 'unknown'],
    ['execution reverted', 'unknown', 3],
    ['the method eth_sendRawTransaction does not exist', 'unknown', -32_601],
  ])('behavior: a node that says to a transaction: %s', async (message, is, code = -32_000) => {
    expect(await send(message, code)).toMatchObject({ is });
  });

  test('error: a node that limits its callers may have the transaction', async () => {
    await expect(send('limit exceeded', -32_005)).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });

  test.each([429, 500, 503])('error: a refusal with HTTP %i may be that of a proxy', async (status) => {
    await expect(send('insufficient funds', -32_000, status)).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });

  test('behavior: what the node says is shortened, and has no control characters', async () => {
    const failure = await ask(error(-32000, `\u001b[31m${'a'.repeat(500)}`)).catch((thrown) => thrown);
    expect(failure.message).toMatch(/^the node refused the call: {2}\[31ma{195}$/);
  });
});
