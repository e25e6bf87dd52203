import { useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { errorText } from '../../../lib/api-errors.ts'
import { useStore } from '../../../lib/store.ts'
import { useT } from '../../../lib/use-t.ts'
import { tickets } from '../tickets.ts'
import { LinkSentView } from './asked-view.tsx'
import { useOnce } from './use-once.ts'
import { Outcome, View } from './view.tsx'

/** Opened by the link of a mail about alarms. Only its button acts: programs that check mail open links too. */
export function AcknowledgeView() {
  const t = useT()
  const ticket = useStore(tickets.link)
  return ticket === null ? (
    <Outcome title={t('access.linkLostTitle')} text={t('access.linkLostText')} />
  ) : (
    <Alarms ticket={ticket} />
  )
}

type Progress = { kind: 'asked' | 'busy' | 'done' } | { kind: 'failed'; text: string }

function Alarms({ ticket }: { ticket: string }) {
  const t = useT()
  const [progress, setProgress] = useState<Progress>({ kind: 'asked' })
  const { loaded, again } = useOnce(() =>
    api('POST /api/v1/notice/link/open', { ticket }, { errors: 'caller' }),
  )
  if (loaded === null || 'error' in loaded)
    return <LinkSentView title={t('access.linkLostTitle')} error={loaded?.error} onRetry={again} />
  if (progress.kind === 'done')
    return <Outcome title={t('access.acknowledgeDoneTitle')} text={t('access.acknowledgeDoneText')} />
  const { companyName, alarms } = loaded.value
  const isWaiting = alarms.some(({ active, acknowledgedBy }) => active && acknowledgedBy === null)
  const acknowledge = async () => {
    setProgress({ kind: 'busy' })
    try {
      await api('POST /api/v1/notice/link/acknowledge', { ticket }, { errors: 'caller' })
      setProgress({ kind: 'done' })
    } catch (error) {
      setProgress({ kind: 'failed', text: errorText(error) })
    }
  }
  return (
    <View
      title={t('access.acknowledgeTitle')}
      about={
        <p>{t(isWaiting ? 'access.acknowledgeText' : 'access.acknowledgeNone', { company: companyName })}</p>
      }
    >
      <ul className="acknowledge-alarms">
        {alarms.map(({ text, active, acknowledgedBy }) => (
          <li key={text}>
            {text}
            {!active && <small>{t('access.acknowledgeOver')}</small>}
            {active && acknowledgedBy !== null && (
              <small>{t('access.acknowledgeBy', { name: acknowledgedBy })}</small>
            )}
          </li>
        ))}
      </ul>
      {progress.kind === 'failed' && <p role="alert">{progress.text}</p>}
      {isWaiting && (
        <button
          type="button"
          className="plain-button plain-button-primary sign-in-submit"
          disabled={progress.kind === 'busy'}
          onClick={() => void acknowledge()}
        >
          {t('access.acknowledgeSubmit')}
        </button>
      )}
    </View>
  )
}
