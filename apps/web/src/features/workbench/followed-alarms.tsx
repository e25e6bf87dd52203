import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useRuleName } from '../../lib/use-rule-name.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { SeverityTag } from '../../ui/severity-tag.tsx'

const list = 'POST /monitor/api/v1/alarm/lists'
const shown = 5

/** Alarms on what the person follows; nothing where there are none. */
export function FollowedAlarms() {
  return useMay('DMS_SERVER_ALARM') ? <Card /> : null
}

function Card() {
  const { t } = useTranslation()
  const ruleName = useRuleName()
  const alarms = useApi(
    list,
    { followed: 'yes', sort: '-severity', pageSize: shown },
    { keepPrevious: true },
  ).data
  useLiveReads(list, ['alarm.changed'])
  if (alarms === undefined || alarms.items.length === 0) return null
  return (
    <section className="workbench-card" aria-labelledby="workbench-followed">
      <header>
        <h2 id="workbench-followed">{t('workbench.followedAlarms')}</h2>
        <Link to={paths.alarms} search={{ followed: 'yes', sort: '-severity' }}>
          {t('alarms.showAll', { count: alarms.total })}
        </Link>
      </header>
      <ul className="workbench-tasks">
        {alarms.items.map((alarm) => (
          <li key={alarm.id}>
            <span>
              <SeverityTag severity={alarm.severity} />{' '}
              <RowLink to={paths.alarm(alarm.id)}>{ruleName(alarm.rule, alarm.ruleName)}</RowLink>
            </span>
            <span>{alarm.subjectName}</span>
            <span className="quiet">
              <RelativeTime at={alarm.raisedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
