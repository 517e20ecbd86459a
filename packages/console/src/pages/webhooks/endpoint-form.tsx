import type { components } from '@mintmark/client';
import { useState } from 'preact/hooks';
import { useChange } from '../../data/use-change.ts';
import { ChangeDialog } from '../../ui/change.tsx';
import { Checks } from '../../ui/checks.tsx';
import type { OpenDialog } from '../../ui/dialog-button.tsx';
import { Field } from '../../ui/field.tsx';
import { eventTypes } from './webhook-words.ts';

interface EndpointFormProps extends OpenDialog {
  /** The endpoint to change; without it a new one is created. */
  readonly endpoint?: components['schemas']['WebhookEndpointData'];
}

/** The form for an endpoint. */
export function EndpointForm({ endpoint: present, onClose, onChanged }: EndpointFormProps) {
  // A change that somebody else saves meanwhile is not one of this form.
  const [endpoint] = useState(present);
  const [name, setName] = useState(endpoint?.name ?? '');
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [chosen, setChosen] = useState<readonly string[]>(['ACTIVITY_UPDATES']);
  const change = useChange<unknown>(onChanged);
  const fields = { name: name.trim(), url: url.trim() };
  const isComplete = fields.name !== '' && fields.url !== '' && chosen.length > 0;
  const isChanged = !endpoint || fields.name !== endpoint.name || fields.url !== endpoint.url;
  return (
    <ChangeDialog
      title={endpoint ? 'Change an endpoint' : 'Create an endpoint'}
      action={endpoint ? 'Save' : 'Create'}
      of={change}
      isReady={isComplete && isChanged}
      onClose={onClose}
      onSubmit={() =>
        void change.submit((client) => {
          if (endpoint)
            return client.updateWebhookEndpoint({
              endpointId: endpoint.endpointId,
              ...(fields.name !== endpoint.name && { name: fields.name }),
              ...(fields.url !== endpoint.url && { url: fields.url }),
            });
          const subscriptions = eventTypes
            .filter(([eventType]) => chosen.includes(eventType))
            .map(([eventType]) => ({ eventType }));
          return client.createWebhookEndpoint({ ...fields, subscriptions });
        })
      }
    >
      <Field label="Name" value={name} onInput={setName} max={256} isRequired />
      <Field
        label="URL"
        type="url"
        value={url}
        onInput={setUrl}
        max={2048}
        isCode
        isRequired
        placeholder="https://hooks.example.com/mintmark"
        hint="An https address on a host that the operator of the service allows."
      />
      {endpoint ? (
        <p class="hint">The events of an endpoint cannot be changed. Create another endpoint for others.</p>
      ) : (
        <Checks label="Events" options={eventTypes} chosen={chosen} onChange={setChosen} />
      )}
    </ChangeDialog>
  );
}
