import type { components } from '@mintmark/client';
import { usePages } from '../../data/use-pages.ts';
import type { Query } from '../../data/use-query.ts';
import { go, linkTo } from '../../router.ts';
import { useSession } from '../../session/session-context.ts';
import { ActionButton, DangerButton } from '../../ui/change.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { type Column, PagedList } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { QueryNotice } from '../../ui/query-notice.tsx';
import { Time } from '../../ui/time.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { deliveryWords, eventWords } from './webhook-words.ts';

type Endpoint = components['schemas']['WebhookEndpointData'];
type Delivery = components['schemas']['WebhookDelivery'];

const columns: readonly Column<Delivery>[] = [
  { title: 'Event', cell: ({ eventType }) => eventWords(eventType) },
  { title: 'Outcome', cell: deliveryWords },
  { title: 'Happened', cell: ({ createdAt }) => <Time at={createdAt} />, isMinor: true },
  { title: 'Last attempt', cell: ({ lastAttemptAt }) => <Time at={lastAttemptAt} /> },
  { title: 'Next attempt', cell: ({ nextAttemptAt }) => <Time at={nextAttemptAt} />, isMinor: true },
  { title: 'Event id', cell: ({ eventId }) => <Copyable value={eventId} label="event id" isShort />, isMinor: true },
];

const limit = '25';

interface WebhookDetailProps {
  readonly id: string;
  readonly endpoints: Query<readonly Endpoint[]>;
}

/** One endpoint with its last deliveries. */
export function WebhookDetail({ id, endpoints }: WebhookDetailProps) {
  const { shownOrganizationId, canChange } = useSession();
  const deliveries = usePages<Delivery>(
    {
      load: async (client, after, signal) => {
        const paginationOptions = { limit, ...(after !== undefined && { after }) };
        return (await client.listWebhookDeliveries({ endpointId: id, paginationOptions }, { signal }))
          .webhookDeliveries;
      },
      cursorOf: ({ webhookDeliveryId }) => webhookDeliveryId,
    },
    [shownOrganizationId, id],
  );
  const list = linkTo(shownOrganizationId, 'webhooks');
  const endpoint = endpoints.data?.find(({ endpointId }) => endpointId === id);
  if (!endpoint)
    return (
      <Page title="Webhook endpoint">
        <QueryNotice of={endpoints} />
        {endpoints.data && <Notice kind="warning">There is no such endpoint. It may have been deleted.</Notice>}
        <p>
          <a href={list}>All endpoints</a>
        </p>
      </Page>
    );
  const { name, url, isActive, subscriptions = [] } = endpoint;
  return (
    <Page
      title={name}
      actions={
        canChange && (
          <>
            <DialogButton label="Change" onChanged={endpoints.reload}>
              {(dialog) => <EndpointForm endpoint={endpoint} {...dialog} />}
            </DialogButton>
            <ActionButton
              label={isActive ? 'Turn off' : 'Turn on'}
              work={(client) => client.updateWebhookEndpoint({ endpointId: id, isActive: !isActive })}
              onCompleted={endpoints.reload}
            />
            <DangerButton
              label="Delete…"
              title="Delete an endpoint"
              name={name}
              work={(client) => client.deleteWebhookEndpoint({ endpointId: id })}
              onCompleted={() => {
                endpoints.reload();
                go(list);
              }}
            >
              <p>Events are no longer sent to it, including those that are not delivered yet.</p>
            </DangerButton>
          </>
        )
      }
    >
      <p>
        <a href={list}>All endpoints</a>
      </p>
      {!isActive && (
        <Notice kind="warning">
          It is off. Events that occur meanwhile are not kept for it. The service turns an endpoint off after five days
          of failed deliveries.
        </Notice>
      )}
      <Section title="About">
        <Facts
          rows={[
            ['Id', <Copyable key="id" value={id} label="endpoint id" />],
            ['URL', <Copyable key="url" value={url} label="URL" />],
            ['State', isActive ? 'on' : 'off'],
            ['Events', subscriptions.map(({ eventType }) => eventWords(eventType)).join(', ') || '–'],
          ]}
        />
      </Section>
      <Section title="Last deliveries">
        <div class="stack">
          <div class="actions">
            <button type="button" onClick={deliveries.reload}>
              Refresh
            </button>
          </div>
          <PagedList
            of={deliveries}
            label="Last deliveries"
            columns={columns}
            keyOf={({ webhookDeliveryId }) => webhookDeliveryId}
            empty="Nothing was sent yet. Events are listed once the first attempt to deliver them has ended."
          />
        </div>
      </Section>
    </Page>
  );
}
