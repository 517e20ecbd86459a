import { describe, expect, test } from 'vitest';
import { readContractDocument } from './contract-document.ts';
import { findOperation, operationsOf } from './operation.ts';

const document = readContractDocument();
const operations = operationsOf(document);

describe('operationsOf', () => {
  test('default: every path of the document, in the order of the tags', () => {
    expect(operations.map(({ path }) => path).sort()).toEqual(Object.keys(document.paths).sort());
    expect([...new Set(operations.map(({ tag }) => tag))]).toEqual(document.tags.map(({ name }) => name));
  });

  test('behavior: no two operations have the same name', () => {
    expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length);
  });

  test.each(operations.filter(({ kind }) => kind !== 'sign-up'))(
    'behavior: $name is the end of its path',
    (operation) => {
      expect(operation.path).toMatch(new RegExp(`^/public/v1/(submit|query)/${operation.name}$`));
      expect(operation.kind).toBe(operation.path.includes('/submit/') ? 'activity' : 'query');
      expect(operation.isRepeatable).toBe(true);
    },
  );

  test('behavior: only a sign-up call that the document says may be repeated is', () => {
    const signUp = operations.filter(({ kind }) => kind === 'sign-up');
    expect(signUp.filter(({ isRepeatable }) => isRepeatable).map(({ name }) => name)).toEqual(['signup_v2']);
    expect(signUp.length).toBeGreaterThan(1);
  });
});

describe('findOperation', () => {
  test.each(['create_users', 'createUsers'])('args: %s', (name) => {
    expect(findOperation(operations, name).path).toBe('/public/v1/submit/create_users');
  });

  test.each([
    ['get_walet', 'no such operation: get_walet; did you mean get_wallet?'],
    ['fly', 'no such operation: fly; "mintmark operations" lists them all'],
    ['\u{1b}[31m', 'no such operation: \\u001b[31m; "mintmark operations" lists them all'],
  ])('error: %j', (name, message) => {
    expect(() => findOperation(operations, name)).toThrow(message);
  });
});
