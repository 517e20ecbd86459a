import { inFull } from '@mintmark/testing/effort';
import { describe, expect, test } from 'vitest';
import { credential, errorExample, operations } from '../test/documented.ts';
import { post, prefer, refusal, url } from '../test/mock.ts';

/** How each operation is asked for a documented response: by its name with the code, or by its name alone. */
const isAskedInBothWays = inFull('half of the ways to ask for a documented response');

describe.each(operations.map((each, index) => [each.id, each, index] as const))('%s', (_, each, index) => {
  test('default', async () => {
    const { status, headers, body, violations } = await post(each);
    expect(violations).toEqual([]);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    const usual = each.id === 'rejectActivity' ? 'REJECTED' : 'COMPLETED';
    if (each.versions.length > 0) expect(body.activity.status).toBe(`ACTIVITY_STATUS_${usual}`);
  });

  test('behavior: every documented response', async () => {
    for (const [code, names] of each.examples) {
      for (const name of names) {
        const ways = [`code=${code}, example=${name}`, `example=${name}`];
        for (const preference of isAskedInBothWays ? ways : ways.slice(index % 2, (index % 2) + 1)) {
          const { status, headers, body } = await post(each, prefer(preference));
          expect([name, status]).toEqual([name, code]);
          const retryAfter = ['RATE_LIMIT_EXCEEDED', 'UNAVAILABLE'].includes(name) ? '1' : null;
          expect([name, headers.get('retry-after')]).toEqual([name, retryAfter]);
          if (code !== 200) expect(body).toEqual(errorExample(name));
        }
      }
      const { status, body } = await post(each, prefer(`code=${code}`));
      expect(status).toBe(code);
      if (code !== 200) expect(body).toEqual(errorExample(names[0] ?? ''));
    }
  });

  test('behavior: generated from the schema, the same each time', async () => {
    const [first, second, other] = await Promise.all([
      post(each, prefer('dynamic=true')),
      post(each, prefer('dynamic=true')),
      post(each, prefer('dynamic=true, seed=another')),
    ]);
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(other.body).not.toEqual(first.body);
    expect((await post(each, prefer('dynamic=true'))).body).toEqual(first.body);
  });

  test('error: an unknown member and a missing one', async () => {
    const unknown = await post(each, { body: { ...each.request, nonsense: 1 } });
    expect(unknown.status).toBe(400);
    expect(unknown.body).toEqual(
      refusal('request does not fit the contract', [{ field: 'nonsense', description: 'Unrecognized key' }]),
    );
    const missing = await post(each, { body: {} });
    expect(missing.status).toBe(400);
    expect(missing.violations.map(({ message }) => message)).toContain('Required');
  });

  test('error: no credential, an empty one, or one of another kind', async () => {
    const [name = ''] = Object.keys(credential(each));
    const expected = name === 'X-Stamp' ? 'SIGNATURE_MISSING' : 'AUTH_PROXY_CONFIG_NOT_FOUND';
    for (const body of ['{', '', JSON.stringify(each.request)]) {
      for (const headers of [{ 'X-Nothing': 'any' }, { [name]: '' }, { Authorization: 'Bearer any' }]) {
        const response = await fetch(url + each.path, { method: 'POST', headers: { ...headers }, body });
        expect(response.status).toBe(401);
        expect(await response.json()).toEqual(errorExample(expected));
      }
    }
  });
});
