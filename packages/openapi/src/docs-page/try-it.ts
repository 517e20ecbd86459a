import { button, element, StatusLine, unkept } from './element.ts';
import type { KeyHolder } from './held-key.ts';
import type { Operation } from './operation.ts';
import { type ReceivedAnswer, sendRequest } from './send-request.ts';
import { buildSnippetView } from './snippet-view.ts';
import { currentBody, RequestError, type StampedRequest, stampRequest } from './stamped-request.ts';

/** The form that stamps a request of one operation and sends it to the service that served this page. */
export function buildTryIt(operation: Operation, holder: KeyHolder): HTMLElement {
  const id = `mm-${operation.name}`;
  const body = element('textarea', { id: `${id}-body`, ...unkept });
  const status = new StatusLine();
  const snippets = buildSnippetView(id);
  const answer = buildAnswerView();
  const write = (text: string) => {
    body.value = text;
    body.rows = Math.min(24, text.split('\n').length + 1);
  };
  write(JSON.stringify(operation.example, null, 2));
  followOrganization(operation, holder, body);
  holder.watch(({ key }) => {
    // Whoever has a stamp can send its request.
    if (!key && !operation.isProxy) snippets.show(undefined);
  });

  const stamp = async (): Promise<StampedRequest> => {
    const { key } = holder.holdings;
    const text = currentBody(body.value, Date.now());
    // The field shows exactly what is stamped.
    write(text);
    const request = await stampRequest(operation, text, location.origin, holder.holdings);
    if (!operation.isProxy && holder.holdings.key !== key) throw new RequestError('The key was forgotten.');
    return request;
  };
  let isBusy = false;
  const setBusy = (value: boolean) => {
    isBusy = value;
    body.readOnly = value;
    // Not disabled: a disabled button loses the focus.
    for (const control of [execute, show]) control.setAttribute('aria-disabled', String(value));
  };
  const attempt = async (work: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    answer.show(undefined);
    snippets.show(undefined);
    try {
      await work();
    } catch (error) {
      status.show((error as Error).message, true);
      if (!(error instanceof RequestError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  const execute = button('Execute', () =>
    attempt(async () => {
      status.show('Stamping.');
      const request = await stamp();
      snippets.show(request);
      status.show('Sending.');
      const received = await sendRequest(request);
      answer.show(received);
      status.show(`Answered: ${received.status}`);
    }),
  );
  const show = button('Show request', () =>
    attempt(async () => {
      snippets.show(await stamp());
      status.show('Nothing was sent.');
    }),
  );
  execute.classList.add('mm-main');
  const time = 'timestampMs' in operation.example ? ' timestampMs is set to the current time.' : '';

  return element(
    'details',
    { class: 'mm-panel mm-try' },
    element('summary', {}, 'Try it'),
    ...(operation.isProxy ? buildConfigurationField(id, holder) : []),
    element('label', { for: body.id }, 'Body'),
    body,
    element('p', { class: 'mm-hint' }, `Goes to ${location.origin}${operation.path}.${time}`),
    element('div', { class: 'mm-row' }, execute, show, status.node),
    answer.node,
    snippets.node,
  );
}

/** Names the organization of the key wherever the body named the one that was set before. */
function followOrganization({ example }: Operation, holder: KeyHolder, body: HTMLTextAreaElement): void {
  const original = example['organizationId'];
  if (typeof original !== 'string') return;
  let named = original;
  holder.watch(({ organizationId }) => {
    const next = organizationId || original;
    body.value = body.value.replaceAll(named, next);
    named = next;
  });
}

function buildConfigurationField(id: string, holder: KeyHolder): Node[] {
  const field = element('input', { id: `${id}-configuration`, type: 'text', ...unkept });
  field.addEventListener('input', () => holder.change({ authProxyConfigId: field.value }));
  holder.watch(({ authProxyConfigId }) => {
    if (field.value !== authProxyConfigId) field.value = authProxyConfigId;
  });
  return [element('label', { for: field.id }, 'Auth-proxy configuration ID'), field];
}

function buildAnswerView() {
  const requestId = element('p', { class: 'mm-hint' });
  const code = element('code');
  const text = element('pre', { tabindex: '0', role: 'region', 'aria-label': 'The answer' }, code);
  const node = element('div', { hidden: '' }, element('h4', {}, 'Answer'), requestId, text);
  return {
    node,
    show(answer: ReceivedAnswer | undefined): void {
      node.hidden = answer === undefined;
      requestId.textContent = answer?.requestId ? `Request ID ${answer.requestId}` : '';
      code.textContent = answer?.text ?? '';
    },
  };
}
