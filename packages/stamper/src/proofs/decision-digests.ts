import { native } from '#native';
import { encodeBase64Url } from '../encoding/base64url.ts';
import { encodeHex } from '../encoding/hex.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';

/** What a decision was about. */
export interface DecisionContext {
  readonly activityId: string;
  readonly organizationId: string;
  /** The type of the activity, with its version. */
  readonly type: string;
  /** `sha256:` and the SHA-256 of the body of the activity, in hex. */
  readonly fingerprint: string;
  /** The users whose stamps are in userRequestApprovals, in that order. */
  readonly userIds: readonly string[];
  /** What each policy said, as get_policy_evaluations has it; empty if no policy was asked. */
  readonly policyEvaluations: readonly { readonly policyId: string; readonly outcome: string }[];
}

/** What an organization said about who may decide. */
export interface OrganizationData {
  readonly organizationId: string;
  /** How many root users have to approve. */
  readonly rootThreshold: number;
  /** See {@link digestPolicies}; null if the organization never had a policy. */
  readonly policiesDigest: string | null;
  /** The users of this organization whose stamps counted, with the credential that each used. */
  readonly approvers: readonly { readonly userId: string; readonly isRoot: boolean; readonly credentialId: string }[];
}

/** The text whose SHA-256 is decisionContextDigest: JSON without spaces, with the members in this order. */
export const decisionContextText = (context: DecisionContext): string =>
  JSON.stringify({
    activityId: context.activityId,
    organizationId: context.organizationId,
    type: context.type,
    fingerprint: context.fingerprint,
    userIds: context.userIds,
    policyEvaluations: context.policyEvaluations.map(({ policyId, outcome }) => ({ policyId, outcome })),
  });

/** The text whose SHA-256 is organizationDataDigest or parentOrganizationDataDigest, likewise. */
export const organizationDataText = (data: OrganizationData): string =>
  JSON.stringify({
    organizationId: data.organizationId,
    rootThreshold: data.rootThreshold,
    policiesDigest: data.policiesDigest,
    approvers: data.approvers.map(({ userId, isRoot, credentialId }) => ({ userId, isRoot, credentialId })),
  });

/** The decisionContextDigest of a decision. */
export const digestDecisionContext = (context: DecisionContext): Promise<string> =>
  digest(decisionContextText(context));

/** The organizationDataDigest of a decision, or its parentOrganizationDataDigest. */
export const digestOrganizationData = (data: OrganizationData): Promise<string> => digest(organizationDataText(data));

const digest = async (text: string): Promise<string> => encodeHex(await native.sha256(encodeUtf8(text, 'text')));

/** A policy, as get_policy and list_policies return it. */
export interface PolicyRecord {
  readonly policyId: string;
  readonly policyName: string;
  readonly effect: string;
  readonly condition: string;
  readonly consensus: string;
  readonly time?: string | undefined;
  readonly notes: string;
  readonly createdAt: { readonly seconds: string; readonly nanos: string };
  readonly updatedAt: { readonly seconds: string; readonly nanos: string };
}

/** The digest of all policies of an organization, in any order. */
export async function digestPolicies(organizationId: string, policies: readonly PolicyRecord[]): Promise<string> {
  const digests = await Promise.all(
    policies.map(({ policyId, policyName, effect, condition, consensus, time = '', notes, createdAt, updatedAt }) => {
      const words = [policyId, policyName, effect, condition, consensus, time, notes];
      return base64Digest(
        JSON.stringify(['policies', organizationId, ...words, milliseconds(createdAt), milliseconds(updatedAt)]),
      );
    }),
  );
  return base64Digest([...digests].sort().join('\n'));
}

const milliseconds = ({ seconds, nanos }: PolicyRecord['createdAt']) =>
  Number(seconds) * 1000 + Number(nanos) / 1_000_000;

const base64Digest = async (text: string): Promise<string> =>
  encodeBase64Url(await native.sha256(encodeUtf8(text, 'text')));
