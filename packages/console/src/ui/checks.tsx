import { useState } from 'preact/hooks';
import { Check, Field } from './field.tsx';

interface ChecksProps {
  readonly label: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** What to say when there is nothing to choose. */
  readonly empty?: string;
}

/** More options than this can be searched. */
const few = 8;

/** Several options of a list. What is chosen comes in the order of the list. */
export function Checks({ label, options, chosen, onChange, empty = 'There is nothing to choose.' }: ChecksProps) {
  const [search, setSearch] = useState('');
  const shown = options.filter(([, words]) => words.toLowerCase().includes(search.trim().toLowerCase()));
  const change = (value: string, isOn: boolean) =>
    onChange(options.map(([each]) => each).filter((each) => (each === value ? isOn : chosen.includes(each))));
  return (
    <fieldset>
      <legend>{label}</legend>
      {options.length === 0 && <p class="hint">{empty}</p>}
      {options.length > few && <Field label={`Search ${label.toLowerCase()}`} value={search} onInput={setSearch} />}
      <div class="checks">
        {shown.map(([value, words]) => (
          <Check
            key={value}
            label={<span class="name">{words}</span>}
            isOn={chosen.includes(value)}
            onChange={(isOn) => change(value, isOn)}
          />
        ))}
      </div>
    </fieldset>
  );
}
