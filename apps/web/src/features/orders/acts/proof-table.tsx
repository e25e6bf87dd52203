import { orderTestPhases } from '@netward/contract/order-act-values'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import type { PhaseProof, Proof } from './acts.ts'
import './proof.css'

const dash = '—'

/** What was measured before and after, side by side; on the page and on paper. */
export function ProofTable({ proof }: { proof: Proof }) {
  const { t } = useTranslation()
  const format = useFormat()
  const rows: readonly (readonly [string, (of: PhaseProof) => string | null])[] = [
    [t('orders.proof.result'), (of) => t(of.passed ? 'orders.proof.passed' : 'orders.proof.failed')],
    [t('orders.proof.loss'), ({ loss }) => rounded(loss, '%')],
    [t('orders.proof.rtt'), ({ rtt }) => rounded(rtt, 'ms')],
    [t('orders.proof.jitter'), ({ jitter }) => rounded(jitter, 'ms')],
    [t('orders.proof.mos'), ({ mos }) => (mos === null ? null : mos.toFixed(2))],
    [t('orders.proof.throughput'), ({ throughput }) => rounded(throughput, 'Mbit/s')],
    [t('orders.proof.version'), ({ softwareVersion }) => softwareVersion],
    [t('orders.proof.findings'), ({ findings }) => findings.join('\n') || null],
    [t('orders.proof.at'), ({ at }) => format.dateTime(at)],
    [t('orders.proof.by'), ({ actorName }) => actorName],
  ]
  const phases = orderTestPhases.map((phase) => proof.phases[phase])
  return (
    <table className="proof-table">
      <caption>{proof.name}</caption>
      <thead>
        <tr>
          <th scope="col">{t('orders.proof.figure')}</th>
          {orderTestPhases.map((phase) => (
            <th key={phase} scope="col">
              {t(`orders.proof.phases.${phase}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, textOf], index) => {
          const texts = phases.map((of) => (of === null || (of.running && index === 0) ? null : textOf(of)))
          if (index > 0 && texts.every((text) => text === null)) return null
          return (
            <tr key={label}>
              <th scope="row">{label}</th>
              {texts.map((text, column) => (
                <td key={orderTestPhases[column]}>
                  {text ?? (index === 0 && phases[column]?.running ? t('orders.proof.running') : dash)}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const rounded = (value: number | null, unit: string) =>
  value === null ? null : `${Math.round(value * 10) / 10} ${unit}`
