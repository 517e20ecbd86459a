import { posix } from 'node:path';
import ts from 'typescript';

/** The paths that a file imports by relative specifiers, which always have their extension in this repository. */
export function relativeImports(path: string, text: string): Set<string> {
  const relative = [...importsOf(path, text)].filter((specifier) => /^\.\.?\//.test(specifier));
  return new Set(relative.map((specifier) => posix.join(posix.dirname(path), specifier)));
}

/** What a file imports, as it is written there. Types count, too. */
export function importsOf(path: string, text: string): Set<string> {
  const imported = new Set<string>();

  function read(node: ts.Node): void {
    const specifier = specifierOf(node);
    if (specifier && ts.isStringLiteralLike(specifier)) imported.add(specifier.text);
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
