const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  // Nothing on this page is parsed as HTML.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** The headers to serve the docs directory with; any host can send them unchanged. */
export const docsHeaders = {
  'Content-Security-Policy': [...policy, "frame-ancestors 'none'"].join('; '),
  // The page may hold a key: no other page gets a reference to its window.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

/**
 * Builds the HTML of the docs page.
 *
 * The page repeats its policy in a meta element, for hosts that cannot send headers. Browsers ignore frame-ancestors there.
 */
export function buildDocsPage(title: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" type="image/svg+xml" href="./favicon.svg" />
    <link rel="stylesheet" href="./swagger-ui.css" />
    <link rel="stylesheet" href="./page.css" />
    <script defer src="./swagger-ui-bundle.js"></script>
    <script defer src="./page.js"></script>
  </head>
  <body>
    <div id="docs"></div>
    <noscript>This page needs JavaScript. The same document as data: <a href="./openapi.json">openapi.json</a>.</noscript>
  </body>
</html>
`;
}
