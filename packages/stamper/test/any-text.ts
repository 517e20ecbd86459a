import fc from 'fast-check';

const isScalar = (code: number) => code < 0xd800 || code > 0xdfff;

/** Text of any characters, with those of each length in UTF-8. The library's own tables of them take a second to build. */
export const anyText = fc.string({
  unit: fc
    .oneof(fc.nat(0x7f), fc.nat(0x7ff), fc.nat(0xffff).filter(isScalar), fc.integer({ min: 0x10000, max: 0x10ffff }))
    .map((code) => String.fromCodePoint(code)),
});
