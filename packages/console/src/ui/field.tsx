import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly hint?: ComponentChildren;
  readonly type?: 'text' | 'email' | 'number' | 'password' | 'url' | 'tel';
  /** More than one line. */
  readonly rows?: number;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  /** Whether to use a font of equal widths, for code and keys. */
  readonly isCode?: boolean;
  readonly placeholder?: string;
  readonly autocomplete?: string;
  readonly max?: number;
}

/** A labelled input. */
export function Field(props: FieldProps) {
  const { label, value, onInput, hint, type = 'text', rows, isRequired, isDisabled, isCode, placeholder, max } = props;
  const id = useId();
  const common = {
    id,
    value,
    required: isRequired ?? false,
    disabled: isDisabled ?? false,
    class: isCode ? 'code' : undefined,
    placeholder,
    maxLength: max,
    autocomplete: props.autocomplete ?? 'off',
    spellcheck: isCode ? false : undefined,
    'aria-describedby': hint ? `${id}-hint` : undefined,
    onInput: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => onInput(event.currentTarget.value),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {rows ? <textarea rows={rows} {...common} /> : <input {...common} type={type as 'text'} />}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, words: string])[];
  readonly onChange: (value: Value) => void;
  readonly hint?: ComponentChildren;
}

/** A labelled list of options. */
export function Choice<Value extends string>({ label, value, options, onChange, hint }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
      >
        {options.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface CheckProps {
  readonly label: ComponentChildren;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A labelled check box. */
export const Check = ({ label, isOn, onChange }: CheckProps) => (
  <label class="check">
    <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    <span>{label}</span>
  </label>
);
