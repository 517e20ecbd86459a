import { expect, test } from 'vitest';
import { compile } from '../evaluate/compile.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { conditionScope } from './scopes.ts';

const tx = { data: '0xa9059cbb', to: '0x00000000000000000000000000000000000000ab' };
const holds = (text: string) => evaluate(compile(text, conditionScope), () => tx);

test('default: hex in capitals is compared in lower case, also a part of it', () => {
  expect(holds("eth.tx.data == '0xA9059CBB'")).toBe(true);
  expect(holds("eth.tx.data[0..10] == '0xA9059CBB'")).toBe(true);
  expect(holds("eth.tx.data[2..4] in ['A9']")).toBe(true);
  expect(holds("eth.tx.to[40..42] == 'AB'")).toBe(true);
});

test.each([
  "eth.tx.contract_call_args['to'] == '0x00000000000000000000000000000000000000AB'",
  "eth.tx.contract_call_args['to'] in ['0x00000000000000000000000000000000000000AB']",
  "['0xAB'].any(address, address == eth.eip_712.message['to'])",
])('error: capitals in hex that is compared with what only the request knows: %s', (text) => {
  expect(() => compile(text, conditionScope)).toThrow('expected hex in lower case');
});

test('error: a part of hex is compared with something else', () => {
  expect(() => compile("eth.tx.data[0..10] == 'transfer'", conditionScope)).toThrow('expected digits of hex');
});
