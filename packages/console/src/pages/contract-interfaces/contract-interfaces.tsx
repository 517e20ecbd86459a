import type { components } from '@mintmark/client';
import { useState } from 'preact/hooks';
import { useChange } from '../../data/use-change.ts';
import { useQuery } from '../../data/use-query.ts';
import { useSession } from '../../session/session-context.ts';
import { ChangeDialog, DangerButton } from '../../ui/change.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { DialogButton, type OpenDialog } from '../../ui/dialog-button.tsx';
import { Choice, Field } from '../../ui/field.tsx';
import { type Column, WholeList } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { enumWords } from '../../words/activity-words.ts';

type Schemas = components['schemas'];
type Interface = Schemas['SmartContractInterface'];

const prefix = 'SMART_CONTRACT_INTERFACE_TYPE_';

/** The interfaces of contracts, with which policies and people can read what a transaction calls. */
export function ContractInterfaces() {
  const { canChange } = useSession();
  const interfaces = useQuery(
    async (client, signal) => (await client.listSmartContractInterfaces({}, { signal })).smartContractInterfaces,
    [],
  );
  const columns: readonly Column<Interface>[] = [
    { title: 'Name', cell: ({ label }) => <span class="name">{label}</span> },
    { title: 'Chain', cell: ({ type }) => enumWords(type, prefix) },
    {
      title: 'Contract',
      cell: ({ smartContractAddress }) => <Copyable value={smartContractAddress} label="contract address" isShort />,
    },
    { title: 'Notes', cell: ({ notes }) => notes || '–', isMinor: true },
    { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, isMinor: true },
    {
      title: 'Actions',
      cell: ({ label, smartContractInterfaceId }) =>
        canChange && (
          <DangerButton
            label="Delete…"
            ariaLabel={`Delete ${label}`}
            title="Delete the interface"
            name={label}
            work={(client) => client.deleteSmartContractInterface({ smartContractInterfaceId })}
            onCompleted={interfaces.reload}
          >
            <p>
              Policies that refer to a function or an argument of this contract no longer apply: what they allowed is
              denied.
            </p>
          </DangerButton>
        ),
    },
  ];
  const actions = canChange && (
    <DialogButton label="Add an interface" isMain onChanged={interfaces.reload}>
      {(dialog) => <CreateDialog {...dialog} />}
    </DialogButton>
  );
  return (
    <Page title="Contract interfaces" actions={actions}>
      <WholeList
        of={interfaces}
        label="Contract interfaces"
        columns={columns}
        keyOf={({ smartContractInterfaceId }) => smartContractInterfaceId}
        empty="No interface yet. Add the ABI or the IDL of a contract, and policies can refer to the function and its arguments."
      />
    </Page>
  );
}

function CreateDialog({ onClose, onChanged }: OpenDialog) {
  const [type, setType] = useState<Schemas['SmartContractInterfaceType']>(`${prefix}ETHEREUM`);
  const [label, setLabel] = useState('');
  const [notes, setNotes] = useState('');
  const [smartContractAddress, setAddress] = useState('');
  const [smartContractInterface, setInterface] = useState('');
  const change = useChange(onChanged);
  return (
    <ChangeDialog
      title="Add an interface"
      action="Add"
      of={change}
      onClose={onClose}
      onSubmit={() => {
        const input = { type, label, smartContractAddress, smartContractInterface, ...(notes && { notes }) };
        void change.submit((client) => client.createSmartContractInterface(input));
      }}
    >
      <Choice
        label="Chain"
        value={type}
        options={[
          [`${prefix}ETHEREUM`, 'Ethereum (ABI)'],
          [`${prefix}SOLANA`, 'Solana (IDL)'],
        ]}
        onChange={setType}
      />
      <Field label="Name" value={label} onInput={setLabel} isRequired />
      <Field label="Address of the contract" value={smartContractAddress} onInput={setAddress} isRequired isCode />
      <Field
        label="Interface"
        value={smartContractInterface}
        onInput={setInterface}
        rows={8}
        isRequired
        isCode
        hint="The JSON of the ABI or the IDL."
      />
      <Field label="Notes" value={notes} onInput={setNotes} />
    </ChangeDialog>
  );
}
