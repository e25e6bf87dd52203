import type { EndpointOutput } from '@netward/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { isAdminIdentity, useActing, useSession } from '../../lib/session.ts'
import { changesOf, toneOf, useTimelineText } from '../../lib/timeline-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'

export type WorkbenchEvent = EndpointOutput<'GET /api/v1/workbench'>['events'][number]

/** One event; the whole line opens the device. */
export function EventLine({ event }: { event: WorkbenchEvent }) {
  const { t } = useTranslation()
  const textOf = useTimelineText()
  const several = isAdminIdentity(useSession()?.identity ?? 4)
  const acting = useActing()
  const { kind, detail, deviceId, deviceName, companyName, at } = event
  return (
    <li className={`workbench-event workbench-event-${toneOf(kind)}`}>
      <div className="workbench-event-main">
        <Link
          to={paths.smartCpe(deviceId)}
          className="workbench-event-device"
          aria-label={t('workbench.openDevice', { name: deviceName })}
        >
          {deviceName}
        </Link>
        <span className="workbench-event-text">{textOf.entry(kind, detail)}</span>
      </div>
      <div className="workbench-event-side">
        {several && acting === null && <span className="workbench-event-company">{companyName}</span>}
        <RelativeTime at={at} />
      </div>
      {changesOf(detail).map(({ field, from, to }) => (
        <span key={field} className="workbench-event-change">
          {t('devices.timeline.change', { field: textOf.fieldText(field), from, to })}
        </span>
      ))}
    </li>
  )
}
