/* global SwaggerUIBundle */

const dark = matchMedia('(prefers-color-scheme: dark)');
const followSystem = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followSystem);
followSystem();

// The page holds no keys and cannot stamp, so it sends no requests: the forms of the viewer are shown as text.
const formsAsText = ({ React: { createElement: h } }) => {
  const list = (rows, Markdown) =>
    h(
      'dl',
      null,
      rows.map(([term, words]) =>
        h('div', { key: term }, h('dt', null, term), h('dd', null, h(Markdown, { source: words ?? '' }))),
      ),
    );
  const address = (server) =>
    server.get('url').replace(/\{(\w+)\}/g, (_, name) => server.getIn(['variables', name, 'default']));

  return {
    components: {
      ServersContainer: ({ specSelectors, getComponent }) => {
        const rows = specSelectors.servers().map((server) => [address(server), server.get('description')]);
        return list(rows.toArray(), getComponent('Markdown', true));
      },
      AuthorizeBtnContainer: ({ specSelectors, getComponent }) => {
        const schemes = specSelectors.securityDefinitions().valueSeq();
        const rows = schemes.map((scheme) => [scheme.get('name'), scheme.get('description')]);
        return list(rows.toArray(), getComponent('Markdown', true));
      },
      authorizeOperationBtn: () => null,
    },
  };
};

SwaggerUIBundle({
  url: './openapi.json',
  dom_id: '#docs',
  layout: 'BaseLayout',
  plugins: [formsAsText],
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 3,
  displayOperationId: true,
  tryItOutEnabled: false,
  supportedSubmitMethods: [],
  validatorUrl: null,
});
