import type { EndpointOutput } from '@netward/contract'
import { type FormEvent, useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { errorText } from '../../../lib/api-errors.ts'
import { useFormat } from '../../../lib/format.ts'
import { useT } from '../../../lib/use-t.ts'
import { LinkSentView } from '../more/asked-view.tsx'
import { useOnce } from '../more/use-once.ts'
import { OutsideFrame } from './outside-frame.tsx'

type Link = EndpointOutput<'POST /api/v1/work/outside/link/open'>
const scores = [1, 2, 3, 4, 5] as const

/** Progress of a report, and its rating, by the same link. */
export function LinkPage({ ticket }: { ticket: string }) {
  const t = useT()
  const { loaded, again } = useOnce(() =>
    api('POST /api/v1/work/outside/link/open', { ticket }, { errors: 'caller' }),
  )
  if (loaded === null || 'error' in loaded)
    return (
      <OutsideFrame title={t('fieldWork.outside.linkTitle')}>
        <LinkSentView
          title={t('fieldWork.outside.invalidTitle')}
          text={t('fieldWork.outside.invalidLink')}
          error={loaded?.error}
          onRetry={again}
        />
      </OutsideFrame>
    )
  const link = loaded.value
  return (
    <OutsideFrame
      title={`#${link.number} ${t(`orders.categories.${link.category}`)}`}
      about={[link.companyName, link.outletName].filter(Boolean).join(' · ')}
    >
      <Progress link={link} />
      {link.score !== null && <p>{t('fieldWork.outside.ratedAs', { score: link.score })}</p>}
      {link.mayRate ? (
        <RatingForm ticket={ticket} onRated={again} />
      ) : (
        <button type="button" className="plain-button" onClick={again}>
          {t('fieldWork.outside.refresh')}
        </button>
      )}
      {!link.mayRate && link.score === null && <p className="quiet">{t('fieldWork.outside.keep')}</p>}
    </OutsideFrame>
  )
}

function Progress({ link }: { link: Link }) {
  const t = useT()
  const format = useFormat()
  const rows: readonly (readonly [string, string | null])[] = [
    [t('orders.state'), t(`orders.states.${link.state}`)],
    [t('fieldWork.outside.reportedAt'), format.dateTime(link.createdAt)],
    [
      t('fieldWork.appointment'),
      link.visitStartsAt === null || link.visitEndsAt === null
        ? null
        : `${format.dateTime(link.visitStartsAt)} – ${format.dateTime(link.visitEndsAt)}`,
    ],
    [t('orders.resolvedAt'), link.resolvedAt === null ? null : format.dateTime(link.resolvedAt)],
  ]
  return (
    <dl className="outside-facts">
      {rows.map(
        ([label, value]) =>
          value !== null && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function RatingForm({ ticket, onRated }: { ticket: string; onRated: () => void }) {
  const t = useT()
  const [score, setScore] = useState(0)
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (score === 0) return setWrong(t('fieldWork.outside.scoreEmpty'))
    setBusy(true)
    try {
      await api(
        'POST /api/v1/work/outside/link/rate',
        { ticket, score, comment: comment.trim() },
        { errors: 'caller' },
      )
      onRated()
    } catch (error) {
      setWrong(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <fieldset className="outside-stars">
        <legend>{t('fieldWork.outside.rate')}</legend>
        {scores.map((value) => (
          <label key={value} data-on={value <= score}>
            <input
              type="radio"
              name="score"
              value={value}
              checked={value === score}
              aria-label={t('fieldWork.outside.stars', { count: value })}
              onChange={() => setScore(value)}
            />
            <span aria-hidden="true">★</span>
          </label>
        ))}
      </fieldset>
      <label>
        {t('fieldWork.outside.comment')}
        <textarea
          rows={3}
          maxLength={1000}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </label>
      {wrong !== null && (
        <p className="outside-wrong" role="alert">
          {wrong}
        </p>
      )}
      <button type="submit" className="plain-button plain-button-primary" disabled={busy}>
        {t('fieldWork.outside.rateSubmit')}
      </button>
    </form>
  )
}
