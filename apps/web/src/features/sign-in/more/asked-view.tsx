import { ApiError, errorText, isHandledElsewhere } from '../../../lib/api-errors.ts'
import { useT } from '../../../lib/use-t.ts'
import { Outcome, View } from './view.tsx'

/** Shown while a view resolves its ticket, and for a refusal. */
export function LinkSentView({
  title,
  text,
  error,
  onRetry,
}: {
  title: string
  /** Replaces the server's message for an invalid ticket. */
  text?: string
  error: unknown
  onRetry: () => void
}) {
  const t = useT()
  if (error === undefined || isHandledElsewhere(error))
    return <div className="sign-in-form" aria-busy="true" />
  if (error instanceof ApiError && error.code === 'ticket.invalid') {
    return <Outcome title={title} text={text ?? errorText(error)} />
  }
  return (
    <View title={title} about={<p>{errorText(error)}</p>}>
      <button type="button" className="plain-button" onClick={onRetry}>
        {t('common.retry')}
      </button>
    </View>
  )
}
