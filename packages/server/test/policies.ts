import { refusalOf, resultOf } from './organizations.ts';
import type { Actor, Reply, Service } from './service.ts';

export interface PolicyParameters {
  readonly policyName?: string;
  readonly effect?: 'EFFECT_ALLOW' | 'EFFECT_DENY';
  readonly condition?: string;
  readonly consensus?: string;
  readonly time?: string;
  readonly notes?: string;
}

let policies = 0;

/** Creates a policy that allows, unless told otherwise, and returns its id. */
export const addPolicy = async (service: Service, by: Actor, parameters: PolicyParameters): Promise<string> =>
  resultOf(
    await service.submit(by, 'create_policy', {
      policyName: `Policy ${++policies}`,
      effect: 'EFFECT_ALLOW',
      notes: '',
      ...parameters,
    }),
  ).policyId;

/** A consensus of this user alone. */
export const isBy = ({ userId }: Actor): string => `approvers.any(user, user.id == '${userId}')`;

/** The status of an activity without its prefix, or the error of a refusal. */
export const outcomeOf = (reply: Reply): string =>
  reply.status === 200 ? reply.json.activity.status.replace('ACTIVITY_STATUS_', '') : refusalOf(reply)[1];

/** An unsigned legacy transaction of Ethereum with a value of less than 128 wei, on chain 1, as EIP-155 hashes it. */
export function transferTo(to: string, value = 1, nonce = 1): string {
  const field = (bytes: Buffer): Buffer =>
    bytes.length === 1 && (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.of(0x80 + bytes.length), bytes]);
  const fields = [
    Buffer.of(nonce),
    Buffer.of(9),
    Buffer.from('5208', 'hex'),
    Buffer.from(to.slice(2), 'hex'),
    Buffer.of(value),
    Buffer.alloc(0),
    Buffer.of(1),
    Buffer.alloc(0),
    Buffer.alloc(0),
  ].map(field);
  const content = Buffer.concat(fields);
  return Buffer.concat([Buffer.of(0xc0 + content.length), content]).toString('hex');
}
