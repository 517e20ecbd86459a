type Members = Readonly<Record<string, unknown>>;

/** What is read of an OpenAPI document. */
interface Source extends Members {
  readonly paths: Readonly<Record<string, { readonly post: { readonly operationId: string } }>>;
  readonly components: Readonly<Record<string, Members>>;
}

/**
 * The part of a document that the docs page needs to show some operations. Its viewer is busy for seconds with a whole document, and
 * reads the catalogue of errors too, without showing it.
 */
export function partOfDocument<Document extends Source>(document: Document, operationIds: readonly string[]): Document {
  const paths = pick(document.paths, (_, { post }) => operationIds.includes(post.operationId));
  const needed = new Set<string>();
  follow(paths);
  const { securitySchemes } = document.components;
  const components = Object.entries(document.components).map(([kind, all]) => [
    kind,
    all === securitySchemes ? all : pick(all, (name) => needed.has(`#/components/${kind}/${name}`)),
  ]);
  return { ...document, paths, components: Object.fromEntries(components), 'x-error-catalogue': [] };

  /** Notes what a value refers to, and what that refers to. */
  function follow(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value as { readonly $ref?: unknown };
    if (typeof $ref === 'string' && !needed.has($ref)) {
      needed.add($ref);
      const [, , kind = '', name = ''] = $ref.split('/');
      follow(document.components[kind]?.[name]);
    }
    for (const member of Object.values(value)) follow(member);
  }
}

function pick<Value>(
  all: Readonly<Record<string, Value>>,
  isKept: (name: string, value: Value) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => isKept(name, value)));
}
