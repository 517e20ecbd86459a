import { useEffect, useId, useRef } from 'preact/hooks';
import { type ExpressionError, rangeOf } from './expression-error.ts';

interface ExpressionFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly error: ExpressionError | undefined;
  readonly isDisabled: boolean;
  readonly onInput: (value: string) => void;
}

/** A text with line numbers. The place of a mistake is marked, and a button selects it. */
export function ExpressionField({ label, hint, value, error, isDisabled, onInput }: ExpressionFieldProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const lines = value.split('\n').length;
  // Browsers that cannot size a text area by its content get as many rows as there are lines.
  useEffect(() => {
    if (area.current) area.current.rows = Math.max(3, lines);
  }, [lines]);
  const select = () => {
    if (!error) return;
    area.current?.focus();
    area.current?.setSelectionRange(...rangeOf(value, error));
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="expression">
        <ol class="lines" aria-hidden="true">
          {Array.from({ length: lines }, (_, index) => (
            <li key={index} class={error?.line === index + 1 ? 'wrong' : undefined}>
              {index + 1}
            </li>
          ))}
        </ol>
        <textarea
          id={id}
          ref={area}
          value={value}
          rows={3}
          disabled={isDisabled}
          spellcheck={false}
          autocomplete="off"
          wrap="off"
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          aria-invalid={error !== undefined}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      </div>
      {error && (
        <div class="notice bad" id={`${id}-error`} role="alert">
          <p>
            Line {error.line}, column {error.column}: {error.reason}
          </p>
          <WrongPlace text={value} error={error} />
          <button type="button" onClick={select}>
            Show where
          </button>
        </div>
      )}
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}

/** The line with the mistake, which is underlined. */
function WrongPlace({ text, error }: { readonly text: string; readonly error: ExpressionError }) {
  const [start, end] = rangeOf(text, error);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  return (
    <pre class="wrong-place">
      {text.slice(lineStart, start)}
      <mark>{text.slice(start, end) || '␣'}</mark>
      {text.slice(end, lineEnd === -1 ? undefined : lineEnd)}
    </pre>
  );
}
