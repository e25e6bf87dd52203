import type { EndpointOutput } from '@netward/contract'
import { availabilityDays, type SpanState, spanStates } from '@netward/contract/standing-values'
import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import './standing.css'

type Availability = EndpointOutput<'GET /api/v1/standing/device/:deviceId'>['availability']
export type Days = (typeof availabilityDays)[number]

/** 99.95 %; exactly 100 only if nothing is missing. */
export function shareText(share: number | null): string {
  if (share === null) return '—'
  if (share === 1) return '100 %'
  return `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`
}

/** What a period was, minute by minute: states differ by pattern too. Undefined while it loads. */
export function AvailabilityBar(props: {
  availability: Availability | undefined
  days: Days
  onDays: (days: Days) => void
}) {
  const { t } = useTranslation()
  const { availability, days, onDays } = props
  const share = availability?.share ?? null
  return (
    <div className="availability">
      <div className="availability-head">
        <span className="availability-name" title={t('standing.availabilityHint')}>
          {t('standing.availability')}
        </span>
        <strong>{availability === undefined ? ' ' : shareText(share)}</strong>
        <Segmented
          size="small"
          value={days}
          options={availabilityDays.map((value) => ({ value, label: t('standing.days', { count: value }) }))}
          onChange={onDays}
        />
      </div>
      {availability === undefined ? (
        <div className="availability-bar" />
      ) : (
        <Spans availability={availability} />
      )}
      <Foot availability={availability} />
    </div>
  )
}

function Spans({ availability: { from, to, spans } }: { availability: Availability }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [start, length] = [Date.parse(from), Date.parse(to) - Date.parse(from)]
  const counted = countedText(spans, start, (state, minutes) =>
    t('standing.spanText', { state: t(`standing.states.${state}`), minutes: format.number(minutes) }),
  )
  return (
    <figure className="availability-bar" aria-label={t('standing.barOf', { text: counted })}>
      {spans.map(({ state, to: until }, index) => {
        const began = index === 0 ? start : Date.parse(spans[index - 1]!.to)
        const ends = Date.parse(until)
        return (
          <span
            key={until}
            className={`availability-${state}`}
            style={{ flexGrow: (ends - began) / length }}
            title={`${t(`standing.states.${state}`)} · ${format.dateTime(began).slice(5, 16)} – ${format.dateTime(ends).slice(5, 16)}`}
          />
        )
      })}
    </figure>
  )
}

function Foot({ availability }: { availability: Availability | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const present = new Set<SpanState>(availability?.spans.map(({ state }) => state) ?? [])
  return (
    <div className="availability-foot">
      <span>{availability === undefined ? ' ' : format.dateTime(availability.from).slice(5, 16)}</span>
      <ul>
        {spanStates
          .filter((state) => present.has(state))
          .map((state) => (
            <li key={state}>
              <i className={`availability-${state}`} aria-hidden="true" />
              {t(`standing.states.${state}`)}
            </li>
          ))}
      </ul>
      <span>{t('standing.now')}</span>
    </div>
  )
}

function countedText(
  spans: Availability['spans'],
  start: number,
  textOf: (state: SpanState, minutes: number) => string,
): string {
  const minutes = new Map<SpanState, number>()
  let began = start
  for (const { state, to } of spans) {
    const ends = Date.parse(to)
    minutes.set(state, (minutes.get(state) ?? 0) + (ends - began) / 60_000)
    began = ends
  }
  return [...minutes].map(([state, n]) => textOf(state, Math.round(n))).join(', ')
}
