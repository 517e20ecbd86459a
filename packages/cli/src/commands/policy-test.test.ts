import { afterAll, expect, test } from 'vitest';
import { ada, exchange, fileDirectory, payment, policyFile } from '../../test/policy-files.ts';
import { runMintmark } from '../../test/run-mintmark.ts';
import { testSurroundings } from '../../test/test-surroundings.ts';
import { policyExplain } from './policy-explain.ts';
import { policyReplay } from './policy-replay.ts';
import { policyTest } from './policy-test.ts';

const directory = await fileDirectory();
afterAll(() => directory[Symbol.asyncDispose]());

const right = await directory.write('right.json', policyFile());
const wrongCase = { name: 'Ada pays a lot', by: ada, activity: payment(exchange, 100), expect: 'OUTCOME_ALLOW' };
await directory.write('failing.json', policyFile({ cases: [...policyFile().cases, wrongCase] }));
await directory.write('invalid.json', policyFile({ polices: [] }));

const run = (words: string) => runMintmark(words.split(' '), {}, directory.path);

test('default: every case is as expected', async () => {
  expect(await run('policy test right.json')).toEqual({
    code: 0,
    stdout: `ok      Ada pays a little: OUTCOME_ALLOW
ok      two pay a lot: OUTCOME_ALLOW
ok      one pays a lot: OUTCOME_REQUIRES_CONSENSUS
ok      a stranger is paid: OUTCOME_DENY_IMPLICIT
4 passed, 0 failed
`,
    stderr: '',
  });
});

test('behavior: shows what is not as expected, and why', async () => {
  const { code, stdout, stderr } = await run('policy test right.json failing.json');
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toContain('right.json\nok      Ada pays a little: OUTCOME_ALLOW\n');
  expect(stdout).toContain(`
failing.json
ok      Ada pays a little: OUTCOME_ALLOW
`);
  expect(stdout.slice(stdout.indexOf('not ok'))).toBe(`not ok  Ada pays a lot
        expected OUTCOME_ALLOW, got OUTCOME_REQUIRES_CONSENSUS: "Large payments need two" waits for approvals
          OUTCOME_REQUIRES_CONSENSUS "Large payments need two": approvers.count() >= 2, with
            approvers.count() = 1
8 passed, 1 failed
`);
});

test('behavior: runs the example of its help', async () => {
  const { code, stdout, stderr } = await run('policy test --help');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Usage: mintmark policy test FILE…\n/);
  const example = stdout.slice(stdout.indexOf('Example\n') + 8, stdout.lastIndexOf('\n\nExits'));
  await directory.write('example.json', example);
  expect(await run('policy test example.json')).toMatchObject({
    code: 0,
    stdout: 'ok      anyone can create a wallet: OUTCOME_ALLOW\n1 passed, 0 failed\n',
  });
});

test.each([
  ['no file', 'policy test', 'no file given: use mintmark policy test FILE…'],
  ['a file that is not valid', 'policy test invalid.json', 'invalid.json is not valid:\n  polices: unknown member\n'],
  ['an option that it does not have', 'policy test right.json --all', 'unknown option: --all'],
  ['a flag with a value', 'policy replay --policies right.json --all=yes', 'unknown option: --all=yes'],
  ['a database that does not exist', 'policy replay --policies right.json', 'mintmark: '],
])('error: %s', async (_, words, message) => {
  const { code, stdout, stderr } = await run(words);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('unexpected error');
});

const given = { options: {}, words: [], flags: new Set<string>(), commands: {}, surroundings: testSurroundings() };

test.each([
  ['a file that does not exist', [right, 'nowhere.json'], 'nowhere.json cannot be read: ENOENT'],
  ['no file', [], 'no file given'],
])('error: policy test with %s', async (_, words, message) => {
  await expect(policyTest.run({ ...given, words })).rejects.toThrow(message);
});

const names = policyFile().cases.map(({ name }) => `\n  ${name}`);

test.each([
  ['a case without a file', [], { case: 'one' }, 'no file given for --case'],
  ['a file without a case', [right], {}, 'no case given'],
  ['nothing to explain', [], {}, 'nothing to explain'],
  ['two files', [right, right], { case: 'one' }, 'more than one file is given'],
  ['a file and an activity', [right], { activity: ada }, 'a file cannot be combined with --activity'],
  ['an activity that is no id', [], { activity: '5' }, '--activity must be an id'],
  ['an unknown case', [right], { case: 'one' }, `has no case with this name; it has:${names.join('')}`],
])('error: policy explain with %s', async (_, words, options, message) => {
  await expect(policyExplain.run({ ...given, options, words })).rejects.toThrow(message);
});

const noPolicies = await directory.write('empty.json', {});

test.each([
  ['no policies', {}, 'no policies given: use --policies FILE'],
  ['a wrong duration', { policies: right, since: '1y' }, '--since must be a duration such as 90m'],
  ['a time that is none', { policies: right, since: '2026-13-01' }, '--since must be a duration such as 90m'],
  ['an organization that is no id', { policies: right, organization: '5' }, '--organization must be an id'],
  ['a file without policies', { policies: noPolicies }, 'empty.json is not valid:\n  policies: '],
])('error: policy replay with %s', async (_, options, message) => {
  await expect(policyReplay.run({ ...given, options })).rejects.toThrow(message);
});

test('behavior: explains a case of a file as a tree', async () => {
  const { code, stdout, stderr } = await runMintmark(['policy', 'explain', right, '--case', 'one pays a lot'], {});
  expect([code, stderr]).toEqual([0, '']);
  const consensus = `approvers.any(user, user.id == '${ada}')`;
  expect(stdout).toBe(`OUTCOME_REQUIRES_CONSENSUS: "Large payments need two" waits for approvals
├─ "Small payments to the exchange" (EFFECT_ALLOW): OUTCOME_DENY_IMPLICIT
│  ├─ condition: eth.tx.to == '${exchange}' && eth.tx.value <= 50
│  │  │ → false
│  │  ├─ eth.tx.to == '${exchange}' → true
│  │  │  └─ eth.tx.to = '${exchange}'
│  │  └─ eth.tx.value <= 50 → false
│  │     └─ eth.tx.value = 100
│  └─ consensus: ${consensus} → true
│     ├─ approvers = [{id: '${ada}', tags: [], alias: 'Ada'}]
│     └─ for user = {id: '${ada}', tags: [], alias: 'Ada'}: user.id
│        │ == '${ada}' → true
│        └─ user.id = '${ada}'
└─ "Large payments need two" (EFFECT_ALLOW): OUTCOME_REQUIRES_CONSENSUS
   ├─ condition: eth.tx.to == '${exchange}' && eth.tx.value > 50
   │  │ → true
   │  ├─ eth.tx.to == '${exchange}' → true
   │  │  └─ eth.tx.to = '${exchange}'
   │  └─ eth.tx.value > 50 → true
   │     └─ eth.tx.value = 100
   └─ consensus: approvers.count() >= 2 → false
      └─ approvers.count() = 1
`);
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
});
