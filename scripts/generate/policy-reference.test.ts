import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conditionScope, consensusScope, timeScope } from '@mintmark/policy/namespaces';
import { expect, test } from 'vitest';
import { root } from '../command.ts';
import { policyReference, withPolicyReference } from './policy-reference.ts';

const page = readFileSync(join(root, policyReference), 'utf8');

test('default: every namespace has a section', () => {
  for (const name of Object.keys({ ...conditionScope, ...consensusScope, ...timeScope }))
    expect(page).toContain(`\n### ${name.replace(/^(activity\.params)\..*/, '$1')}\n`);
});

test('behavior: types are in words, with the form of strings and links to structs', () => {
  expect(page).toContain('| `to` | string: an Ethereum address |');
  expect(page).toContain('| `user_ids` | list of strings: each a UUID |');
  expect(page).toContain('| `contract_call_args` | map of values of any type |');
  expect(page).toContain('| `transfers` | list of [SolanaTransfer](#solanatransfer) |');
});

test('behavior: each link leads to a heading', () => {
  const headings = new Set([...page.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => anchorOf(title)));
  const links = [...page.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor = '']) => anchor);
  expect(links.filter((anchor) => !headings.has(anchor))).toEqual([]);
  expect(links.length).toBeGreaterThan(20);
});

/** As GitHub makes them. */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

test.each(['| `gas` |', '### tron.tx', '`CREATE_WALLET`', '`HASH_FUNCTION_NO_OP`'])('behavior: restores %s', (part) => {
  const changed = page.replace(part, 'something else');
  expect(changed).not.toBe(page);
  expect(withPolicyReference(changed)).toBe(page);
});
