import words from 'contract:words';
import type { components } from '@mintmark/client';
import { useState } from 'preact/hooks';
import { Choice, Field } from '../../ui/field.tsx';
import { enumWords } from '../../words/activity-words.ts';
import { nextAccount, presets } from './account-presets.ts';

type AccountParams = components['schemas']['WalletAccountParams'];

interface AccountFieldsProps {
  readonly accounts: readonly AccountParams[];
  /** Accounts that the wallet already has. */
  readonly taken: readonly Pick<AccountParams, 'path' | 'addressFormat'>[];
  readonly onChange: (accounts: readonly AccountParams[]) => void;
}

const curves = ['CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256'] as const;

/** Chooses accounts: of a chain, or with any path and format. */
export function AccountFields({ accounts, taken, onChange }: AccountFieldsProps) {
  const [name, setName] = useState(presets[0]?.name ?? '');
  const preset = presets.find((each) => each.name === name);
  const change = (index: number, changed: Partial<AccountParams>) =>
    onChange(accounts.map((account, at) => (at === index ? { ...account, ...changed } : account)));
  const other = 'Another format';
  return (
    <fieldset>
      <legend>Accounts</legend>
      {accounts.map((account, index) => (
        <div class="row" key={index}>
          <Field
            label={`Path ${index + 1}`}
            value={account.path}
            onInput={(path) => change(index, { path })}
            isCode
            isRequired
          />
          <Choice
            label={`Format ${index + 1}`}
            value={account.addressFormat}
            options={words.addressFormats.map((format) => [format, enumWords(format, 'ADDRESS_FORMAT_')])}
            onChange={(addressFormat) => change(index, { addressFormat })}
          />
          <Choice
            label={`Curve ${index + 1}`}
            value={account.curve}
            options={curves.map((curve) => [curve, enumWords(curve, 'CURVE_')])}
            onChange={(curve) => change(index, { curve })}
          />
          <button type="button" onClick={() => onChange(accounts.filter((_, at) => at !== index))}>
            Remove account {index + 1}
          </button>
        </div>
      ))}
      <div class="row">
        <Choice
          label="Chain"
          value={name}
          options={[...presets.map((each) => [each.name, each.name] as const), [other, other]]}
          onChange={setName}
        />
        <button
          type="button"
          onClick={() => {
            const like = preset ?? { ...presets[0], path: 'm/N' };
            onChange([...accounts, nextAccount(like as (typeof presets)[0], [...taken, ...accounts])]);
          }}
        >
          Add an account
        </button>
      </div>
    </fieldset>
  );
}
