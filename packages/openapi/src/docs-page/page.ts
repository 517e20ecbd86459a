import { KeyHolder } from './held-key.ts';
import { buildKeyPanel } from './key-panel.ts';
import { buildTryIt } from './try-it.ts';
import { viewerPlugin } from './viewer.ts';

declare const SwaggerUIBundle: (options: object) => void;

const dark = matchMedia('(prefers-color-scheme: dark)');
const followSystem = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followSystem);
followSystem();

const holder = new KeyHolder();
// Browsers may keep a page that the user left, to show it again.
addEventListener('pagehide', () => holder.forget());

// For hosts that cannot send the header that forbids it: the frame of another page could trick users.
if (self !== top) document.body.replaceChildren('This page does not work inside the frame of another page.');
else
  SwaggerUIBundle({
    url: './openapi.json',
    dom_id: '#docs',
    layout: 'BaseLayout',
    plugins: [
      viewerPlugin({ keyPanel: buildKeyPanel(holder), buildTryIt: (operation) => buildTryIt(operation, holder) }),
    ],
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
