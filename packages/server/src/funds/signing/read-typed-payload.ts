import { type Authorization, hashAuthorization, hashTypedData, type TypedData } from '@mintmark/chains/ethereum';
import { type Memo, MemoSlot } from '../../core/model/memo.ts';
import { readStrictly } from './refusals.ts';

/** A payload with a digest of its own, and the namespace in which policies see it. */
export type TypedPayload = { readonly digest: Uint8Array } & (
  | { readonly namespace: 'eth.eip_712'; readonly content: TypedData }
  | { readonly namespace: 'eth.eip_7702_authorization'; readonly content: Authorization }
);

/** The encodings of such payloads, and their namespaces. */
export const typedEncodings = {
  PAYLOAD_ENCODING_EIP712: 'eth.eip_712',
  PAYLOAD_ENCODING_EIP7702_AUTHORIZATION: 'eth.eip_7702_authorization',
} as const;

export interface TypedForm {
  readonly encoding: keyof typeof typedEncodings;
}

/** Whether payloads of this form have a digest of their own. */
export const isTyped = <Form extends { readonly encoding: string }>(form: Form): form is Form & TypedForm =>
  Object.hasOwn(typedEncodings, form.encoding);

const payloads = new MemoSlot<TypedPayload>();

/** Reads a payload of a request, once for each request. */
export const readTypedPayload = (memo: Memo, form: TypedForm, payload: string): TypedPayload =>
  memo.once(payloads, payload, () => readStrictly(() => parsePayload(form, payload)));

const parsePayload = ({ encoding }: TypedForm, payload: string): TypedPayload =>
  encoding === 'PAYLOAD_ENCODING_EIP712'
    ? { namespace: typedEncodings[encoding], ...hashTypedData(payload) }
    : { namespace: typedEncodings[encoding], ...hashAuthorization(payload) };
