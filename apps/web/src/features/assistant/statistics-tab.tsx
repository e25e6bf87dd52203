import type { EndpointOutput } from '@netward/contract'
import {
  offeredGroups,
  type StatisticGroup,
  statisticGroups,
  type StatisticSource,
  statisticSources,
} from '@netward/contract/assistant-values'
import { DownloadOutlined } from '@ant-design/icons'
import { Button, Checkbox, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiDownload } from '../../lib/api-client.ts'
import { useFormat } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Panel } from '../../ui/detail-page.tsx'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import '../../ui/plain-table.css'
import { CallTable } from './call-table.tsx'
import { offerList, statisticsRead } from './provider.ts'
import { Reconciliation } from './reconciliation.tsx'
import { TokenChart } from './token-chart.tsx'
import { yuan } from './yuan.ts'

type Statistics = EndpointOutput<typeof statisticsRead>
type Sums = Statistics['total']

const dayMs = 86_400_000
const shownDays = 30
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Tokens and cost of a period, as chart, table and CSV. */
export function StatisticsTab() {
  const { t } = useTranslation()
  const format = useFormat()
  const [span, setSpan] = useState(() => {
    const today = format.dateTime(Date.now()).slice(0, 10)
    return { from: dayOf(Date.parse(today) - (shownDays - 1) * dayMs), to: today }
  })
  const [by, setBy] = useState<StatisticGroup>('day')
  const [below, setBelow] = useState(false)
  const [of, setOf] = useState<StatisticSource>('own')
  const offers = useApi(offerList, {}).data
  const asked = { ...span, by, below, of }
  const isWhole = span.from !== '' && span.to !== ''
  const read = useApi(statisticsRead, asked, { keepPrevious: true, enabled: isWhole })
  const days = useApi(statisticsRead, { ...asked, by: 'day' }, { keepPrevious: true, enabled: isWhole })
  return (
    <section className="assistant-part">
      <div className="assistant-filters">
        <span className="assistant-span">
          {(['from', 'to'] as const).map((end) => (
            <DateField
              key={end}
              aria-label={`${t('assistant.period')} ${end === 'from' ? '1' : '2'}`}
              value={span[end]}
              onChange={(value) => setSpan({ ...span, [end]: value })}
            />
          ))}
        </span>
        {offers?.mayOffer === true && (
          <Segmented<StatisticSource>
            aria-label={t('assistant.source')}
            value={of}
            options={statisticSources.map((value) => ({ value, label: t(`assistant.sources.${value}`) }))}
            onChange={(source) => {
              setOf(source)
              if (!groupsOf(source).includes(by)) setBy('day')
            }}
          />
        )}
        <Segmented<StatisticGroup>
          aria-label={t('assistant.by')}
          value={by}
          options={groupsOf(of).map((value) => ({ value, label: t(`assistant.groups.${value}`) }))}
          onChange={setBy}
        />
        {of === 'own' && offers?.mayOffer === true && (
          <Checkbox checked={below} onChange={({ target }) => setBelow(target.checked)}>
            {t('assistant.below')}
          </Checkbox>
        )}
        <CsvButton asked={asked} />
      </div>
      <Panel title={t('assistant.chart')}>
        {days.data === undefined ? (
          <PendingState read={days} rows={4} />
        ) : (
          <TokenChart rows={days.data.rows} from={span.from} to={span.to} />
        )}
      </Panel>
      <Panel title={t(`assistant.groups.${by}`)}>
        {read.data === undefined ? (
          <PendingState read={read} rows={4} />
        ) : read.data.rows.length === 0 ? (
          <EmptyState title={t('assistant.noUse')} />
        ) : (
          <SumTable by={by} {...read.data} />
        )}
      </Panel>
      {of === 'own' && (
        <>
          <Panel title={t('assistant.reconciliation')}>
            <Reconciliation from={span.from} to={span.to} />
          </Panel>
          <Panel title={t('assistant.ledger')}>
            <CallTable />
          </Panel>
        </>
      )}
    </section>
  )
}

const groupsOf = (source: StatisticSource): readonly StatisticGroup[] =>
  source === 'own' ? statisticGroups : offeredGroups

interface Asked {
  readonly from: string
  readonly to: string
  readonly by: StatisticGroup
  readonly below: boolean
  readonly of: StatisticSource
}

function CsvButton({ asked }: { asked: Asked }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await apiDownload('POST /api/v1/assistant/statistics/export', asked, t('assistant.csvName'))
    } catch {
      // The client has reported it.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<DownloadOutlined aria-hidden />} loading={busy} onClick={() => void save()}>
      {t('assistant.csv')}
    </Button>
  )
}

const heads = ['calls', 'input', 'cached', 'output', 'cost', 'estimatedShare'] as const

function SumTable({ by, rows, total }: Statistics & { by: StatisticGroup }) {
  const { t } = useTranslation()
  const nameOf = (key: string, name: string) =>
    by === 'feature' ? t(`assistant.features.${key as 'chat'}`) : name === '' ? key : name
  return (
    <div className="plain-table-frame">
      <table className="plain-table assistant-sums">
        <thead>
          <tr>
            <th scope="col">{t(`assistant.groups.${by}`)}</th>
            {heads.map((head) => (
              <th
                key={head}
                scope="col"
                title={head === 'estimatedShare' ? t('assistant.estimatedHint') : undefined}
              >
                {t(`assistant.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, ...sums }) => (
            <SumRow key={key} name={nameOf(key, name)} sums={sums} />
          ))}
          <SumRow name={t('assistant.total')} sums={total} isTotal />
        </tbody>
      </table>
    </div>
  )
}

function SumRow({ name, sums, isTotal = false }: { name: string; sums: Sums; isTotal?: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const shown = (head: (typeof heads)[number]) =>
    head === 'cost'
      ? yuan(sums.cost)
      : head === 'estimatedShare'
        ? `${Math.round(sums.estimatedShare * 100)} %`
        : format.number(sums[head])
  return (
    <tr className={isTotal ? 'assistant-total' : undefined}>
      <th scope="row">{name}</th>
      {heads.map((head) => (
        <td key={head} data-label={t(`assistant.${head}`)}>
          <span>{shown(head)}</span>
        </td>
      ))}
    </tr>
  )
}
