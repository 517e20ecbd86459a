/** A pseudorandom generator with a seed (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 to below `limit`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.below(256));
  }
}

/** The value with one of its strings mutated, possibly inside the content that the string encodes. */
export function mutate(value: unknown, chance: Chance): unknown {
  if (typeof value === 'string') return mutateText(value, chance);
  if (typeof value === 'number') return chance.pick([0, -1, value + 1, 2 ** 53, Number.NaN]);
  if (Array.isArray(value)) {
    if (value.length === 0) return chance.pick<unknown>([[null], [{}], 'list']);
    const index = chance.below(value.length);
    return value.map((item, position) => (position === index ? mutate(item, chance) : item));
  }
  if (typeof value !== 'object' || value === null) return chance.pick<unknown>([0, '', [], {}]);
  const name = chance.pick(Object.keys(value));
  if (name === undefined || chance.below(20) === 0) return mutateMembers(value, name, chance);
  return { ...value, [name]: mutate((value as Record<string, unknown>)[name], chance) };
}

function mutateMembers(value: object, name: string | undefined, chance: Chance): unknown {
  const entries = Object.entries(value);
  return chance.pick<unknown>([
    Object.fromEntries(entries.filter(([other]) => other !== name)),
    { ...value, [name ?? 'a']: chance.pick<unknown>([null, 0, [], {}, true, '']) },
    { ...value, unknown: 'member' },
    Object.fromEntries(entries.toReversed()),
    JSON.parse(`{"__proto__":${JSON.stringify(value)}}`),
  ]);
}

const hex = /^(?:[0-9a-f]{2})+$/i;
const base64url = /^[A-Za-z0-9_-]{8,}$/;

function mutateText(text: string, chance: Chance): string {
  const inside = chance.below(4) > 0;
  const json = inside ? parseJson(text) : undefined;
  if (json !== undefined) return JSON.stringify(mutate(json, chance)) ?? '';
  if (inside && text.split('.').length === 3) {
    const parts = text.split('.');
    const index = chance.below(3);
    return parts.map((part, position) => (position === index ? mutateText(part, chance) : part)).join('.');
  }
  if (inside && hex.test(text)) return encode(mutateBytes(Buffer.from(text, 'hex'), chance), 'hex');
  if (inside && base64url.test(text)) return encode(mutateBytes(Buffer.from(text, 'base64url'), chance), 'base64url');
  const at = chance.below(text.length + 1);
  const letter = chance.pick(['', '0', 'f', 'A', '_', '=', ' ', '\n', '\0', '"', '{', '\u{fffd}', '\ud800', 'é', '🔑']);
  return chance.pick([
    () => text.slice(0, at) + letter + text.slice(at + 1),
    () => text.slice(0, at) + letter + text.slice(at),
    () => text.slice(0, at),
    () => text + text,
    () => text.toUpperCase(),
    () => letter.repeat(chance.pick([1, 64, 70_000])),
  ])();
}

function parseJson(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function encode(bytes: Uint8Array, encoding: 'hex' | 'base64url'): string {
  return Buffer.from(bytes).toString(encoding);
}

/** CBOR and DER headers that claim large lengths, nest, or have no end. */
const heads = [
  '9bffffffffffffffff',
  'bbffffffffffffffff',
  '5affffffff',
  '9f',
  'bf',
  'd8',
  'fb',
  '3084ffffffff',
  '3080',
  '0200',
];

function mutateBytes(bytes: Buffer, chance: Chance): Uint8Array {
  const json = chance.below(4) > 0 ? parseJson(bytes.toString()) : undefined;
  if (json !== undefined) return Buffer.from(JSON.stringify(mutate(json, chance)) ?? '');
  const at = chance.below(bytes.length + 1);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  const head = Buffer.from(chance.pick(heads), 'hex');
  return chance.pick([
    () => Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ (1 << chance.below(8)) : byte))),
    () => Buffer.concat([before, chance.bytes(1 + chance.below(8)), after.subarray(1)]),
    () => Buffer.concat([before, chance.bytes(1 + chance.below(8)), after]),
    () => before,
    () => Buffer.concat([before, head, after]),
    () => Buffer.concat([before, head]),
    () =>
      Buffer.concat([
        before,
        Buffer.alloc(1 + chance.below(3000), chance.pick([0x81, 0xa1, 0xd8, 0x30, 0x00, 0xff])),
        after,
      ]),
    () => chance.bytes(chance.below(200)),
  ])();
}
