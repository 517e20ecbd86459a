import { type ActivityUnit, activities, policyActions, policyResources } from '@mintmark/schema';
import { CredentialType } from '@mintmark/schema/fields/credentials/credential';
import { hiddenClass } from '@mintmark/schema/fields/hidden-characters';
import { HashFunction, PayloadEncoding } from '@mintmark/schema/fields/signing/raw-payload';
import { TransactionType } from '@mintmark/schema/fields/signing/transaction-type';

/** The words of the contract that the policy language knows: it works without the schema. */
export const policyWords = 'packages/policy/src/generated/words.ts';

export function buildPolicyWords(): string {
  // Votes are not activities.
  const units = Object.values<ActivityUnit>(activities).flatMap((unit) => ('selection' in unit ? [] : unit));
  const lists = {
    activityTypes: units.flatMap(({ type, superseded }) => [type, ...superseded.map((older) => older.type)]),
    // Those that only the root quorum can allow have none.
    activityKinds: units.flatMap(({ name, policy }) => ('rootQuorumOnly' in policy ? [] : name.toUpperCase())),
    resources: policyResources,
    actions: policyActions,
    transactionTypes: TransactionType.options,
    payloadEncodings: PayloadEncoding.options,
    hashFunctions: HashFunction.options,
    credentialTypes: CredentialType.options,
  };
  return [
    '// Made by `npm run generate` from the units. Do not edit.',
    ...Object.entries(lists).map(([name, words]) => `export const ${name} = ${array(words)} as const;`),
    '',
    '/** What a class of a regular expression has between its brackets to match hidden characters. */',
    `export const hiddenClass = String.raw\`${hiddenClass}\`;`,
    '',
  ].join('\n');
}

const array = (words: readonly string[]) => `[\n${words.map((word) => `  '${word}',\n`).join('')}]`;
