import { describe, expect, test } from 'vitest';
import { CallFailure } from './call-failure.ts';
import { readApproval } from './read-approval.ts';

const fingerprint = `sha256:${'0'.repeat(64)}`;

interface Stored {
  readonly values: readonly { readonly name: string; readonly value: string; readonly index?: number }[];
  readonly parameters?: object;
}

/** A service with one activity, and the queries that it got. */
function serviceOf({ values, parameters = {} }: Stored) {
  const asked: string[] = [];
  const ask = async (operation: string, fields: object) => {
    asked.push(`${operation} ${JSON.stringify(fields)}`);
    if (operation === 'get_activity') return { activity: { intent: { someIntent: parameters } } };
    const { paginationOptions } = fields as { paginationOptions: { limit: string; after?: string } };
    const start = Number(paginationOptions.after ?? 0);
    const end = start + Number(paginationOptions.limit);
    return {
      activityId: 'an-activity',
      totalValues: values.length,
      values: values.slice(start, end),
      pageInfo: { hasNextPage: end < values.length, endCursor: String(end) },
    };
  };
  return { ask, asked };
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `eth.tx.n[${index}]`, value: String(index) }));

describe('readApproval', () => {
  test('default: every value and the request', async () => {
    const values = [
      { name: 'eth.tx.to', value: "'0xab'", index: 0 },
      { name: 'eth.tx.to', value: "'0xcd'", index: 1 },
      { name: 'wallet.label', value: "'Treasury'" },
    ];
    const { ask, asked } = serviceOf({ values, parameters: { signWith: '0xef' } });
    expect(await readApproval(ask, fingerprint)).toEqual({
      lines: [
        'this approves the activity an-activity, which policies see as',
        "  eth.tx.to (number 1) = '0xab'",
        "  eth.tx.to (number 2) = '0xcd'",
        "  wallet.label = 'Treasury'",
        'and whose request is',
        '  {',
        '    "signWith": "0xef"',
        '  }',
      ],
      unseen: [],
    });
    expect(asked).toEqual([
      `list_activity_values {"fingerprint":"${fingerprint}","paginationOptions":{"limit":"100"}}`,
      'get_activity {"activityId":"an-activity"}',
    ]);
  });

  test('behavior: up to 300 values are shown, from all pages, and more are left out', async () => {
    const whole = await readApproval(serviceOf({ values: numbered(300) }).ask, fingerprint);
    expect(whole.lines).toContain('  eth.tx.n[299] = 299');
    expect(whole.unseen).toEqual([]);
    const { lines, unseen } = await readApproval(serviceOf({ values: numbered(1_000) }).ask, fingerprint);
    expect(lines).toContain('  eth.tx.n[299] = 299');
    expect(lines).not.toContain('  eth.tx.n[300] = 300');
    expect(unseen).toEqual(['700 of 1000 values were left out']);
  });

  test('behavior: a long request counts, unless its transaction is decoded', async () => {
    const parameters = { text: 'x'.repeat(5_000) };
    const kind = { name: 'activity.kind', value: "'CREATE_POLICY'" };
    const { lines, unseen } = await readApproval(serviceOf({ values: [kind], parameters }).ask, fingerprint);
    expect(lines.join('\n')).not.toContain('xxx');
    expect(unseen).toEqual([expect.stringMatching(/^the request was left out: it has 50\d\d characters$/)]);
    const decoded = await readApproval(serviceOf({ values: numbered(1), parameters }).ask, fingerprint);
    expect(decoded.unseen).toEqual([]);
    expect(decoded.lines.at(-1)).toMatch(/^and whose request has 50\d\d characters: get_activity shows them$/);
  });

  test('behavior: a transaction that the service cannot decode', async () => {
    const kind = { name: 'activity.kind', value: "'SIGN_TRANSACTION'" };
    const { unseen } = await readApproval(serviceOf({ values: [kind] }).ask, fingerprint);
    expect(unseen).toEqual(['the service cannot read the transaction']);
  });

  test('behavior: no text of the activity controls the terminal', async () => {
    const values = [{ name: 'eth.tx.\u{202e}to', value: "'a\n\u{1b}[2Jb'" }];
    const { ask } = serviceOf({ values, parameters: { a: '\u{1b}[2J' } });
    const { lines } = await readApproval(ask, fingerprint);
    expect(lines).toContain("  eth.tx.\\u202eto = 'a \\u001b[2Jb'");
    expect(lines.join('')).not.toContain('\u{1b}');
  });

  test.each([
    ['no values', { activityId: 'a', totalValues: 1 }],
    ['values that are none', { activityId: 'a', totalValues: 1, values: [{ name: 1 }] }],
    ['no total', { activityId: 'a', values: [] }],
    ['no cursor', { activityId: 'a', totalValues: 1, values: [], pageInfo: { hasNextPage: true } }],
  ])('error: an answer with %s', async (_, answer) => {
    await expect(readApproval(async () => answer, fingerprint)).rejects.toThrow(CallFailure);
  });

  test('error: an activity without a request', async () => {
    const { ask } = serviceOf({ values: [] });
    const without = async (name: string, fields: object) => (name === 'get_activity' ? {} : ask(name, fields));
    await expect(readApproval(without, fingerprint)).rejects.toThrow(CallFailure);
  });
});
