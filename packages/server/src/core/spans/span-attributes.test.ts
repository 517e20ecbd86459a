import { expect, test } from 'vitest';
import { exportedAttributes } from './span-attributes.ts';

test('default: names of the trace', () => {
  const organizationId = '9381d119-d915-4037-830d-4fc6597ff333';
  expect(exportedAttributes({ operation: 'whoami', organizationId, status: 200, errorCode: undefined })).toEqual([
    ['mintmark.operation', 'whoami'],
    ['mintmark.organization.id', organizationId],
    ['http.response.status_code', 200],
  ]);
});

test.each([
  { body: 'anything' },
  { operation: 'alice@example.test' },
  { operation: 'Alice' },
  { organizationId: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' },
  { errorCode: 'legal winner thank year' },
  { kind: '123456' },
  { signatures: -1 },
  { status: 0.5 },
])('error: %s is not exported', (attributes) => {
  expect(exportedAttributes(attributes as never)).toEqual([]);
});
