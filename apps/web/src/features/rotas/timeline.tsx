import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { colourOf, type RotaDetail, type RotaSegment } from './rota.ts'
import './rotas.css'

const dayMs = 86_400_000

/** Who is on call: the outcome first, then each layer. */
export function RotaTimeline({ rota }: { rota: RotaDetail }) {
  const { t } = useTranslation()
  const from = Date.parse(rota.from)
  const to = Date.parse(rota.to)
  const rows = rota.layers.length > 1 || rota.changes.length > 0 ? rota.layers : []
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be reachable by keyboard
    <section className="rota-scroll" tabIndex={0} aria-label={t('rotas.scheduleOf', { name: rota.name })}>
      <div className="rota-grid">
        <span />
        <Days rota={rota} />
        <span className="rota-name rota-name-final">{t('rotas.final')}</span>
        <Track name={t('rotas.final')} segments={rota.schedule} from={from} to={to} final />
        {rows.map((layer, index) => (
          // A layer has no identity but its place.
          <LayerRow
            key={`${index} ${layer.name}`}
            name={layer.name}
            segments={layer.schedule}
            from={from}
            to={to}
          />
        ))}
      </div>
    </section>
  )
}

function LayerRow(props: { name: string; segments: readonly RotaSegment[]; from: number; to: number }) {
  return (
    <>
      <span className="rota-name" title={props.name}>
        {props.name}
      </span>
      <Track {...props} final={false} />
    </>
  )
}

function Days({ rota: { from, to, holidays } }: { rota: RotaDetail }) {
  const { t } = useTranslation()
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
  const special = new Map(holidays.map((one) => [one.day, one]))
  // The day of the rota's zone: its midnight may be another day here.
  const first = holidaysFirst(from)
  return (
    <div className="rota-days">
      {Array.from({ length: count }, (_, index) => {
        const day = new Date(first + index * dayMs)
        const date = day.toISOString().slice(0, 10)
        const holiday = special.get(date)
        const off = holiday?.off ?? [0, 6].includes(day.getUTCDay())
        return (
          <span key={date} className={off ? 'rota-off' : undefined} title={holiday?.name}>
            {date.slice(5)}{' '}
            {holiday !== undefined && t(holiday.off ? 'rotas.holidayOff' : 'rotas.holidayWork')}
          </span>
        )
      })}
    </div>
  )
}

/** Midnight anywhere is at most 14 hours before and 12 after the same day's in UTC. */
const holidaysFirst = (from: string) => Math.floor((Date.parse(from) + 14 * 3_600_000) / dayMs) * dayMs

function Track(props: {
  name: string
  segments: readonly RotaSegment[]
  from: number
  to: number
  final: boolean
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(60_000)
  const { name, segments, from, to, final } = props
  const place = (at: number) => `${(100 * (at - from)) / (to - from)}%`
  const shown = segments.filter(({ member }) => final || member !== null)
  return (
    <ul className={final ? 'rota-track rota-final' : 'rota-track'} aria-label={name}>
      {shown.map(({ from: begins, to: ends, member, changeId }) => {
        const text = member?.name ?? t('rotas.nobody')
        const colour = member === null ? 'rota-nobody' : `rota-colour-${colourOf(member.memberId)}`
        return (
          <li
            key={begins}
            className={`rota-piece ${colour}${changeId === null ? '' : ' rota-changed'}`}
            style={{
              left: place(Date.parse(begins)),
              width: `${(100 * (Date.parse(ends) - Date.parse(begins))) / (to - from)}%`,
            }}
            title={`${text} · ${format.dateTime(begins)} – ${format.dateTime(ends)}`}
          >
            {text}
          </li>
        )
      })}
      {now > from && now < to && (
        <li className="rota-now" style={{ left: place(now) }} title={t('rotas.now')} aria-hidden="true" />
      )}
    </ul>
  )
}
