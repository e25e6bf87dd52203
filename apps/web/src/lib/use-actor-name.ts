import { useTranslation } from 'react-i18next'

/** An actor's name, with their company if it is another one. */
export function useActorName(): (name: string, company: string | null) => string {
  const { t } = useTranslation()
  return (name, company) => (company === null ? name : `${name} · ${t('audit.actedHere', { company })}`)
}
