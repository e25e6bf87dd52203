import { useTranslation } from 'react-i18next'

/** Somebody's name, with the company that they acted here from where that is another one. */
export function useActorName(): (name: string, company: string | null) => string {
  const { t } = useTranslation()
  return (name, company) => (company === null ? name : `${name} · ${t('audit.actedHere', { company })}`)
}
