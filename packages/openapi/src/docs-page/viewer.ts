import { type Operation, readOperation } from './operation.ts';

/** The parts of React that the viewer passes to plugins. */
interface ViewerSystem {
  readonly React: {
    createElement(type: unknown, properties: object | null, ...children: unknown[]): unknown;
    readonly Fragment: unknown;
  };
}

/** A persistent map of the viewer. */
interface ViewerMap {
  get(name: string): unknown;
  getIn(path: readonly string[]): unknown;
  toJS(): unknown;
  valueSeq(): ViewerMap;
  map<Value>(change: (item: ViewerMap) => Value): { toArray(): Value[] };
}

interface Selectors {
  readonly specSelectors: { servers(): ViewerMap; securityDefinitions(): ViewerMap; specJson(): ViewerMap };
}

/** The elements that the page adds to the viewer. */
export interface Additions {
  readonly keyPanel: HTMLElement;
  readonly buildTryIt: (operation: Operation) => HTMLElement;
}

/** Shows the viewer's own forms as text, and adds our own. */
export const viewerPlugin =
  ({ keyPanel, buildTryIt }: Additions) =>
  ({ React: { createElement: h, Fragment } }: ViewerSystem) => {
    const paragraphs = (text: unknown) =>
      String(text ?? '')
        .split(/\n\n+/)
        .map((paragraph, index) => h('p', { key: index }, paragraph));
    const list = (rows: readonly (readonly [term: string, words: string])[]) =>
      h(
        'dl',
        null,
        rows.map(([term, words]) =>
          h(
            'div',
            { key: words },
            h('dt', null, term),
            h('dd', { className: 'renderedMarkdown' }, ...paragraphs(words)),
          ),
        ),
      );
    // Only where it is not yet: to insert an element again takes the focus from its fields.
    const host = (made: HTMLElement) =>
      h('div', { ref: (node: Element | null) => node?.firstChild !== made && node?.replaceChildren(made) });

    // Kept, so that a folded operation loses nothing.
    const forms = new Map<string, HTMLElement>();
    const formOf = (path: string, document: ViewerMap) => {
      const found = forms.get(path);
      if (found) return found;
      const documented = document.getIn(['paths', path, 'post']) as ViewerMap;
      const made = buildTryIt(readOperation(path, documented.toJS() as Parameters<typeof readOperation>[1]));
      forms.set(path, made);
      return made;
    };

    return {
      components: {
        ServersContainer: ({ specSelectors }: Selectors) =>
          list(
            specSelectors
              .servers()
              .map((server) => [location.origin, String(server.get('description'))] as const)
              .toArray(),
          ),
        AuthorizeBtnContainer: ({ specSelectors }: Selectors) =>
          list(
            specSelectors
              .securityDefinitions()
              .valueSeq()
              .map((scheme) => [String(scheme.get('name')), String(scheme.get('description'))] as const)
              .toArray(),
          ),
        authorizeOperationBtn: () => null,
      },
      wrapComponents: {
        // The texts of the document are prose. Without markup nothing on this page has to be parsed as HTML.
        Markdown:
          () =>
          ({ source, className }: { source?: string; className?: string }) =>
            h('div', { className: `renderedMarkdown ${className ?? ''}` }, ...paragraphs(source)),
        FilterContainer: (Original: unknown) => (properties: object) =>
          h(Fragment, null, h('div', { className: 'wrapper' }, host(keyPanel)), h(Original, properties)),
        parameters:
          (Original: unknown) =>
          (properties: Selectors & { readonly pathMethod: readonly [path: string, method: string] }) =>
            h(
              Fragment,
              null,
              h(Original, properties),
              host(formOf(properties.pathMethod[0], properties.specSelectors.specJson())),
            ),
      },
    };
  };
