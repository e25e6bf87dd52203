import { ApiError, errorText } from '../../../lib/api-errors.ts'
import { useT } from '../../../lib/use-t.ts'
import { Outcome, View } from './view.tsx'

/** Shown while a view asks what its ticket is for, and when the answer is a refusal. */
export function AskedView({
  title,
  text,
  error,
  onRetry,
}: {
  title: string
  /** Instead of what the server says of a ticket that is not good any more. */
  text?: string
  error: unknown
  onRetry: () => void
}) {
  const t = useT()
  if (error === undefined) return <div className="sign-in-form" aria-busy="true" />
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
