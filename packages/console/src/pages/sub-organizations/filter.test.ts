import { expect, test } from 'vitest';
import { filterWords } from './filter.ts';

test('filterWords: abbreviations keep their capitals', () => {
  expect(filterWords('USERNAME')).toBe('user name');
  expect(filterWords('EMAIL')).toBe('e-mail address');
  expect(filterWords('OIDC_TOKEN')).toBe('OIDC token');
});
