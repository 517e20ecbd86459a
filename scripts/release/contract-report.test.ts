import { expect, test } from 'vitest';
import { contractReport } from './contract-report.ts';

test('default', () => {
  const report = contractReport({
    from: '1.4.0',
    to: '2.0.0',
    impact: 'major',
    changes: [
      { impact: 'patch', section: 'other', location: 'Wallet', message: '`description` changed.' },
      { impact: 'minor', section: 'added', location: 'Wallet.note', message: 'Was added.' },
      {
        impact: 'major',
        section: 'breaking',
        location: 'Wallet.name',
        message: "`pattern` changed from '^a*$' to '^b*$'.",
      },
    ],
  });
  expect(report).toMatchInlineSnapshot(`
    "# The contract from 1.4.0 to 2.0.0

    ## Breaking

    - \`Wallet.name\`: \`pattern\` changed from \`^a*$\` to \`^b*$\`.

    ## Added

    - \`Wallet.note\`: Was added.

    ## Other

    - \`Wallet\`: \`description\` changed.
    "
  `);
});

test('behavior: nothing changed', () => {
  expect(contractReport({ from: '1.4.0', to: '1.4.0', impact: 'none', changes: [] })).toMatchInlineSnapshot(`
    "# The contract since 1.4.0

    Nothing changed.
    "
  `);
});
