import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { checkList } from './device-check.ts'
import { CheckTag } from './check-tag.tsx'
import './diagnostics.css'

/** One-line result of the latest check; empty if there was none. */
export function CheckBanner({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const latest = useApi(checkList, { deviceId, page: 1, pageSize: 1 }).data?.items[0]
  if (latest === undefined || latest.state === 'cancelled') return null
  return (
    <div className="check-banner">
      <span className="device-quiet">{t('diagnostics.check.latest')}</span>
      <CheckTag check={latest} />
      <Link to={paths.smartCpe(deviceId)} search={{ tab: 'diagnostics' }}>
        {latest.sentence ?? t('diagnostics.check.detail')}
      </Link>
      <span className="device-quiet">
        <RelativeTime at={latest.endedAt ?? latest.createdAt} />
      </span>
    </div>
  )
}
