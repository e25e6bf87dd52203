import { useTranslation } from 'react-i18next'
import { StatusTag } from '../../../ui/status-tag.tsx'
import type { Plan } from '../order.ts'

/** What became of one date: orders made of those that its scope has. */
export function PlanRun({ run, withDate }: { run: Plan['runs'][number]; withDate: boolean }) {
  const { t } = useTranslation()
  const { occursOn, made, skipped, targets, finishedAt } = run
  return (
    <>
      {withDate && `${occursOn} · `}
      {t('orderForms.plan.made', { made, targets: Math.max(targets, made + skipped) })}
      {skipped > 0 && ` · ${t('orderForms.plan.skipped', { count: skipped })}`}{' '}
      {finishedAt === null && <StatusTag tone="busy">{t('orderForms.plan.running')}</StatusTag>}
    </>
  )
}
