import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The licence texts of the installed packages that these files belong to. It fails if one has none. */
export function thirdPartyLicences(root: string, files: readonly string[]): string {
  const folders = new Set(
    files.flatMap((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []),
  );
  const texts = [...folders].map((folder) => licenceOf(join(root, folder)));
  return `This program contains the following packages.\n\n${texts.toSorted().join('\n')}`;
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const text = readLicence(folder)?.trim();
  if (!text) throw new Error(`the package ${name} has no licence text, so it cannot be a part of the program`);
  const line = '='.repeat(80);
  return `${line}\n${name} ${version} (${license})\n${line}\n\n${text.replaceAll('\r\n', '\n')}\n`;
}

/** A file of its own, or the last section of the README. */
function readLicence(folder: string): string | undefined {
  const names = readdirSync(folder);
  const read = (pattern: RegExp) => {
    const name = names.find((name) => pattern.test(name));
    return name === undefined ? undefined : readFileSync(join(folder, name), 'utf8');
  };
  const section = /^##? licen[cs]e\s+(?=.*Copyright)(.*)$/ims;
  return read(/^(?:licen[cs]e|copying)(?:[.-]|$)/i) ?? section.exec(read(/^readme\.md$/i) ?? '')?.[1];
}
