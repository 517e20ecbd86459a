import { expect, test } from 'vitest';
import { registry } from '../../index.ts';

// A client sends a repeatable request again after a lost answer. Of the others, each attempt counts or sends a message.
test('default: it is the only request to the sign-up proxy that may be repeated', () => {
  const repeatable = Object.values(registry).filter((unit) => unit.kind === 'proxy' && unit.repeatable);
  expect(repeatable.map(({ name }) => name)).toEqual(['signup_v2']);
});
