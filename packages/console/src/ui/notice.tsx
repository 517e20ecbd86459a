import type { ComponentChildren } from 'preact';
import type { Failure } from '../data/failure.ts';
import { Copyable } from './copyable.tsx';

interface NoticeProps {
  readonly kind: 'info' | 'good' | 'warning' | 'bad';
  readonly children: ComponentChildren;
}

/** A few words about what happened. Screen readers say it. */
export const Notice = ({ kind, children }: NoticeProps) => (
  <div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
    {children}
  </div>
);

interface FailureNoticeProps {
  readonly failure: Failure | undefined;
  readonly onRetry?: (() => void) | undefined;
}

/** A failure with its cause and fix from the catalogue. */
export function FailureNotice({ failure, onRetry }: FailureNoticeProps) {
  if (!failure) return null;
  const { message, cause, fix, code, requestId, fields } = failure;
  return (
    <Notice kind="bad">
      <p>
        <strong>{message}</strong>
      </p>
      {cause && <p>{cause}</p>}
      {fix && <p>{fix}</p>}
      {fields.length > 0 && (
        <ul>
          {fields.map(({ field, description }) => (
            <li key={`${field} ${description}`}>
              <code>{field}</code>: {description}
            </li>
          ))}
        </ul>
      )}
      {(code || requestId) && (
        <p class="small">
          {code} {requestId && <Copyable value={requestId} label="request id" isShort />}
        </p>
      )}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </Notice>
  );
}
