import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { type Act, type Acts, proofsOf } from './acts.ts'
import { ProofTable } from './proof-table.tsx'
import { useActText } from './use-act-text.ts'

/** Tests before and after, on paper; nothing without them. */
export function PrintedProofs({ acts }: { acts: Acts }) {
  const { t } = useTranslation()
  const proofs = proofsOf(acts)
  if (proofs.length === 0) return null
  return (
    <>
      <h2>{t('orders.proof.title')}</h2>
      {proofs.map((proof) => (
        <ProofTable key={proof.key} proof={proof} />
      ))}
    </>
  )
}

/** What was done, oldest first. */
export function PrintedDone({ acts }: { acts: readonly Act[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const textOf = useActText()
  if (acts.length === 0) return null
  return (
    <section>
      <h2>{t('orders.done.title')}</h2>
      <ul>
        {acts.toReversed().map((act) => {
          const { what, state } = textOf(act)
          const parts = [format.dateTime(act.at), what, act.name, act.actorName, state, act.reason]
          return <li key={act.id}>{parts.filter(Boolean).join(' · ')}</li>
        })}
      </ul>
    </section>
  )
}
