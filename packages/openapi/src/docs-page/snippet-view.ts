import { button, element, StatusLine } from './element.ts';
import { type SnippetLanguage, snippetLanguages } from './snippets/snippet-languages.ts';
import type { StampedRequest } from './stamped-request.ts';

/** The language that the user chose last, for the next request. */
let chosen: SnippetLanguage = snippetLanguages[0];

/** What to know before using a snippet. */
function adviceOn({ name }: SnippetLanguage, { kind, operation }: StampedRequest): string {
  if (kind === 'configuration') return 'This request needs no stamp.';
  if (name === 'curl' || kind === 'passkey')
    return 'This contains the stamp. Whoever has it can send this request, so treat it as a secret.';
  const again = 'timestampMs' in operation.example ? ' Each run is a new activity.' : '';
  return `It reads the key from the environment: MINTMARK_API_PUBLIC_KEY and MINTMARK_API_PRIVATE_KEY.${again}`;
}

/** Shows a request in one language at a time. */
export function buildSnippetView(id: string) {
  const code = element('code');
  const text = element('pre', { tabindex: '0', role: 'region' }, code);
  const advice = element('p', { class: 'mm-hint' });
  const status = new StatusLine();
  const copy = button('Copy', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent ?? '');
      status.show('Copied.');
    } catch {
      getSelection()?.selectAllChildren(code);
      status.show('The browser does not allow copying. The text is selected: copy it with the keyboard.');
    }
  });
  let shown: StampedRequest | undefined;
  const choices = snippetLanguages.map((language, index) => {
    const input = element('input', { type: 'radio', name: `${id}-language`, id: `${id}-language-${index}` });
    input.addEventListener('change', () => {
      chosen = language;
      render();
    });
    return { language, input, label: element('label', { for: input.id }, language.name) };
  });
  const node = element(
    'div',
    { class: 'mm-snippets', hidden: '' },
    element(
      'fieldset',
      {},
      element('legend', {}, 'Request as'),
      ...choices.flatMap(({ input, label }) => [input, label]),
    ),
    advice,
    text,
    element('div', { class: 'mm-row' }, copy, status.node),
  );

  function render(): void {
    node.hidden = shown === undefined;
    status.show('');
    code.textContent = shown ? chosen.build(shown) : '';
    if (!shown) return;
    advice.textContent = adviceOn(chosen, shown);
    text.setAttribute('aria-label', `The request in ${chosen.name}`);
    copy.setAttribute('aria-label', `Copy ${chosen.name}`);
    for (const { language, input } of choices) input.checked = language === chosen;
  }

  return {
    node,
    show(request: StampedRequest | undefined): void {
      shown = request;
      render();
    },
  };
}
