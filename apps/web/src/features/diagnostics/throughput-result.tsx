import { useTranslation } from 'react-i18next'
import { Chart } from '../../ui/chart.tsx'
import type { Throughput } from './diagnostic-run.ts'
import { useUnits } from './use-units.ts'

/** Other traffic is reported from this share on: headers and the like are always a little. */
const noticedShare = 1.1

export function ThroughputResult({ result }: { result: Throughput }) {
  const { t } = useTranslation()
  const units = useUnits()
  const { problem, testBytes, totalBytes, transferMs, firstByteMs, connectMs, samples } = result
  if (problem !== null) return t(`diagnostics.throughput.problems.${problem}`)
  const foreign = testBytes !== null && totalBytes !== null && totalBytes > testBytes * noticedShare
  const quiet = [
    testBytes !== null &&
      t('diagnostics.throughput.bytes', { bytes: units.megabytes(testBytes), time: units.ms(transferMs) }),
    firstByteMs !== null && t('diagnostics.throughput.firstByte', { time: units.ms(firstByteMs) }),
    connectMs !== null && t('diagnostics.throughput.connect', { time: units.ms(connectMs) }),
  ].filter((text) => text !== false)
  return (
    <>
      <strong>{units.mbit(result.mbitPerSecond)}</strong>
      <div className="device-quiet">{quiet.join(' · ')}</div>
      {result.wholeSeconds && <div className="device-quiet">{t('diagnostics.throughput.coarse')}</div>}
      {foreign && (
        <div className="device-quiet">
          {t('diagnostics.throughput.foreign', { bytes: units.megabytes(totalBytes - testBytes) })}
        </div>
      )}
      {samples.length > 1 && (
        <details>
          <summary>{t('diagnostics.throughput.course')}</summary>
          <Chart
            title={t('diagnostics.throughput.course')}
            series={[
              {
                name: t('diagnostics.rate'),
                points: samples.map(({ seconds, mbitPerSecond }) => [seconds * 1000, mbitPerSecond] as const),
              },
            ]}
            min={0}
            height={160}
            formatX={(at) => t('diagnostics.throughput.seconds', { value: at / 1000 })}
            format={(value) => units.mbit(value)}
          />
        </details>
      )}
    </>
  )
}
