import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root as repository } from '../command.ts';
import { breakingGate, judge } from './breaking-gate.ts';
import { bumps } from './changesets.ts';
import { type ContractDiff, diffContracts } from './contract-diff.ts';
import { contractFiles } from './contract-files.ts';
import { contractReport } from './contract-report.ts';
import { additions, breaking, type Case, type Mutation, rewordings } from './example-changes.ts';
import { exampleContract } from './example-contract.ts';

function changed(version: string, mutate: Mutation): Promise<ContractDiff> {
  const contract = exampleContract(version);
  mutate(contract);
  return diffContracts(exampleContract(version), contract);
}

/** The changeset sizes with which a change passes. */
function admitted(diff: ContractDiff) {
  return bumps.filter((bump) => judge(diff, { bump, files: ['brave-otters-sign.md'] }).passes);
}

describe.concurrent('behavior: rating', () => {
  test.each(breaking)('breaking: %s', async (_title, location, mutate) => {
    const diff = await changed('1.4.0', mutate);
    expect(diff.changes.filter(({ impact }) => impact === 'major').map((change) => change.location)).toContain(
      location,
    );
    expect(admitted(diff)).toEqual(['major']);
    expect(judge(diff, { bump: 'minor', files: [] }).message).toContain(location);
  });

  test.each(additions)('addition: %s', async (_title, location, mutate) => {
    const diff = await changed('1.4.0', mutate);
    expect(diff.changes.map((change) => change.location)).toContain(location);
    expect(admitted(diff)).toEqual(['minor', 'major']);
  });

  test.each(rewordings)('rewording: %s', async (_title, location, mutate) => {
    const diff = await changed('1.4.0', mutate);
    expect(diff.changes.map((change) => change.location)).toEqual([location]);
    expect(admitted(diff)).toEqual(['patch', 'minor', 'major']);
  });

  test('breaking: optional field of an open request removed', async () => {
    const open = exampleContract('1.4.0');
    delete open.components.schemas.CreateWalletRequest.additionalProperties;
    const without = structuredClone(open);
    delete without.components.schemas.CreateWalletRequest.properties.note;
    expect(admitted(await diffContracts(open, without))).toEqual(['major']);
  });

  test('breaking: another type is current, and the one before it superseded', async () => {
    const diff = await changed('1.4.0', (c) => {
      const versions = c.paths['/v1/create_wallet'].post['x-activity-versions'];
      versions[0].status = 'superseded';
      versions.unshift({ type: 'CREATE_WALLET_V3', status: 'current' });
    });
    expect(judge(diff, { bump: 'none', files: [] }).message).toContain(
      "'CREATE_WALLET_V2' is still accepted, as superseded.",
    );
    expect(contractReport(diff)).toContain(
      '- `POST /v1/create_wallet`: `CREATE_WALLET_V2` is still accepted, as superseded.',
    );
  });

  test('breaking: policies can no longer allow it', async () => {
    const diff = await changed('1.4.0', (c) =>
      Object.assign(c.paths['/v1/create_wallet'].post, { 'x-policy': { rootQuorumOnly: true } }),
    );
    expect(admitted(diff)).toEqual(['major']);
    expect(contractReport(diff)).toContain('For policies this is no longer `CREATE WALLET`.');
    expect(contractReport(diff)).toContain('For policies this is `left to the root quorum`.');
  });

  test('none: only the version changed, or security moved between document and operations', async () => {
    const released = exampleContract('1.4.0');
    const current = exampleContract('1.5.0');
    current.paths['/v1/create_wallet'].post.security = current.security;
    expect(await diffContracts(released, current)).toEqual({ from: '1.4.0', to: '1.5.0', impact: 'none', changes: [] });
  });
});

describe('behavior: below 1.0', () => {
  test.each<[string, Case[], string[], string]>([
    ['breaking', breaking, ['minor', 'major'], 'of size minor, as long as the version is below 1.0;'],
    ['addition', additions, ['patch', 'minor', 'major'], 'of size patch, as long as the version is below 1.0;'],
    ['rewording', rewordings, ['patch', 'minor', 'major'], 'of size patch;'],
  ])('%s', async (_title, [first], sizes, words) => {
    const diff = await changed('0.9.2', first?.[2] ?? expect.unreachable());
    expect(admitted(diff)).toEqual(sizes);
    expect(judge(diff, { bump: 'none', files: [] }).message).toContain(words);
  });
});

describe('behavior: in a repository', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'breaking-gate-'));
    const { changesets, current } = contractFiles(root);
    await mkdir(changesets);
    await cp(join(repository, '.changeset/config.json'), join(changesets, 'config.json'));
    await write(current, exampleContract('1.4.0'));
  });
  afterEach(() => rm(root, { recursive: true }));

  async function write(path: string, content: unknown) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  }

  async function release(mutate: Mutation) {
    const contract = exampleContract('1.4.0');
    mutate(contract);
    await write(contractFiles(root).released, contract);
  }

  test('nothing released', async () => {
    expect(await breakingGate(root)).toEqual({
      passes: true,
      message: 'No contract has been released yet, so nothing can break.',
    });
  });

  test('default', async () => {
    const { changesets, report } = contractFiles(root);
    await release((c) => {
      c.components.schemas.CreateWalletRequest.properties.tag = { type: 'string' };
    });
    expect(await breakingGate(root)).toMatchInlineSnapshot(`
      {
        "message": "The contract has breaking changes since 1.4.0:

        CreateWalletRequest.tag
          Property \`tag\` of \`CreateWalletRequest\` was removed.

      This needs a changeset of size major; none is pending.
      Add one with: npm run changeset
      Without a terminal: npm run changeset -- --major @mintmark/openapi -m 'What changes for its users.'",
        "passes": false,
      }
    `);
    expect(await readFile(report, 'utf8')).toMatchInlineSnapshot(`
      "# The contract since 1.4.0

      ## Breaking

      - \`CreateWalletRequest.tag\`: Property \`tag\` of \`CreateWalletRequest\` was removed.
      "
    `);
    await write(join(changesets, 'small.md'), '---\n"@mintmark/schema": minor\n---\n\nRemoves tags.\n');
    expect((await breakingGate(root)).passes).toBe(false);
    await write(join(changesets, 'large.md'), '---\n"@mintmark/openapi": major\n---\n\nRemoves tags.\n');
    expect(await breakingGate(root)).toMatchInlineSnapshot(`
      {
        "message": "The contract has breaking changes since 1.4.0, and a major release is pending (large.md, small.md).",
        "passes": true,
      }
    `);
  });

  test('error: no current contract', async () => {
    const { current } = contractFiles(root);
    await release(() => {});
    await rm(current);
    await expect(breakingGate(root)).rejects.toThrow('run npm run generate');
  });

  test('error: a contract with a broken reference', async () => {
    const { current } = contractFiles(root);
    await release(() => {});
    const contract = exampleContract('1.4.0');
    delete contract.components.schemas.Curve;
    await write(current, contract);
    await expect(breakingGate(root)).rejects.toThrow("Can't resolve $ref");
  });
});
