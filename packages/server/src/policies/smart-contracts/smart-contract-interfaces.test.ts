import { randomUUID } from 'node:crypto';
import { examples } from '@mintmark/schema';
import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { readTables } from '../../../test/table-state.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import type { ReadContext } from '../../core/handlers/implement.ts';
import { readInterfaces } from './interface-row.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());

const { smartContract: contract, stablecoinAddress: address } = examples;
const program = {
  smartContractAddress: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  smartContractInterface: JSON.stringify({
    address: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    metadata: { name: 'token', version: '0.1.0', spec: '0.1.0' },
    types: [],
    instructions: [
      { name: 'close', discriminator: [1, 2, 3, 4, 5, 6, 7, 8], accounts: [], args: [{ name: 'amount', type: 'u64' }] },
    ],
  }),
  type: 'SMART_CONTRACT_INTERFACE_TYPE_SOLANA',
  label: 'Token program',
};

const create = (by: Actor, parameters: object) => service.submit(by, 'create_smart_contract_interface', parameters);
const add = async (by: Actor, parameters: object): Promise<string> =>
  resultOf(await create(by, parameters)).smartContractInterfaceId;
const list = async (by: Actor) =>
  (await service.ask(by, 'list_smart_contract_interfaces')).json.smartContractInterfaces;
const get = (by: Actor, smartContractInterfaceId: string) =>
  service.ask(by, 'get_smart_contract_interface', { smartContractInterfaceId });
const newAddress = (index: number) => `0x${index.toString(16).padStart(40, '0')}`;
/** Reads as policies do. */
const read = (by: Actor, ...rest: Parameters<typeof readInterfaces> extends [unknown, ...infer Rest] ? Rest : never) =>
  service.database.query((sql) => {
    const organization = { id: by.organizationId, parentId: null, name: '', rootThreshold: 1, source: null };
    const context: ReadContext = { sql, organization, services: service };
    return readInterfaces(context, ...rest);
  });

describe('create_smart_contract_interface', () => {
  test('default: answered with the short type and the address with its checksum', async () => {
    const [root] = await addOrganization(service);
    const user = await addUser(service, root);
    const id = await add(root, { ...contract, smartContractAddress: address.toLowerCase() });
    const record = {
      organizationId: root.organizationId,
      smartContractInterfaceId: id,
      ...contract,
      smartContractAddress: address,
      type: 'ETHEREUM',
      createdAt: expect.anything(),
      updatedAt: expect.anything(),
    };
    expect((await get(user, id.toUpperCase())).json).toEqual({ smartContractInterface: record });
    expect(await list(user)).toEqual([record]);
    expect((await verifyAudit(service)).problems).toEqual([]);
  });

  test('args: a Solana program, without notes', async () => {
    const [root] = await addOrganization(service);
    const id = await add(root, program);
    expect((await get(root, id)).json.smartContractInterface).toMatchObject({ ...program, type: 'SOLANA', notes: '' });
  });

  test('args: an address in upper case; text of almost the size of a request, as it was given', async () => {
    const [root] = await addOrganization(service);
    const smartContractAddress = `0x${address.slice(2).toUpperCase()}`;
    const smartContractInterface = `${' '.repeat(250_000)}${contract.smartContractInterface}`;
    const id = await add(root, { ...contract, smartContractAddress, smartContractInterface });
    const { smartContractInterface: stored } = (await get(root, id)).json;
    expect(stored).toMatchObject({ smartContractAddress: address, smartContractInterface });
    expect(await list(root)).toEqual([stored]);
  });

  test('error: the same address in any spelling; in another organization it can be', async () => {
    const [[root], [other]] = [await addOrganization(service), await addOrganization(service)];
    await add(root, contract);
    for (const smartContractAddress of [address, address.toLowerCase()])
      expect(refusalOf(await create(root, { ...contract, smartContractAddress }))).toEqual([409, 'ALREADY_EXISTS']);
    await add(other, contract);
    expect(await list(root)).toHaveLength(1);
  });

  test.for([
    ['a wrong checksum', { smartContractAddress: address.replace('A0b8', 'a0b8') }, 'smartContractAddress'],
    ['an address of Solana', { smartContractAddress: program.smartContractAddress }, 'smartContractAddress'],
    ['a program at an address of Ethereum', { ...program, smartContractAddress: address }, 'smartContractAddress'],
    ['31 bytes', { ...program, smartContractAddress: '1'.repeat(33) }, 'smartContractAddress'],
    ['no JSON', { smartContractInterface: '[' }, 'smartContractInterface'],
    ['an object', { smartContractInterface: '{}' }, 'smartContractInterface'],
    ['an IDL', { smartContractInterface: program.smartContractInterface }, 'smartContractInterface'],
    ['an IDL without instructions', { ...program, smartContractInterface: '{}' }, 'smartContractInterface'],
    [
      'an ABI as IDL',
      { ...program, smartContractInterface: contract.smartContractInterface },
      'smartContractInterface',
    ],
  ] as const)('error: %s, and nothing is stored', async ([, change, member]) => {
    const [root] = await addOrganization(service);
    const before = await readTables(service.database);
    const reply = await create(root, { ...contract, ...change });
    expect(refusalOf(reply)).toEqual([400, 'INVALID_CONTRACT_INTERFACE']);
    expect(reply.json.message).toContain(member);
    const violations = reply.json.details.flatMap(
      ({ fieldViolations = [] }: { fieldViolations?: object[] }) => fieldViolations,
    );
    expect(violations).toEqual([{ field: `parameters.${member}`, description: expect.stringMatching(/\w/) }]);
    expect(await readTables(service.database)).toEqual(before);
  });

  const withInput = (input: object) =>
    JSON.stringify([{ type: 'function', name: 'pay', inputs: [{ name: 'to', type: 'address', ...input }] }]);
  const withTypes = (types: object, instruction = {}) =>
    JSON.stringify({
      types,
      instructions: [{ name: 'close', accounts: [], args: [], docs: ['Closes\nthe \u200baccount.'], ...instruction }],
    });

  test.for([
    [{ smartContractInterface: withInput({ name: 'to\u202e' }) }, '[0].inputs[0].name', 'U+202E'],
    [
      { smartContractInterface: withInput({ name: 'x\u200b' }).replace('\u200b', '\\u200b') },
      '[0].inputs[0].name',
      'U+200B',
    ],
    [
      { smartContractInterface: withInput({ internalType: 'contract \u2066I' }) },
      '[0].inputs[0].internalType',
      'U+2066',
    ],
    [
      { ...program, smartContractInterface: withTypes([{ name: 'A\u200e', type: { kind: 'struct', fields: [] } }]) },
      'types[0].name',
      'U+200E',
    ],
    [
      {
        ...program,
        smartContractInterface: withTypes([{ name: 'A\u00ad', type: { kind: 'struct', fields: [] } }], {
          args: [{ name: 'a', type: { defined: 'A\u00ad' } }],
        }),
      },
      'types[0].name',
      'U+00AD',
    ],
  ] as const)('error: an invisible character in a name, %#', async ([change, place, code]) => {
    const [root] = await addOrganization(service);
    const before = await readTables(service.database);
    const reply = await create(root, { ...contract, ...change });
    expect(refusalOf(reply)).toEqual([400, 'INVALID_CONTRACT_INTERFACE']);
    expect(reply.json.message).toContain(`: ${place} has the invisible character ${code}`);
    expect(await readTables(service.database)).toEqual(before);
  });

  test('args: prose of an IDL with characters that nobody sees', async () => {
    const [root] = await addOrganization(service);
    await add(root, { ...program, smartContractInterface: withTypes([]) });
  });

  test('error: not a root user, an unknown type, an empty label, too many notes', async () => {
    const [root] = await addOrganization(service);
    const user = await addUser(service, root);
    expect(refusalOf(await create(user, contract))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
    for (const more of [{ type: 'ETHEREUM' }, { label: '' }, { notes: 'x'.repeat(4097) }])
      expect(refusalOf(await create(root, { ...contract, ...more }))).toEqual([400, 'REQUEST_INVALID']);
  });

  test('error: more than a hundred', async () => {
    const [root] = await addOrganization(service);
    for (let index = 1; index <= 100; index++)
      await add(root, { ...contract, smartContractAddress: newAddress(index) });
    const another = { ...contract, smartContractAddress: newAddress(101) };
    expect(refusalOf(await create(root, another))).toEqual([429, 'RESOURCE_LIMIT_EXCEEDED']);
    expect(await list(root)).toHaveLength(100);
  });
});

describe('delete_smart_contract_interface', () => {
  const remove = (by: Actor, smartContractInterfaceId: string) =>
    service.submit(by, 'delete_smart_contract_interface', { smartContractInterfaceId });

  test('default', async () => {
    const [root] = await addOrganization(service);
    const id = await add(root, contract);
    expect(resultOf(await remove(root, id.toUpperCase()))).toEqual({ smartContractInterfaceId: id });
    expect(await list(root)).toEqual([]);
    await add(root, contract);
    expect((await verifyAudit(service)).problems).toEqual([]);
  });

  test('error: unknown, or of another organization', async () => {
    const [[root], [other]] = [await addOrganization(service), await addOrganization(service)];
    const id = await add(root, contract);
    for (const reply of [await remove(root, randomUUID()), await remove(other, id), await get(other, id)])
      expect(refusalOf(reply)).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect(await list(root)).toHaveLength(1);
  });
});

test('behavior: newest first, and a row that somebody else changed is not shown', async () => {
  const [root] = await addOrganization(service);
  const ids: string[] = [];
  for (const index of [1, 2, 3]) ids.unshift(await add(root, { ...contract, smartContractAddress: newAddress(index) }));
  const listed = async () =>
    (await list(root)).map(
      ({ smartContractInterfaceId }: { smartContractInterfaceId: string }) => smartContractInterfaceId,
    );
  expect(await listed()).toEqual(ids);
  const [first = '', ...others] = ids;
  await service.database.query((sql) => sql`update smart_contract_interfaces set interface = '[]' where id = ${first}`);
  expect(await listed()).toEqual(others);
  expect(refusalOf(await get(root, first))).toEqual([404, 'RESOURCE_NOT_FOUND']);
});

test('behavior: policies find interfaces by type and address, and only genuine ones of their organization', async () => {
  const [[root], [other]] = [await addOrganization(service), await addOrganization(service)];
  const id = await add(root, contract);
  await add(root, program);
  const stored = address.toLowerCase();
  const found = await read(root, 'ETHEREUM', [stored, newAddress(1)]);
  expect([...found]).toEqual([[stored, expect.objectContaining({ id, interface: contract.smartContractInterface })]]);
  expect(await read(root, 'SOLANA', [stored, program.smartContractAddress])).toHaveProperty('size', 1);
  expect(await read(root, 'ETHEREUM', [])).toHaveProperty('size', 0);
  expect(await read(other, 'ETHEREUM', [stored])).toHaveProperty('size', 0);
  await service.database.query((sql) => sql`update smart_contract_interfaces set interface = '[]' where id = ${id}`);
  expect(await read(root, 'ETHEREUM', [stored])).toHaveProperty('size', 0);
});
