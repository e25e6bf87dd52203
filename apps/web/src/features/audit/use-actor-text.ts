import { useTranslation } from 'react-i18next'
import { useActorName } from '../../lib/use-actor-name.ts'
import type { AuditEntry } from './audit-entry.ts'

/** The actor: with both names if they acted for another company. */
export function useActorText(): (entry: AuditEntry) => string {
  const { t } = useTranslation()
  const actorName = useActorName()
  return ({ actorName: known, acting }) => {
    const name = known ?? t('audit.system')
    return acting === null || acting.here
      ? actorName(name, acting?.companyName ?? null)
      : `${name} · ${t('audit.actedThere', { company: acting.companyName })}`
  }
}
