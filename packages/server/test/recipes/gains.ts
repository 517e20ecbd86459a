/** The keys of a treasury. The first three accounts belong to one wallet. */
export const signers = [
  'the account',
  'a Solana account of the wallet',
  'another account of the wallet',
  'an account of another wallet',
  'the private key',
  'another private key',
] as const;
export type SignerName = (typeof signers)[number];

export type Gain =
  /** A root user, the root quorum, a policy or a feature. */
  | 'root'
  /** Somebody else, or a tag that approvals are counted by. */
  | 'an approver'
  /** A payment that two treasurers have to approve. */
  | 'a protected payment'
  /** Settings of the organization besides policies and features. */
  | 'settings'
  /** A signature over any digest. */
  | `signatures of ${SignerName}`
  | `the key of ${SignerName}`
  | 'the mnemonic of the wallet'
  | 'the mnemonic of another wallet';

const [account, solanaAccount, otherAccount, , privateKey] = signers;
const signaturesOf = (...names: readonly SignerName[]) => names.map((name): Gain => `signatures of ${name}`);

/** The words of docs/policy-recipes.md for what a recipe gives away. */
const words: Readonly<Record<string, readonly Gain[]>> = {
  root: ['root'],
  'an approver': ['an approver'],
  settings: ['settings'],
  'every signature': signaturesOf(...signers),
  'every signature of the wallet': signaturesOf(account, solanaAccount, otherAccount),
  'every signature of the account': signaturesOf(account),
  'every signature of the private key': signaturesOf(privateKey),
  'every key': [
    'the mnemonic of the wallet',
    'the mnemonic of another wallet',
    ...signers.map((name): Gain => `the key of ${name}`),
  ],
  'the key of the account': [`the key of ${account}`],
};

/** What a sentence of the page names, such as `root and every key`. */
export function gainsOf(said: string): Set<Gain> {
  const gains = said.split(/, | and /).map((word) => {
    if (!words[word]) throw new Error(`"${word}" is none of: ${Object.keys(words).join('; ')}`);
    return words[word];
  });
  return new Set(gains.flat());
}
