import { expect, test } from 'vitest';
import { compilePolicy } from './compile-policy.ts';

const fields = {
  condition: 'parameters.policyCondition',
  consensus: 'parameters.policyConsensus',
  time: 'parameters.time',
};
const none = { condition: '', consensus: '', time: '' };

test('default', () => {
  const texts = {
    condition: "activity.resource == 'WALLET'",
    consensus: 'approvers.count() >= 2',
    time: "time.now < Timestamp('2027-01-01T00:00:00Z')",
  };
  const { condition, consensus, time } = compilePolicy(texts, fields);
  expect([condition?.text, consensus?.text, time?.text]).toEqual([texts.condition, texts.consensus, texts.time]);
});

test('behavior: nothing is compiled for an empty expression', () => {
  expect(compilePolicy(none, fields)).toEqual({ condition: undefined, consensus: undefined, time: undefined });
});

test.each([
  ['condition', 'activity.color == 1', 'parameters.policyCondition'],
  ['consensus', 'approvers.count() >=', 'parameters.policyConsensus'],
  ['time', 'true &&', 'parameters.time'],
] as const)('error: a %s that does not compile', (part, text, field) => {
  const refusal = expect.objectContaining({
    code: 'INVALID_POLICY',
    message: expect.stringMatching(new RegExp(`^invalid policy ${part}: line 1, column \\d+: \\S`)),
    details: {
      fieldViolations: [{ field, description: expect.stringMatching(/^line 1, column \d+: \S/) }],
    },
  });
  expect(() => compilePolicy({ ...none, [part]: text }, fields)).toThrow(refusal);
});

test.each([
  ['condition', 'approvers.count() >= 2'],
  ['consensus', "activity.resource == 'WALLET'"],
  ['time', 'approvers.count() >= 2'],
] as const)('error: a %s that names what only another part of a policy can name', (part, text) => {
  expect(() => compilePolicy({ ...none, [part]: text }, fields)).toThrow(`invalid policy ${part}: line 1, column 1: `);
});

test('error: more than 4,096 characters', () => {
  const long = (length: number) => ({ ...none, condition: `true${' '.repeat(length - 4)}` });
  expect(compilePolicy(long(4096), fields).condition).toBeDefined();
  expect(() => compilePolicy(long(4097), fields)).toThrow('invalid policy condition: ');
});

const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

test.each([
  `eth.tx.contract_call_args['to'] == '${checksummed}'`,
  `eth.tx.contract_call_args['to'] in ['${checksummed}']`,
  `['${checksummed}'].contains(eth.eip_712.message['to'])`,
  `eth.eip_712.message['details']['token'] != '${checksummed}'`,
  `eth.eip_712.message['orders'].any(order, order['token'] == '${checksummed}')`,
  `['${checksummed}'].any(bad, eth.eip_712.message['to'] == bad)`,
])('error: an address with its checksum, which what is known only later never has: %s', (condition) => {
  const fields = { condition: 'c', consensus: 'c', time: 't' };
  const compiled = (text: string) => compilePolicy({ condition: text, consensus: '', time: '' }, fields);
  expect(() => compiled(condition)).toThrow(/hex in lower case/);
  expect(compiled(condition.replaceAll(checksummed, checksummed.toLowerCase())).condition).toBeDefined();
});

test('behavior: what is known only later can be compared with a field that has a form', () => {
  const condition =
    "eth.tx.to == eth.tx.contract_call_args['to'] && [eth.tx.to, eth.tx.contract_call_args['to']].all(to, to == eth.tx.from)";
  expect(
    compilePolicy({ condition, consensus: '', time: '' }, { condition: '', consensus: '', time: '' }),
  ).toBeDefined();
});
