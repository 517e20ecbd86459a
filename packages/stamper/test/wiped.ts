/** Whatever is overwritten with zeros until the call has settled, each time as hex of what it was before. */
export async function wiped(call: () => Promise<unknown>): Promise<string[]> {
  const { prototype } = Uint8Array;
  const { fill } = prototype;
  const before: string[] = [];
  prototype.fill = function (this: Uint8Array, value, ...range) {
    if (value === 0 && range.length === 0) before.push(Buffer.from(this).toString('hex'));
    return fill.call(this, value, ...range);
  };
  try {
    await call().catch(() => undefined);
  } finally {
    // It is inherited.
    Reflect.deleteProperty(prototype, 'fill');
  }
  return before;
}
