import { join } from 'node:path';

/** The paths of a repository's contract and of the files of a release. */
export function contractFiles(root: string) {
  const openapi = join(root, 'packages/openapi');
  return {
    current: join(openapi, 'v1/openapi.json'),
    released: join(openapi, 'released/openapi.json'),
    report: join(openapi, 'changes/next.md'),
    changes: (version: string) => join(openapi, `changes/${version}.md`),
    changesets: join(root, '.changeset'),
  };
}
