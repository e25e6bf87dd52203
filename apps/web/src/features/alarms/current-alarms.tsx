import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { alarmList } from './alarm.ts'
import { AlarmStates } from './alarm-states.tsx'
import { SeverityTag } from '../../ui/severity-tag.tsx'
import { PartName } from './use-alarm-columns.tsx'
import { useRuleName } from '../../lib/use-rule-name.ts'
import './alarms.css'

/** Neither acknowledged nor explained by announced work or another alarm. */
const waiting = { acknowledged: 'no', maintenance: 'no' } as const
const shown = 5

/** The worst alarms that wait for somebody, with a link to all of them; nothing where there are none. */
export function CurrentAlarms() {
  return useMay('DMS_SERVER_ALARM') ? <Card /> : null
}

function Card() {
  const { t } = useTranslation()
  const ruleName = useRuleName()
  const { several } = useCompanyScope()
  const alarms = useApi(
    alarmList,
    { ...waiting, sort: '-severity', pageSize: shown },
    { keepPrevious: true },
  ).data
  useLiveReads(alarmList, ['alarm.changed'])
  if (alarms === undefined || alarms.items.length === 0) return null
  return (
    <section className="workbench-card" aria-labelledby="workbench-alarms">
      <header>
        <h2 id="workbench-alarms">{t('alarms.waitingTitle')}</h2>
        <Link to={paths.alarms} search={{ ...waiting, sort: '-severity' }}>
          {t('alarms.showAll', { count: alarms.total })}
        </Link>
      </header>
      <ul className="alarm-timeline alarm-card">
        {alarms.items.map((alarm) => (
          <li key={alarm.id}>
            <SeverityTag severity={alarm.severity} />
            <RowLink to={paths.alarm(alarm.id)}>{ruleName(alarm.rule, alarm.ruleName)}</RowLink>
            <span>{alarm.subjectName}</span>
            <PartName of={alarm} />
            {alarm.outletName !== null && <span className="quiet">{alarm.outletName}</span>}
            {several && <span>{alarm.companyName}</span>}
            <span className="quiet">
              <RelativeTime at={alarm.raisedAt} />
            </span>
            <AlarmStates alarm={alarm} />
          </li>
        ))}
      </ul>
    </section>
  )
}
