import type { components } from '@mintmark/client';
import { useQuery } from '../../data/use-query.ts';
import { linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { type Column, WholeList } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import type { PageProps } from '../page-props.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { WebhookDetail } from './webhook-detail.tsx';
import { eventWords } from './webhook-words.ts';

type Endpoint = components['schemas']['WebhookEndpointData'];

const columns: readonly Column<Endpoint>[] = [
  {
    title: 'Name',
    cell: ({ organizationId, endpointId, name }) => <a href={linkTo(organizationId, 'webhooks', endpointId)}>{name}</a>,
  },
  { title: 'URL', cell: ({ url }) => <code>{url}</code> },
  { title: 'State', cell: ({ isActive }) => (isActive ? 'on' : 'off') },
  {
    title: 'Events',
    cell: ({ subscriptions = [] }) => subscriptions.map(({ eventType }) => eventWords(eventType)).join(', ') || '–',
    isMinor: true,
  },
];

/** The endpoints that events are sent to; or one of them with its last deliveries. */
export function Webhooks({ id }: PageProps) {
  const { shownOrganizationId, canChange } = useSession();
  const endpoints = useQuery(
    async (client, signal) => (await client.listWebhookEndpoints({}, { signal })).webhookEndpoints,
    [shownOrganizationId],
  );
  if (id !== undefined) return <WebhookDetail id={id} endpoints={endpoints} />;
  return (
    <Page
      title="Webhooks"
      actions={
        canChange && (
          <DialogButton label="Create an endpoint" isMain onChanged={endpoints.reload}>
            {(dialog) => <EndpointForm {...dialog} />}
          </DialogButton>
        )
      }
    >
      <WholeList
        of={endpoints}
        label="Webhook endpoints"
        columns={columns}
        keyOf={({ endpointId }) => endpointId}
        empty="There are no endpoints. Create one to notify your server of every activity."
      />
    </Page>
  );
}
