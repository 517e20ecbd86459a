import { posix } from 'node:path';
import ts from 'typescript';

/**
 * Finds circles of relative imports among source files, given as path and text. Each circle is the list of its paths. Type
 * imports count too, because a file in a circle cannot be understood, moved or tested without all of the others.
 */
export function importCircles(sources: ReadonlyMap<string, string>): string[] {
  const circles: string[] = [];
  const visited = new Set<string>();

  function visit(path: string, trail: readonly string[]): void {
    const start = trail.indexOf(path);
    if (start >= 0) circles.push([...trail.slice(start), path].join(' -> '));
    if (visited.has(path)) return;
    visited.add(path);
    for (const imported of relativeImports(path, sources.get(path) ?? ''))
      if (sources.has(imported)) visit(imported, [...trail, path]);
  }

  for (const path of sources.keys()) visit(path, []);
  return circles;
}

/** The paths that a file imports by relative specifiers, which always have their extension in this repository. */
function relativeImports(path: string, text: string): Set<string> {
  const imported = new Set<string>();

  function read(node: ts.Node): void {
    const specifier = specifierOf(node);
    if (specifier && ts.isStringLiteralLike(specifier) && /^\.\.?\//.test(specifier.text))
      imported.add(posix.join(posix.dirname(path), specifier.text));
    ts.forEachChild(node, read);
  }

  read(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return imported;
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return node.arguments[0];
  return undefined;
}
