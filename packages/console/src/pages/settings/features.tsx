import type { components } from '@mintmark/client';
import { useMemo, useState } from 'preact/hooks';
import { useChange } from '../../data/use-change.ts';
import { useQuery } from '../../data/use-query.ts';
import { useSession } from '../../session/session-context.ts';
import { ChangeDialog, DangerButton } from '../../ui/change.tsx';
import { DialogButton, type OpenDialog } from '../../ui/dialog-button.tsx';
import { Choice, Field } from '../../ui/field.tsx';
import { type Column, WholeList } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/page.tsx';
import { type FeatureName, featureWords, hasValue, isPermanent, settable } from './feature-words.ts';

type Feature = components['schemas']['OrganizationFeature'];

/** What is switched on for the organization. */
export function Features({ onChanged }: { readonly onChanged: () => void }) {
  const { shownOrganizationId, canChange } = useSession();
  const features = useQuery(
    async (client, signal) => (await client.getOrganizationConfigs({}, { signal })).configs.features ?? [],
    [shownOrganizationId],
  );
  const { reload } = features;
  const columns = useMemo<readonly Column<Feature>[]>(() => {
    const changed = () => {
      reload();
      onChanged();
    };
    return [
      { title: 'Feature', cell: ({ name }) => name && featureWords(name) },
      { title: 'Value', cell: ({ value }) => value || 'on' },
      { title: 'Name in the API', cell: ({ name }) => <code>{name}</code>, isMinor: true },
      ...(canChange
        ? [
            {
              title: 'Change',
              cell: ({ name }: Feature) =>
                name &&
                (isPermanent(name) ? (
                  'permanent'
                ) : (
                  <DangerButton
                    label="Remove…"
                    ariaLabel={`Remove ${featureWords(name)}`}
                    title="Remove a feature"
                    name={featureWords(name)}
                    work={(client) => client.removeOrganizationFeature({ name })}
                    onCompleted={changed}
                  >
                    <p>
                      {hasValue(name)
                        ? 'Passkeys can then be used at every origin of their domain.'
                        : 'What the feature allows is then refused. Users who sign in only with it are locked out.'}
                    </p>
                  </DangerButton>
                )),
            },
          ]
        : []),
    ];
  }, [canChange, reload]);
  return (
    <Section title="Features">
      <div class="stack">
        <WholeList
          of={features}
          label="Features"
          columns={columns}
          keyOf={({ name }) => name ?? ''}
          empty="No feature is on. Set one to let users sign in by e-mail or SMS."
        />
        {canChange && (
          <div class="actions">
            <DialogButton
              label="Set a feature"
              onChanged={() => {
                reload();
                onChanged();
              }}
            >
              {(dialog) => <FeatureForm features={features.data ?? []} {...dialog} />}
            </DialogButton>
          </div>
        )}
      </div>
    </Section>
  );
}

interface FeatureFormProps extends OpenDialog {
  readonly features: readonly Feature[];
}

function FeatureForm({ features, onClose, onChanged }: FeatureFormProps) {
  // A flag that is on cannot be set again to any effect.
  const options = settable.filter(([each]) => hasValue(each) || !features.some(({ name }) => name === each));
  const [name, setName] = useState<FeatureName>(options[0]?.[0] ?? 'FEATURE_NAME_WEBAUTHN_ORIGINS');
  const [value, setValue] = useState(
    () => features.find((feature) => feature.name && hasValue(feature.name))?.value ?? '',
  );
  const change = useChange<unknown>(onChanged);
  return (
    <ChangeDialog
      title="Set a feature"
      action="Set"
      of={change}
      isReady={!hasValue(name) || value.trim() !== ''}
      onClose={onClose}
      onSubmit={() =>
        void change.submit((client) =>
          client.setOrganizationFeature({ name, ...(hasValue(name) && { value: value.trim() }) }),
        )
      }
    >
      <Choice label="Feature" value={name} options={options} onChange={setName} hint={<code>{name}</code>} />
      {hasValue(name) && (
        <Field
          label="Origins"
          value={value}
          onInput={setValue}
          isCode
          isRequired
          placeholder="https://app.example.com,https://admin.example.com"
          hint="Separated by commas. Passkeys are refused at every other origin, this console included."
        />
      )}
      {isPermanent(name) && (
        <Notice kind="warning">
          <p>
            This can never be undone. If the root users of this organization lose their keys, nobody can restore their
            access. The same holds for its sub-organizations.
          </p>
        </Notice>
      )}
      <p class="hint">Only the root quorum can do this.</p>
    </ChangeDialog>
  );
}
