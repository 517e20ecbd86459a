import { useQuery } from '../../data/use-query.ts';
import { useSession } from '../../session/session-context.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/page.tsx';
import { QueryNotice } from '../../ui/query-notice.tsx';
import { Time } from '../../ui/time.tsx';

/** The newest link of the audit chain, to keep elsewhere. */
export function AuditHead() {
  const { shownOrganizationId } = useSession();
  const head = useQuery(
    async (client, signal) => (await client.getAuditHead({}, { signal })).auditHead,
    [shownOrganizationId],
  );
  const { data, reload } = head;
  return (
    <Section title="Head of the audit log">
      <div class="stack">
        <p>
          Keep it where the operators of the service cannot change it. Later, <code>mintmark audit verify --heads</code>{' '}
          uses it to prove that no entry up to it was changed or removed.
        </p>
        <QueryNotice of={head} />
        {data && (
          <>
            <Facts
              rows={[
                ['Entries', data.sequence],
                ['Hash', <Copyable key="hash" value={data.hash} label="hash" />],
                ['Read at', <Time key="at" at={data.at} />],
                ['File', <Copyable key="file" value={data.headsFile} label="file of the audit head" isShort />],
              ]}
            />
            <div class="actions">
              <DownloadButton
                label="Save the file"
                fileName={`audit-head-${data.organizationId}-${data.sequence}.txt`}
                text={() => data.headsFile}
              />
              <button type="button" onClick={reload}>
                Read it again
              </button>
            </div>
          </>
        )}
      </div>
    </Section>
  );
}
