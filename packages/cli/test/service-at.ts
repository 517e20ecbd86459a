import type { CanaryService } from '@mintmark/server/test/key-canaries';
import { bodyOf, postPatiently } from '@mintmark/server/test/load';
import type { Actor, Reply } from '@mintmark/server/test/service';

/** The service in another process. */
export function serviceAt(url: string, signerPublicKey: string): CanaryService {
  const send = async (actor: Actor, operation: string, body: string): Promise<Reply> => {
    const reply = await postPatiently(url, { actor, operation, body });
    if (!reply) throw new Error('no answer');
    return { ...reply, body, error: reply.json.details?.[0]?.errorCode };
  };
  return {
    services: { signer: { publicKey: signerPublicKey } },
    submit: (actor, operation, parameters) => send(actor, operation, bodyOf(actor, operation, parameters)),
    ask: (actor, operation, more = {}) =>
      send(actor, operation, JSON.stringify({ organizationId: actor.organizationId, ...more })),
  };
}
