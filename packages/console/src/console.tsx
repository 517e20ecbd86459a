import { render } from 'preact';
import { Shell } from './shell.tsx';
import { escapeShownText } from './words/escape-hidden.ts';

escapeShownText();
const root = document.getElementById('console');
if (root) render(<Shell />, root);
