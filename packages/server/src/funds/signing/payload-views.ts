import { ethEip712Of, ethEip7702AuthorizationOf } from '@mintmark/policy/namespaces';
import type { PolicyContext, Remembers } from '../../core/handlers/implement.ts';
import type { PolicyNeeds, PolicyView } from '../../core/handlers/policy-view.ts';
import { mapInTurns } from '../../core/limits/map-in-turns.ts';
import type { Memo } from '../../core/model/memo.ts';
import type { InTurns } from '../../core/ports/takes-turns.ts';
import { ifValid } from './if-valid.ts';
import type { PayloadForm } from './read-payload.ts';
import { isTyped, readTypedPayload, type TypedForm, typedEncodings } from './read-typed-payload.ts';
import { readSignerRows } from './signer.ts';
import { signerViews } from './signer-views.ts';

interface PayloadParameters extends PayloadForm {
  readonly signWith: string;
}

/** Reads typed payloads while no connection is held: one of 256 KiB can take half a second. */
export async function readPayloadsAhead(
  memo: Memo,
  form: PayloadForm,
  payloads: readonly string[],
  inTurns: InTurns,
): Promise<void> {
  if (isTyped(form)) await inTurns(payloads, (payload) => ifValid(() => readTypedPayload(memo, form, payload)));
}

/** What policies see of payloads: a view for each payload and key. */
export async function payloadViews(
  context: PolicyContext & Remembers,
  parameters: PayloadParameters,
  payloads: readonly string[],
  needs: PolicyNeeds,
): Promise<readonly PolicyView[]> {
  const keys = await signerViews(context, () => readSignerRows(context, parameters.signWith), needs);
  // Other payloads all look the same.
  if (!isTyped(parameters) || !needs.has(typedEncodings[parameters.encoding])) return keys;
  // Those of a submission were read before. Nobody waits for a turn here: the organization may be locked.
  const contents = await mapInTurns(payloads, (payload) => contentView(context.memo, parameters, payload));
  return keys.flatMap((key) => contents.map((content) => ({ ...key, ...content })));
}

/** What a payload says. Nothing is shown of one that cannot be read: it will not be signed. */
const contentView = (memo: Memo, form: TypedForm, payload: string): PolicyView =>
  ifValid(() => {
    const read = readTypedPayload(memo, form, payload);
    return {
      [read.namespace]:
        read.namespace === 'eth.eip_712' ? ethEip712Of(read.content) : ethEip7702AuthorizationOf(read.content),
    };
  }) ?? {};
