import { printable } from '../../core/requests/printable.ts';
import { operatorRecoveryForbidden } from '../../identity/organizations/features.ts';

interface OperatorKeyMailOptions {
  readonly organization: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string };
  readonly curve: string;
  readonly publicKey: string;
  readonly now: Date;
}

/** The mail that tells a root user of an organization which key the operator added. */
export function buildOperatorKeyMail({ organization, user, curve, publicKey, now }: OperatorKeyMailOptions) {
  return {
    subject: 'The operator added a key to a root user',
    text: `The operator of the service added an API key to a root user of your organization.

Organization: ${printable(organization.name)}
  ${organization.id}
Root user: ${printable(user.name)}
  ${user.id}
Key (${curve}):
  ${publicKey}
Time: ${now.toISOString()}

Anyone who holds this key can act as this root user. No user of the organization approved it: the operator ran
"mintmark root add-key" on the host of the service, which is meant for root users who lost their keys.

If none of you requested it, contact the operator, delete the key, and review the activities since then. The
settings page of the console lists such keys. The root quorum can forbid this permanently with the feature
${operatorRecoveryForbidden}.
`,
  };
}
