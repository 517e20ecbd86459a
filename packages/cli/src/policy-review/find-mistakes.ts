import { canonicalAddress } from '@mintmark/chains/addresses';
import { ApiError } from '@mintmark/server/core/model/api-error';
import { checkInterface } from '@mintmark/server/policies/smart-contracts/check-interface';
import { findKey } from './find-key.ts';
import { findRepetitions } from './find-repetitions.ts';
import type { Mistake } from './policy-file-error.ts';
import type { WrittenCase, WrittenFile, WrittenVoter } from './test-file-schema.ts';

/** What is wrong in a file of cases although its schema holds: the same thing twice, and names of nothing. */
export const findMistakes = (file: WrittenFile): Mistake[] => [
  ...findRepetitions(file),
  ...ofInterfaces(file),
  ...ofKeys(file),
  ...ofRootQuorum(file),
  ...file.cases.flatMap((one, index) => ofCase(file, one, ['cases', index])),
];

/** An interface, as it is stored. */
export const interfaceText = ({ smartContractInterface: written }: NonNullable<WrittenFile['interfaces']>[number]) =>
  typeof written === 'string' ? written : JSON.stringify(written);

const ofInterfaces = ({ interfaces = [] }: WrittenFile): Mistake[] =>
  interfaces.flatMap((one, index) => {
    try {
      checkInterface({ ...one, smartContractInterface: interfaceText(one) });
      return [];
    } catch (error) {
      return violationsOf(error, ['interfaces', index]);
    }
  });

/** The mistakes that a refusal names. What follows `parameters` in its fields is at this path. */
export function violationsOf(error: unknown, path: readonly PropertyKey[]): Mistake[] {
  if (!(error instanceof ApiError)) throw error;
  const { fieldViolations = [] } = error.details;
  if (fieldViolations.length === 0) return [{ path, message: error.message }];
  return fieldViolations.map(({ field, description }) => {
    const names = field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    return { path: [...path, ...(names[0] === 'parameters' ? names.slice(1) : names)], message: description };
  });
}

function ofKeys({ wallets = [], privateKeys = [] }: WrittenFile): Mistake[] {
  const ofAccounts = wallets.flatMap(({ accounts = [] }, wallet) =>
    accounts.flatMap((account, index) => {
      const found = findKey(account, account.publicKey);
      const path = ['wallets', wallet, 'accounts', index, 'publicKey'];
      return 'problem' in found ? [{ path, message: found.problem }] : [];
    }),
  );
  const ofPrivateKeys = privateKeys.flatMap(({ addresses = [], publicKey, curve }, key) => {
    const path = ['privateKeys', key];
    if (addresses.length > 0)
      return addresses.flatMap((one) => {
        const found = findKey(one, publicKey);
        return 'problem' in found ? [{ path: [...path, 'publicKey'], message: found.problem }] : [];
      });
    const message = 'is required if there is no address';
    return [
      ...(publicKey === undefined ? [{ path: [...path, 'publicKey'], message }] : []),
      ...(curve === undefined ? [{ path: [...path, 'curve'], message }] : []),
    ];
  });
  return [...ofAccounts, ...ofPrivateKeys];
}

const notAUser = 'is not one of the users';

const ofRootQuorum = ({ rootQuorum, users }: WrittenFile): Mistake[] =>
  (rootQuorum?.userIds ?? []).flatMap((userId, index) =>
    users.some((user) => user.userId === userId) ? [] : [{ path: ['rootQuorum', 'userIds', index], message: notAUser }],
  );

function ofCase(file: WrittenFile, one: WrittenCase, path: readonly PropertyKey[]): Mistake[] {
  const { by, approvedBy = [], now, expect, activity } = one;
  const names = new Set(file.policies.map(({ policyName }) => policyName));
  const expected = typeof expect === 'string' ? {} : (expect.policies ?? {});
  return [
    ...ofVoter(file, by, [...path, 'by']),
    ...approvedBy.flatMap((voter, index) => ofVoter(file, voter, [...path, 'approvedBy', index])),
    ...(now === undefined && file.policies.some(({ time = '' }) => time !== '')
      ? [{ path: [...path, 'now'], message: 'is required, since a policy has a time' }]
      : []),
    ...Object.keys(expected).flatMap((policy) =>
      names.has(policy)
        ? []
        : [{ path: [...path, 'expect', 'policies', policy], message: 'is not one of the policies' }],
    ),
    ...ofParameters(file, activity.parameters, [...path, 'activity', 'parameters']),
  ];
}

function ofVoter({ users }: WrittenFile, voter: WrittenVoter, path: readonly PropertyKey[]): Mistake[] {
  const isId = typeof voter === 'string';
  const user = users.find(({ userId }) => userId === (isId ? voter : voter.userId));
  if (!user) return [{ path: isId ? path : [...path, 'userId'], message: notAUser }];
  if (isId || user.credentials?.some(({ publicKey }) => publicKey === voter.publicKey)) return [];
  return [{ path: [...path, 'publicKey'], message: 'is not the public key of a credential of the user' }];
}

/**
 * A request about a key that is not in the file would be denied, because policies see nothing of the key. A case that expects a
 * denial would then hold by mistake.
 */
function ofParameters(file: WrittenFile, parameters: object, path: readonly PropertyKey[]): Mistake[] {
  const known = namesOfKeys(file);
  return Object.entries(parameters).flatMap(([member, value]) => {
    const kind = members[member];
    if (!kind) return [];
    const isList = Array.isArray(value);
    return [value].flat().flatMap((named, index) => {
      if (typeof named !== 'string') return [];
      const isKnown = known[kind].has(canonicalAddress(named)) || known[kind].has(named.toLowerCase());
      const at = [...path, member, ...(isList ? [index] : [])];
      return isKnown ? [] : [{ path: at, message: `is not ${kinds[kind]} in this file` }];
    });
  });
}

const kinds = {
  wallet: 'a wallet',
  privateKey: 'a private key',
  signer: 'the address of an account or private key, or the id of a private key,',
};

const members: Readonly<Record<string, keyof typeof kinds>> = {
  walletId: 'wallet',
  walletIds: 'wallet',
  privateKeyId: 'privateKey',
  privateKeyIds: 'privateKey',
  signWith: 'signer',
};

function namesOfKeys({ wallets = [], privateKeys = [] }: WrittenFile) {
  const keys = privateKeys.flatMap(({ privateKeyId }) => privateKeyId ?? []);
  const addresses = [
    ...wallets.flatMap(({ accounts = [] }) => accounts),
    ...privateKeys.flatMap((key) => key.addresses ?? []),
  ];
  return {
    wallet: new Set(wallets.flatMap(({ walletId }) => walletId ?? [])),
    privateKey: new Set(keys),
    signer: new Set([...keys, ...addresses.map(({ address }) => canonicalAddress(address))]),
  };
}
