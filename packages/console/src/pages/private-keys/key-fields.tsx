import words from 'contract:words';
import type { components } from '@mintmark/client';
import { Check, Choice, Field } from '../../ui/field.tsx';
import { enumWords } from '../../words/activity-words.ts';

type Schemas = components['schemas'];

/** What a new key is: its name, its curve, and the addresses to make of it. */
export interface KeyFacts {
  readonly privateKeyName: string;
  readonly curve: Schemas['Curve'];
  readonly addressFormats: readonly Schemas['AddressFormat'][];
}

export const defaultKey: KeyFacts = {
  privateKeyName: '',
  curve: 'CURVE_SECP256K1',
  addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
};

interface KeyFieldsProps {
  readonly facts: KeyFacts;
  readonly onChange: (facts: KeyFacts) => void;
}

const curves = ['CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256'] as const;

export function KeyFields({ facts, onChange }: KeyFieldsProps) {
  const { privateKeyName, curve, addressFormats } = facts;
  return (
    <>
      <Field
        label="Name"
        value={privateKeyName}
        onInput={(name) => onChange({ ...facts, privateKeyName: name })}
        isRequired
        max={256}
      />
      <Choice
        label="Curve"
        value={curve}
        options={curves.map((each) => [each, enumWords(each, 'CURVE_')])}
        onChange={(changed) => onChange({ ...facts, curve: changed })}
      />
      <details>
        <summary>Address formats ({addressFormats.length})</summary>
        <fieldset class="columns">
          <legend class="unseen">Address formats</legend>
          {words.addressFormats.map((format) => (
            <Check
              key={format}
              label={enumWords(format, 'ADDRESS_FORMAT_')}
              isOn={addressFormats.includes(format)}
              onChange={(isOn) =>
                onChange({
                  ...facts,
                  addressFormats: isOn ? [...addressFormats, format] : addressFormats.filter((each) => each !== format),
                })
              }
            />
          ))}
        </fieldset>
      </details>
    </>
  );
}
