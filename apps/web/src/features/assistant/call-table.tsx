import { Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import '../../ui/plain-table.css'
import { callList } from './provider.ts'
import { yuan } from './yuan.ts'

const pageSize = 20

/** The ledger, the last call first. */
export function CallTable() {
  const { t } = useTranslation()
  const format = useFormat()
  const [page, setPage] = useState(1)
  const read = useApi(callList, { page, pageSize }, { keepPrevious: true })
  if (read.data === undefined) return <PendingState read={read} rows={5} />
  if (read.data.total === 0) return <EmptyState title={t('assistant.noUse')} />
  const heads = ['at', 'person', 'feature', 'model', 'outcome', 'input', 'cached', 'output', 'cost'] as const
  return (
    <>
      <p className="quiet">{t('assistant.ledgerHint')}</p>
      <div className="plain-table-frame">
        <table className="plain-table assistant-calls">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {t(`assistant.${head === 'model' ? 'provider' : head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {read.data.items.map((call) => {
              const cells = {
                at: format.dateTime(call.at),
                person: call.personName,
                feature: t(`assistant.features.${call.feature}`),
                model: `${call.providerName} · ${call.model}`,
                outcome: t(
                  call.outcome === null ? 'assistant.running' : `assistant.outcomes.${call.outcome}`,
                ),
                input: format.number(call.input),
                cached: format.number(call.cached),
                output: format.number(call.output),
                cost: call.estimated ? `${yuan(call.cost)} (${t('assistant.estimated')})` : yuan(call.cost),
              }
              return (
                <tr key={call.id}>
                  {heads.map((head) => (
                    <td key={head} data-label={t(`assistant.${head === 'model' ? 'provider' : head}`)}>
                      <span>{cells[head]}</span>
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {read.data.total > pageSize && (
        <Pagination
          current={page}
          pageSize={pageSize}
          total={read.data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </>
  )
}
