import type { ErrorName } from '@mintmark/schema';
import {
  apiKeyStampHeader,
  attestedSchemes,
  attestedStampHeader,
  stampSchemes,
  webAuthnStampHeader,
} from '@mintmark/stamper/protocol';
import type { Random } from '@mintmark/testing/random';
import { newPasskey } from '../passkey.ts';
import { type Actor, newKey } from '../service.ts';

/** Headers that do not authenticate a body. */
export interface BadStamp {
  readonly change: string;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** The error where attested stamps are accepted. All others refuse the stamp itself. */
  readonly attestedError?: ErrorName;
}

const [header, passkeyHeader] = [apiKeyStampHeader.toLowerCase(), webAuthnStampHeader.toLowerCase()];
const attestedHeader = attestedStampHeader.toLowerCase();
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Invalid stamps of a body, made from the valid one of a user. */
export async function* badStamps(actor: Actor, body: Buffer, random: Random): AsyncGenerator<BadStamp> {
  const { value } = await actor.stamper.stamp(body);
  const stamp = JSON.parse(Buffer.from(value, 'base64url').toString()) as Record<string, string>;
  const by = (change: string, ...values: readonly string[]) => ({ change, headers: { [header]: values } });
  const changed = (change: string, more: object) => by(change, encode({ ...stamp, ...more }));
  yield { change: 'none', headers: {} };
  yield by('empty', '');
  yield by('twice', value, value);
  yield by('two in one', `${value}, ${value}`);
  yield by('not base64url', `${value}!`);
  yield by('not JSON', Buffer.from('stamp').toString('base64url'));
  yield by('JSON without base64url', JSON.stringify(stamp));
  yield by('very long', 'A'.repeat(20_000));
  for (const part of [0.25, 0.5, 0.9]) yield by(`${part} of it`, value.slice(0, value.length * part));
  yield { change: 'of both kinds', headers: { [header]: [value], [passkeyHeader]: [value] } };
  yield { change: 'under the name of a passkey', headers: { [passkeyHeader]: [value] } };
  yield { change: 'under the name of an attested key', headers: { [attestedHeader]: [value] } };
  for (const [kind, scheme] of Object.entries(attestedSchemes)) {
    // The signature is right, and of a registered key: the token is not.
    const attested = encode({ ...stamp, scheme, publicKeyAttestation: 'e30.e30.c2ln' });
    const attestedError = kind === 'oidcToken' ? 'INVALID_OIDC_TOKEN' : 'INVALID_VERIFICATION_TOKEN';
    yield { change: `attested, ${scheme}`, headers: { [attestedHeader]: [attested] }, attestedError };
    yield { change: `attested, ${scheme}, and of a key`, headers: { [attestedHeader]: [attested], [header]: [value] } };
  }
  for (const scheme of [...Object.values(stampSchemes), 'SIGNATURE_SCHEME_NONE', '', stampSchemes.p256.toLowerCase()])
    if (scheme !== stamp['scheme']) yield changed(`the scheme ${scheme}`, { scheme });
  const { publicKey } = newKey();
  yield changed('an unregistered key', { publicKey });
  yield changed('a key with a NUL', { publicKey: `${stamp['publicKey']}\0` });
  yield changed('the point at infinity', { publicKey: '00' });
  yield by('an unregistered key, which signed', (await newKey().stamper.stamp(body)).value);
  yield by('of another body', (await actor.stamper.stamp(Buffer.concat([body, Buffer.from(' ')]))).value);
  const other = JSON.parse(Buffer.from((await newKey().stamper.stamp(body)).value, 'base64url').toString());
  yield changed('the signature of another user', { signature: other.signature });
  const passkey = await newPasskey().stamper.stamp(body);
  yield { change: 'an unregistered passkey', headers: { [passkeyHeader]: [passkey.value] } };
  for (let count = 0; count < 20; count++) {
    const mutation = mutate(stamp, random);
    if (!isSame(mutation, stamp)) yield by(`mutation ${count}`, encode(mutation));
    const assertion = mutate(JSON.parse(passkey.value), random);
    const text = JSON.stringify(assertion);
    // Passkey stamps may be bare JSON, as far as a header can hold it.
    const sent = /^[\x20-\x7e]*$/.test(text) ? text : encode(assertion);
    yield { change: `mutation ${count} of a passkey`, headers: { [passkeyHeader]: [sent] } };
  }
}

/** A stamp with one invalid member. */
function mutate(stamp: Record<string, string>, random: Random): object {
  const pick = <Item>(items: readonly Item[]) => items[random(items.length)] as Item;
  const name = pick(Object.keys(stamp));
  const text = stamp[name] ?? '';
  const at = random(text.length + 1);
  const letter = pick(['', '0', 'f', 'A', '_', '=', ' ', '\n', '\0', '"', '{', '\ud800', 'é', '🔑']);
  const values = [
    text.slice(0, at) + letter + text.slice(at + 1),
    text.slice(0, at) + letter + text.slice(at),
    text.slice(0, at),
    text + text,
    letter.repeat(10_000),
    ...[undefined, null, 0, true, [], [text], {}, { [name]: text }],
  ];
  return { ...stamp, [name]: pick<unknown>(values) };
}

/** Whether two stamps mean the same: hex may have either case. */
function isSame(mutation: object, stamp: Record<string, string>): boolean {
  return Object.entries(stamp).every(([name, value]) => {
    const other = (mutation as Record<string, unknown>)[name];
    return typeof other === 'string' && other.toLowerCase() === value.toLowerCase();
  });
}
