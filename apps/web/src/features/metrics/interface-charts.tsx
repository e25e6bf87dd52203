import { useTranslation } from 'react-i18next'
import { interfaceCharts } from './chart-groups.ts'
import { MetricChart } from './metric-chart.tsx'
import { RangeBar } from '../../ui/range/range-bar.tsx'
import './metrics.css'

const octet = 8
const mega = 1_000_000

/** The charts of one interface of a device. */
export function InterfaceCharts({
  deviceId,
  instance,
  speed,
}: {
  deviceId: string
  instance: string
  /** Bits a second. */
  speed: number | null
}) {
  const { t } = useTranslation()
  return (
    <div className="metric-charts">
      <RangeBar />
      <div className="metric-grid">
        {interfaceCharts.map((spec) => (
          <MetricChart
            key={spec.key}
            spec={spec}
            of={{ deviceId }}
            instances={[instance]}
            percentile={spec.key === 'traffic'}
            hideEmpty={spec.key === 'poe'}
            {...(spec.key === 'traffic' &&
              speed !== null && {
                limits: [{ label: t('monitoring.chart.speed'), value: speed / octet }],
              })}
          />
        ))}
      </div>
    </div>
  )
}

const lineCharts = interfaceCharts.filter(({ key }) => ['traffic', 'errors', 'discards'].includes(key))

/** The charts of an internet line: of the WAN that carries it, against what is contracted. */
export function LineCharts({
  lineId,
  downMbps,
  upMbps,
  titled,
}: {
  lineId: string
  downMbps: number
  upMbps: number
  /** Its traffic alone, under this title: among other lines of a page. */
  titled?: string
}) {
  const { t } = useTranslation()
  const contracted = new Map<number, string>()
  if (upMbps > 0) contracted.set(upMbps, t('monitoring.chart.contractedUp'))
  if (downMbps > 0)
    contracted.set(
      downMbps,
      t(upMbps === downMbps ? 'monitoring.chart.contracted' : 'monitoring.chart.contractedDown'),
    )
  const limits = Array.from(contracted, ([mbps, label]) => ({ label, value: (mbps * mega) / octet }))
  const [traffic, ...others] = lineCharts.map((spec, place) => (
    <MetricChart
      key={spec.key}
      spec={spec}
      of={{ lineId }}
      percentile={place === 0}
      // Few gateways count errors.
      {...(place === 0 ? { limits } : { hideEmpty: true })}
      {...(titled !== undefined && { titled: t('monitoring.throughput', { name: titled }), hideEmpty: true })}
    />
  ))
  if (titled !== undefined) return traffic
  return (
    <div className="metric-charts">
      <RangeBar />
      <div className="metric-grid">
        {traffic}
        {others}
      </div>
    </div>
  )
}
