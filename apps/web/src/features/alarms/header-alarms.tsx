import { AlertOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { CountBadge } from '../../ui/count-badge.tsx'

const count = 'POST /monitor/api/v1/alarm/count'
const rereadMs = 120_000

/** How many active alarms nobody has acknowledged or muted: in the colour of the worst. */
export function HeaderAlarms() {
  const { t } = useTranslation()
  const severities = useApi(count, {}, { keepPrevious: true, refetchInterval: rereadMs }).data?.severities
  useLiveReads(count, ['alarm.changed'])
  const waiting = severities?.reduce((sum, { unacknowledged }) => sum + unacknowledged, 0) ?? 0
  const worst = severities?.find(({ unacknowledged }) => unacknowledged > 0)?.severity
  const text = t('alarms.headerCount', { count: waiting })
  return (
    <Tooltip title={text}>
      <Link to={paths.alarms} className="header-alarms" aria-label={text}>
        <CountBadge
          count={waiting}
          most={999}
          color={worst === 'critical' ? 'var(--bad)' : worst === 'major' ? 'var(--major)' : 'var(--warn)'}
        >
          <AlertOutlined aria-hidden="true" />
        </CountBadge>
      </Link>
    </Tooltip>
  )
}
