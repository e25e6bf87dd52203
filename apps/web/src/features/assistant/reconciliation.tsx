import type { EndpointOutput } from '@netward/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import '../../ui/plain-table.css'
import { reconciliationRead } from './provider.ts'

type Sums = EndpointOutput<typeof reconciliationRead>['total']

const heads = [
  ['calls', 'calls'],
  ['reported', 'reported'],
  ['estimated', 'estimatedCalls'],
  ['abandoned', 'abandonedCalls'],
  ['running', 'runningCalls'],
  ['tokens', 'ledgerTokens'],
  ['reportedTokens', 'reportedTokens'],
] as const

/** The ledger beside the usage that services reported: what their bills should say, and where they may differ. */
export function Reconciliation({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation()
  const read = useApi(
    reconciliationRead,
    { from, to },
    { keepPrevious: true, enabled: from !== '' && to !== '' },
  )
  if (read.data === undefined) return <PendingState read={read} rows={3} />
  if (read.data.rows.length === 0) return <EmptyState title={t('assistant.noUse')} />
  return (
    <>
      <p className="quiet">{t('assistant.reconciliationHint')}</p>
      <div className="plain-table-frame">
        <table className="plain-table assistant-sums">
          <thead>
            <tr>
              <th scope="col">{t('assistant.provider')}</th>
              {heads.map(([key, label]) => (
                <th key={key} scope="col">
                  {t(`assistant.${label}`)}
                </th>
              ))}
              <th scope="col">{t('assistant.difference')}</th>
            </tr>
          </thead>
          <tbody>
            {read.data.rows.map(({ name, model, ...sums }) => (
              <Row key={`${name} ${model}`} name={`${name} · ${model}`} sums={sums} />
            ))}
            <Row name={t('assistant.total')} sums={read.data.total} isTotal />
          </tbody>
        </table>
      </div>
    </>
  )
}

function Row({ name, sums, isTotal = false }: { name: string; sums: Sums; isTotal?: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const difference = sums.tokens - sums.reportedTokens
  return (
    <tr className={isTotal ? 'assistant-total' : undefined}>
      <th scope="row">{name}</th>
      {heads.map(([key, label]) => (
        <td key={key} data-label={t(`assistant.${label}`)}>
          <span>{format.number(sums[key])}</span>
        </td>
      ))}
      <td data-label={t('assistant.difference')}>
        <span>{difference > 0 ? `+${format.number(difference)}` : format.number(difference)}</span>
      </td>
    </tr>
  )
}
