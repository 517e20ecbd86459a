import { expect, test } from 'vitest';
import { docsHeaders } from './docs-page.ts';
import { document } from './index.ts';

function* descriptions(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === 'description' && typeof member === 'string') yield member;
    yield* descriptions(member);
  }
}

test('default: the policy allows no other origin, no frame, and nothing that is parsed as HTML', () => {
  const policy = docsHeaders['Content-Security-Policy'].split('; ');
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]),
  );
  expect(policy.filter((directive) => /unsafe|https?:|\*/.test(directive))).toEqual([]);
});

test('behavior: the texts of the document are prose, because the page does not render Markdown', () => {
  const texts = [...descriptions(document)];
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.filter((text) => /[`<>[\]|]|\*\*|\]\(|^(#|[-*] |\d+\. )/m.test(text))).toEqual([]);
});
