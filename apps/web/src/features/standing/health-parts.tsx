import { alarmPrices, type HealthPart, healthWeights } from '@netward/contract/outlet-health-values'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { RowLink } from '../../ui/row-link.tsx'
import type { OutletStanding } from './cells.tsx'
import './standing.css'

type Health = OutletStanding['health']

const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole)

function sharesOf({ lines, devices, alarms, configuration }: Health): Record<HealthPart, number | null> {
  const price =
    alarmPrices.critical * alarms.critical +
    alarmPrices.major * alarms.major +
    alarmPrices.minor * alarms.minor
  return {
    lines: ratio(lines.within, lines.minutes),
    devices: ratio(devices.online, devices.counted),
    alarms: 1 - Math.min(1, price / healthWeights.alarms),
    configuration: ratio(configuration.sound, configuration.gateways),
  }
}

/** The four parts of the health of an outlet, each the way to its list. */
export function HealthParts({ outletId, health }: { outletId: string; health: Health }) {
  const { t } = useTranslation()
  const format = useFormat()
  const shares = sharesOf(health)
  const lists: Record<HealthPart, string> = {
    lines: `${paths.lines}?outletId=${outletId}`,
    devices: `${paths.deviceList}?outletId=${outletId}&presence=offline`,
    alarms: `${paths.alarms}?outletId=${outletId}`,
    configuration: `${paths.smartCpeList}?outletId=${outletId}&configuration=drifted`,
  }
  return (
    <>
      <ul className="health-parts">
        {(Object.keys(healthWeights) as HealthPart[]).map((part) => {
          const share = shares[part]
          return (
            <li key={part}>
              <RowLink to={lists[part]}>{t(`standing.parts.${part}`)}</RowLink>
              <strong>
                {share === null ? '—' : Math.round(share * healthWeights[part])}
                <span className="quiet"> / {healthWeights[part]}</span>
              </strong>
              <span className="health-part-bar" aria-hidden="true">
                <span style={{ width: `${(share ?? 0) * 100}%` }} />
              </span>
              {share === null && <small>{t('standing.partWithoutData')}</small>}
            </li>
          )
        })}
      </ul>
      <p className="quiet">
        {health.computedAt === null
          ? t('standing.notComputed')
          : t('standing.computedAt', { at: format.dateTime(health.computedAt).slice(0, 16) })}
      </p>
    </>
  )
}
