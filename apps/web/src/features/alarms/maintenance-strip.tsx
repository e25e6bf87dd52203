import type { EndpointOutput } from '@netward/contract'
import { calendarDays } from '@netward/contract/maintenance-values'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/preferences.ts'
import { useApi } from '../../lib/use-api.ts'
import { clockAt, startOfDay } from '../../lib/wall-clock.ts'
import { useNow } from '../../lib/use-now.ts'
import { maintenanceCalendar } from './maintenance.ts'
import './maintenance-strip.css'

type Occurrence = EndpointOutput<typeof maintenanceCalendar>[number]

const dayMs = 86_400_000
const shown = 3

/** The next 14 days: which work is on which day, in the user's time zone. */
export function MaintenanceStrip() {
  const { t } = useTranslation()
  const language = useLanguage()
  const read = useApi(maintenanceCalendar, {}, { keepPrevious: true })
  const now = useNow(60_000)
  const occurrences = read.data ?? []
  const days = Array.from({ length: calendarDays }, (_, index) => dayAt(now, index))
  const weekday = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
    weekday: 'short',
    timeZone: 'UTC',
  })
  return (
    <ol className="maintenance-strip" aria-label={t('alarms.maintenance.calendar', { count: calendarDays })}>
      {days.map(({ day, from, to }) => {
        const here = occurrences.filter(
          ({ startsAt, endsAt }) => Date.parse(startsAt) < to && Date.parse(endsAt) > from,
        )
        return (
          <li key={day} className={here.length > 0 ? 'maintenance-day' : 'maintenance-day maintenance-free'}>
            <time dateTime={day}>
              {day.slice(5)} <span className="quiet">{weekday.format(Date.parse(`${day}T00:00:00Z`))}</span>
            </time>
            {here.slice(0, shown).map((one) => (
              <Entry key={`${one.id} ${one.startsAt}`} occurrence={one} />
            ))}
            {here.length > shown && (
              <span className="quiet">
                {t('alarms.maintenance.moreOnDay', { count: here.length - shown })}
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function Entry({ occurrence: { name, startsAt, endsAt, state, waits } }: { occurrence: Occurrence }) {
  const { t } = useTranslation()
  const format = useFormat()
  const title = t('alarms.maintenance.fromTo', {
    from: format.dateTime(startsAt),
    to: format.dateTime(endsAt),
  })
  return (
    <span
      className={waits ? 'maintenance-entry maintenance-waits' : `maintenance-entry maintenance-${state}`}
      title={title}
    >
      {clockAt(new Date(startsAt)).slice(11)} {name}
    </span>
  )
}

/** A day of the user's clock, so many days from now. */
function dayAt(now: number, ahead: number): { day: string; from: number; to: number } {
  const today = Date.parse(`${clockAt(new Date(now)).slice(0, 10)}T00:00:00Z`)
  const dateOf = (offset: number) => new Date(today + offset * dayMs).toISOString().slice(0, 10)
  return {
    day: dateOf(ahead),
    from: Date.parse(startOfDay(dateOf(ahead))),
    to: Date.parse(startOfDay(dateOf(ahead + 1))),
  }
}
