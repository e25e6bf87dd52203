import { useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMetricText } from '../../lib/metric-format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi, useRefreshReads } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveEvents } from '../../lib/use-live-events.ts'
import { useThrottled } from '../../lib/use-throttled.ts'
import { AskAssistant } from '../../ui/ask-assistant.tsx'
import { DetailPage, type Fact, Panel } from '../../ui/detail-page.tsx'
import { useMonitoringParts } from '../../ui/monitoring-parts.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { ActButtons } from './act-buttons.tsx'
import type { AlarmDetail as Alarm } from './alarm.ts'
import { AlarmElsewhere } from './alarm-elsewhere.tsx'
import { AlarmChart } from './alarm-chart.tsx'
import { AlarmPath } from './alarm-path.tsx'
import { AlarmRunbook } from './alarm-runbook.tsx'
import { AlarmStates } from './alarm-states.tsx'
import { SeverityTag } from '../../ui/severity-tag.tsx'
import { useRuleSentence } from './rule-sentence.ts'
import { usePartName } from '../../lib/use-part-name.ts'
import { useTrapName } from './use-trap-name.ts'
import { Duration, GroupLink, PartName, Subject } from './use-alarm-columns.tsx'
import { useRuleName } from '../../lib/use-rule-name.ts'
import './alarms.css'

const dash = '—'
const read = 'GET /monitor/api/v1/alarm/:alarmId'

export function AlarmDetail() {
  const { alarmId = '' }: { alarmId?: string } = useParams({ strict: false })
  const { company }: { company?: unknown } = useSearch({ strict: false })
  const { several, companyId } = useCompanyScope()
  const maySee = useMay('DMS_SERVER_ALARM')
  // A link of a message to somebody who sees the alarm only while acting in its company.
  if (typeof company === 'string' && !several && company !== companyId)
    return <AlarmElsewhere alarmId={alarmId} companyId={company} />
  return maySee ? <Detail key={alarmId} alarmId={alarmId} /> : <NoPermissionState />
}

function Detail({ alarmId }: { alarmId: string }) {
  const { t } = useTranslation()
  const mayAct = useMay('DMS_SERVER_ALARM_EDIT')
  const ruleName = useRuleName()
  const answer = useApi(read, { alarmId })
  const alarm = answer.data
  const refresh = useRefreshReads()
  const reread = useThrottled(() => void refresh(read), 1_500)
  useLiveEvents(['alarm.changed'], (event) => {
    if (event === null || event.data['alarmId'] === alarmId) reread()
  })
  const facts = useFacts(alarm)
  return (
    <DetailPage
      title={alarm === undefined ? t('shell.titles.alarmDetail') : ruleName(alarm.rule, alarm.ruleName)}
      path={paths.alarm(alarmId)}
      back={paths.alarms}
      loading={alarm === undefined}
      error={alarm === undefined ? answer.error : null}
      onRetry={() => void answer.refetch()}
      facts={facts}
      tabs={
        alarm === undefined
          ? []
          : [{ key: 'overview', label: t('alarms.timeline'), content: <Overview alarm={alarm} /> }]
      }
      {...(alarm !== undefined && {
        status: (
          <>
            <SeverityTag severity={alarm.severity} />
            <AlarmStates alarm={alarm} noteActive />
          </>
        ),
        subtitle: <RuleLine alarm={alarm} />,
        actions: (
          <>
            <Questions alarm={alarm} />
            {mayAct && <ActButtons alarms={[alarm]} onDone={() => undefined} />}
          </>
        ),
      })}
    />
  )
}

function Questions({ alarm }: { alarm: Alarm }) {
  const ruleName = useRuleName()
  const about = {
    subject: { kind: 'alarm', id: alarm.id } as const,
    name: `${alarm.subjectName} ${ruleName(alarm.rule, alarm.ruleName)}`,
  }
  return (
    <>
      <AskAssistant recipe="explain_alarm" {...about} />
      <AskAssistant recipe="what_changed" {...about} />
    </>
  )
}

/** The rule by which it was raised; of another company its rules are not known here. */
function RuleLine({ alarm }: { alarm: Alarm }) {
  const sentence = useRuleSentence()
  const { companyId } = useCompanyScope()
  const rules = useApi('GET /monitor/api/v1/alarm/rules', {}, { enabled: companyId === alarm.companyId }).data
  const rule = rules?.find(({ key }) => key === alarm.rule)
  return rule === undefined ? null : <span>{sentence(rule.definition, rule.outletNames).when}</span>
}

function useFacts(alarm: Alarm | undefined): readonly Fact[] {
  const { t } = useTranslation()
  const format = useFormat()
  const metricText = useMetricText()
  const mayOutlets = useMay('DMS_SERVER_OUTLET_VIEW')
  const partName = usePartName()
  if (alarm === undefined) return []
  const { outletId, outletName, metric } = alarm
  const part = partName(alarm)
  const said = alarm.timeline.find(({ text }) => text !== null)?.text ?? undefined
  return [
    { label: t('alarms.subject'), value: <Subject alarm={alarm} /> },
    ...(part === '' ? [] : [{ label: t('alarms.part'), value: part }]),
    {
      label: t('alarms.outlet'),
      value:
        outletId === null ? (
          dash
        ) : mayOutlets ? (
          <RowLink to={paths.outlet(outletId)}>{outletName}</RowLink>
        ) : (
          outletName
        ),
    },
    ...(alarm.behindId === null || alarm.behindName === null
      ? []
      : [
          {
            label: t('alarms.behind'),
            value: <RowLink to={paths.alarm(alarm.behindId)}>{alarm.behindName}</RowLink>,
          },
        ]),
    { label: t('alarms.company'), value: alarm.companyName },
    { label: t('alarms.raisedAt'), value: format.dateTime(alarm.raisedAt) },
    { label: t('alarms.duration'), value: <Duration alarm={alarm} /> },
    ...(metric === null || alarm.value === null
      ? []
      : [{ label: t('alarms.value'), value: metricText(metric, alarm.value) }]),
    ...(said === undefined ? [] : [{ label: t('alarmEvents.said'), value: said }]),
    { label: t('alarms.assignee'), value: alarm.assigneeName ?? dash },
    ...(alarm.acknowledgedAt === null
      ? []
      : [
          {
            label: t('alarms.acknowledgedUntil'),
            value:
              alarm.acknowledgedUntil === null
                ? t('alarms.untilOrderEnds')
                : format.dateTime(alarm.acknowledgedUntil),
          },
        ]),
  ]
}

function Overview({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation()
  const ruleName = useRuleName()
  const { SubjectOrders } = useMonitoringParts()
  const title = `${alarm.subjectName} ${ruleName(alarm.rule, alarm.ruleName)}`.slice(0, 100)
  return (
    <>
      <SubjectOrders alarmId={alarm.id} title={title} />
      <AlarmPath alarm={alarm} />
      {alarm.metric !== null && <AlarmChart alarm={alarm} metric={alarm.metric} />}
      <div className="alarm-columns">
        <Timeline alarm={alarm} />
        <div>
          <AlarmRunbook alarm={alarm} />
          {alarm.suppressed.length > 0 && <Suppressed alarm={alarm} />}
          {alarm.group.length > 0 && (
            <Panel title={t('alarms.groupList')} actions={<GroupLink alarm={alarm} />}>
              <Related alarms={alarm.group} />
            </Panel>
          )}
          <Earlier alarm={alarm} />
        </div>
      </div>
    </>
  )
}

function Timeline({ alarm: { timeline, metric } }: { alarm: Alarm }) {
  const { t } = useTranslation()
  const format = useFormat()
  const metricText = useMetricText()
  const trapName = useTrapName()
  return (
    <Panel title={t('alarms.timeline')}>
      <ol className="alarm-timeline">
        {timeline.map((event) => (
          <li key={event.id}>
            <time dateTime={event.at} title={format.zoned(event.at)}>
              {format.dateTime(event.at)}
            </time>
            <strong>{t(`alarms.events.${event.kind}`)}</strong>
            {event.value !== null && metric !== null && <span>{metricText(metric, event.value)}</span>}
            {event.trap !== null && <span>{trapName(event.trap)}</span>}
            {event.text !== null && <q className="alarm-said">{event.text}</q>}
            {event.because !== null && <span>{t(`alarms.because.${event.because}`)}</span>}
            {event.severity !== null && <SeverityTag severity={event.severity} />}
            {event.assigneeName !== null && <span>{event.assigneeName}</span>}
            {event.actorName !== null && (
              <span className="quiet">
                {event.actorCompanyName === null
                  ? event.actorName
                  : t('alarms.actorOf', { name: event.actorName, company: event.actorCompanyName })}
              </span>
            )}
            {event.comment !== null && <blockquote>{event.comment}</blockquote>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Suppressed({ alarm: { suppressed, behindIt } }: { alarm: Alarm }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('alarms.suppressedList')}>
      <Related alarms={suppressed} />
      {behindIt > suppressed.length && (
        <p className="quiet">{t('alarms.suppressedFirst', { count: suppressed.length })}</p>
      )}
    </Panel>
  )
}

function Related({ alarms }: { alarms: Alarm['suppressed'] }) {
  const { t } = useTranslation()
  const ruleName = useRuleName()
  return (
    <ul className="alarm-timeline">
      {alarms.map((one) => (
        <li key={one.id}>
          <RowLink to={paths.alarm(one.id)}>{one.subjectName}</RowLink>
          <SeverityTag severity={one.severity} />
          <span>{ruleName(one.rule, one.ruleName)}</span>
          <Duration alarm={one} />
          {one.state === 'cleared' && <span className="quiet">{t('alarms.states.cleared')}</span>}
        </li>
      ))}
    </ul>
  )
}

function Earlier({ alarm: { earlier, deviceId } }: { alarm: Alarm }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('alarms.earlier')}>
      {earlier.length === 0 ? (
        <EmptyState title={t('alarms.earlierNone')} />
      ) : (
        <ul className="alarm-timeline">
          {earlier.map((one) => (
            <li key={one.id}>
              <RowLink to={paths.alarm(one.id)}>
                <RelativeTime at={one.raisedAt} />
              </RowLink>
              <SeverityTag severity={one.severity} />
              <Duration alarm={one} />
              <PartName of={{ deviceId, label: one.label }} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
