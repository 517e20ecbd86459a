import { describe, expect, test } from 'vitest';
import { tableLines } from './table-lines.ts';

describe('tableLines', () => {
  test('default: the fields of an object', () => {
    expect(tableLines({ id: '1', isOn: true, none: null, inner: { a: ['x', 'y'] }, empty: [] }, 100)).toEqual([
      'id         1',
      'isOn       true',
      'none       null',
      'inner.a.0  x',
      'inner.a.1  y',
      'empty      []',
    ]);
  });

  test('behavior: a list of objects is a table', () => {
    const users = [
      { id: '1', name: 'Ada', createdAt: { seconds: '1767225600', nanos: '0' } },
      { id: '22', name: 'Grace Hopper', tag: 'x' },
    ];
    expect(tableLines({ total: 2, users, next: 'p' }, 100)).toEqual([
      'total  2',
      '',
      'id  name          createdAt             tag',
      '1   Ada           2026-01-01T00:00:00Z',
      '22  Grace Hopper                        x',
      '',
      'next  p',
    ]);
  });

  test('behavior: a table that does not fit has one line for each field', () => {
    expect(
      tableLines(
        {
          users: [
            { id: '1', name: 'Ada' },
            { id: '2', name: 'Grace' },
          ],
        },
        8,
      ),
    ).toEqual(['users.0.id    1', 'users.0.name  Ada', '', 'users.1.id    2', 'users.1.name  Grace']);
  });

  test('behavior: nothing controls the terminal', () => {
    const lines = tableLines({ 'na\u{1b}me': 'a\u{1b}[2J\nb\u{9b}31m\u{202e}', list: [{ name: '\u{7}x\r' }] }, 100);
    expect(lines).toEqual(['na\\u001bme  a\\u001b[2J b\\u009b31m\\u202e', '', 'name', '\\u0007x']);
  });

  test('behavior: a time that is none', () => {
    expect(tableLines({ at: { seconds: 'x', nanos: '0' } }, 100)).toEqual(['at  x']);
  });
});
