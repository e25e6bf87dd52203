import type { EndpointInput, EndpointOutput } from '@netward/contract'
import { ExperimentOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMetricText } from '../../lib/metric-format.ts'
import { useApi } from '../../lib/use-api.ts'
import { Chart } from '../../ui/chart.tsx'
import { PendingState } from '../../ui/states.tsx'
import { Duration, PartName, Subject } from './use-alarm-columns.tsx'

const trial = 'POST /monitor/api/v1/alarm/rules/trial'
type Definition = EndpointInput<typeof trial>['definition']
type Trial = EndpointOutput<typeof trial>
export type WouldBeAlarm = Trial['alarms'][number]

/** Which alarms the rule of the form would have raised in the last 7 days. */
export function RuleTrial({ definition }: { definition: Definition }) {
  const { t } = useTranslation()
  const [tried, setTried] = useState<Definition | null>(null)
  const read = useApi(
    trial,
    { definition: tried ?? definition },
    { enabled: tried !== null, keepPrevious: true },
  )
  const isCurrent = tried !== null && JSON.stringify(tried) === JSON.stringify(definition)
  return (
    <section className="alarm-trial" aria-live="polite">
      <Button
        icon={<ExperimentOutlined />}
        loading={tried !== null && read.isFetching}
        disabled={isCurrent && read.data !== undefined}
        onClick={() => setTried(definition)}
      >
        {t('alarms.rules.trial.act')}
      </Button>
      {tried === null ? (
        <p className="quiet">{t('alarms.rules.trial.hint')}</p>
      ) : read.data === undefined ? (
        <PendingState read={read} rows={3} />
      ) : (
        <>
          {!isCurrent && <p className="quiet">{t('alarms.rules.trial.outdated')}</p>}
          <Result trial={read.data} of={tried.of} />
        </>
      )}
    </section>
  )
}

function Result({ trial: result, of }: { trial: Trial; of: Definition['of'] }) {
  const { t } = useTranslation()
  const { count, devices, tried, cut, periods, alarms } = result
  return (
    <>
      <p>
        <strong>{t('alarms.rules.trial.count', { count })}</strong>{' '}
        <span className="quiet">
          {tried < devices
            ? t('alarms.rules.trial.sampled', { tried, count: devices })
            : t('alarms.rules.trial.devices', { count: devices })}{' '}
          {of.kind === 'metric' && t('alarms.rules.trial.steps')}
          {of.kind === 'trap' && t('alarmEvents.trial.trap')}{' '}
          {cut > 0 &&
            t(of.kind === 'metric' ? 'alarms.rules.trial.cut' : 'alarmEvents.trial.cut', { count: cut })}
        </span>
      </p>
      {count > 0 && (
        <>
          <Chart
            title={t('alarms.rules.trial.chart')}
            height={160}
            series={[
              {
                name: t('alarms.rules.trial.chart'),
                kind: 'bar',
                points: periods.map((period) => [Date.parse(period.at), period.count]),
              },
            ]}
            from={Date.parse(result.from)}
            to={Date.parse(result.to)}
            min={0}
          />
          <WouldBeList alarms={alarms} metric={of.kind === 'metric' ? of.metric : null} />
          {count > alarms.length && (
            <p className="quiet">{t('alarms.suppressedFirst', { count: alarms.length })}</p>
          )}
        </>
      )}
    </>
  )
}

/** Alarms that a rule would have raised. */
export function WouldBeList({
  alarms,
  metric,
}: {
  alarms: readonly WouldBeAlarm[]
  metric: Extract<Definition['of'], { kind: 'metric' }>['metric'] | null
}) {
  const format = useFormat()
  const metricText = useMetricText()
  return (
    <ul className="alarm-timeline">
      {alarms.map((one) => (
        <li key={`${one.deviceId ?? one.lineId} ${one.label} ${one.raisedAt}`}>
          <time dateTime={one.raisedAt} title={format.zoned(one.raisedAt)}>
            {format.dateTime(one.raisedAt)}
          </time>
          <Subject alarm={one} />
          <PartName of={one} />
          {one.value !== null && metric !== null && <span>{metricText(metric, one.value)}</span>}
          {one.text !== null && <q className="alarm-said">{one.text}</q>}
          <Duration alarm={one} />
        </li>
      ))}
    </ul>
  )
}
