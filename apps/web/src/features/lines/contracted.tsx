import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Facts, Panel } from '../../ui/detail-page.tsx'
import type { LineDetailRow } from './line.ts'
import { mbitText } from './line-test.ts'
import { LineUseChart } from './line-use-chart.tsx'

/** Contracted bandwidth beside what tests measured, and the schedule of these with its budget. */
export function Contracted({ line }: { line: LineDetailRow }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { throughputPlan: plan } = line
  const rateText = (direction: 'down' | 'up') => {
    const rate = line.throughput[direction]
    if (rate === null) return t('lines.notMeasured')
    const contracted = direction === 'down' ? line.downMbps : line.upMbps
    return t('lines.measuredRate', {
      rate: mbitText(rate.bitsPerSecond),
      share: `${(rate.bitsPerSecond / 1e4 / contracted).toFixed(0)} %`,
      by: t(`lineTests.vantages.${rate.by}`),
      at: format.dateTime(rate.at),
    })
  }
  return (
    <Panel title={t('lines.contracted')}>
      <Facts
        facts={[
          {
            label: t('lines.contracted'),
            value: t('lines.contractedText', { down: line.downMbps, up: line.upMbps }),
          },
          ...(['down', 'up'] as const).map((direction) => ({
            label: `${t('lines.measuredThroughput')} (${t(`lineTests.directions.${direction}`)})`,
            value: rateText(direction),
          })),
          {
            label: t('lines.throughputPlan'),
            value:
              plan === null
                ? t('lines.throughputOff')
                : t('lines.throughputEvery', { count: plan.everyDays, at: format.dateTime(plan.nextAt) }),
          },
          ...(plan === null ? [] : [{ label: t('lines.throughputBudget'), value: budgetText(plan) }]),
        ]}
      />
      <LineUseChart lineId={line.id} />
    </Panel>
  )

  function budgetText({ movedMegabytes, testMegabytes, monthMegabytes }: NonNullable<typeof plan>): string {
    const isSpent = movedMegabytes + testMegabytes > monthMegabytes
    return t(isSpent ? 'lines.throughputSpent' : 'lines.throughputMoved', {
      moved: format.number(Math.round(movedMegabytes * 10) / 10),
      budget: format.number(monthMegabytes),
    })
  }
}
