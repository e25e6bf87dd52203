import { useTranslation } from 'react-i18next'
import type { AuditEntry } from './audit-entry.ts'

/** Who did it: with both names when somebody acted for another company. */
export function useActorText(): (entry: AuditEntry) => string {
  const { t } = useTranslation()
  return ({ actorName, acting }) => {
    const name = actorName ?? t('audit.system')
    if (acting === null) return name
    const where = t(acting.here ? 'audit.actedHere' : 'audit.actedThere', { company: acting.companyName })
    return `${name} · ${where}`
  }
}
