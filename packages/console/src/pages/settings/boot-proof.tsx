import { useState } from 'preact/hooks';
import { useQuery } from '../../data/use-query.ts';
import { useSession } from '../../session/session-context.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/page.tsx';
import { QueryNotice } from '../../ui/query-notice.tsx';
import { Time } from '../../ui/time.tsx';

/** What the service was when it started. It is loaded when somebody asks for it. */
export function BootProof() {
  const { shownOrganizationId } = useSession();
  const [isWanted, setIsWanted] = useState(false);
  const proof = useQuery(
    async (client, signal) => (await client.getLatestBootProof({ appName: 'mintmark-server' }, { signal })).bootProof,
    [shownOrganizationId],
    { isWanted },
  );
  const { data } = proof;
  return (
    <Section title="Boot proof">
      <div class="stack">
        <p>Signed evidence of what the service was made of when it started.</p>
        {!isWanted && (
          <div class="actions">
            <button type="button" onClick={() => setIsWanted(true)}>
              Show the boot proof
            </button>
          </div>
        )}
        {isWanted && <QueryNotice of={proof} />}
        {data && (
          <>
            <Facts
              rows={[
                ['App', data.enclaveApp],
                ['Version', data.deploymentLabel],
                ['Run by', data.owner],
                ['Started', <Time key="at" at={data.createdAt} />],
                [
                  'Key of this start',
                  <Copyable key="key" value={data.ephemeralPublicKeyHex} label="public key" isShort />,
                ],
              ]}
            />
            <div class="actions">
              <DownloadButton
                label="Save the boot proof"
                fileName="boot-proof.json"
                text={() => `${JSON.stringify(data, null, 2)}\n`}
              />
            </div>
          </>
        )}
      </div>
    </Section>
  );
}
