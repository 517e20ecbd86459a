import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transferTo } from '@mintmark/server/test/policies';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';

export const ada = '3f1a2c56-7d80-4e9b-a1c2-5d6e7f809a1b';
export const bob = '4f1a2c56-7d80-4e9b-a1c2-5d6e7f809a1b';
export const exchange = '0x1111111111111111111111111111111111111111';
export const stranger = '0x2222222222222222222222222222222222222222';

/** The account of the private key 1. */
export const account = {
  address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  publicKey: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
};

/** The request to sign a payment from that account. */
export const payment = (to: string, value: number, signWith = account.address) => ({
  type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
  parameters: { signWith, type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction: transferTo(to, value) },
});

const policies = [
  {
    policyName: 'Small payments to the exchange',
    effect: 'EFFECT_ALLOW',
    condition: `eth.tx.to == '${exchange}' && eth.tx.value <= 50`,
    consensus: `approvers.any(user, user.id == '${ada}')`,
  },
  {
    policyName: 'Large payments need two',
    effect: 'EFFECT_ALLOW',
    condition: `eth.tx.to == '${exchange}' && eth.tx.value > 50`,
    consensus: 'approvers.count() >= 2',
  },
];

/** A file of cases that all hold. The given members replace its own. */
export const policyFile = (changes: object = {}) => ({
  policies,
  users: [
    { userId: ada, userName: 'Ada' },
    { userId: bob, userName: 'Bob' },
  ],
  wallets: [{ walletName: 'Treasury', accounts: [account] }],
  cases: [
    { name: 'Ada pays a little', by: ada, activity: payment(exchange, 5), expect: 'OUTCOME_ALLOW' },
    {
      name: 'two pay a lot',
      by: ada,
      approvedBy: [bob],
      activity: payment(exchange, 100),
      expect: { outcome: 'OUTCOME_ALLOW', policies: { 'Large payments need two': 'OUTCOME_ALLOW' } },
    },
    { name: 'one pays a lot', by: ada, activity: payment(exchange, 100), expect: 'OUTCOME_REQUIRES_CONSENSUS' },
    { name: 'a stranger is paid', by: ada, activity: payment(stranger, 5), expect: 'OUTCOME_DENY_IMPLICIT' },
  ],
  ...changes,
});

/** A directory for files of a test. */
export async function fileDirectory() {
  const directory = await temporaryDirectory();
  return {
    path: directory.path,
    /** Writes a file, as JSON unless it is a text, and returns its path. */
    async write(name: string, content: unknown): Promise<string> {
      const path = join(directory.path, name);
      await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
      return path;
    },
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}
