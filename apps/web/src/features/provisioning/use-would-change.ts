import { useTranslation } from 'react-i18next'

interface Counts {
  readonly changing: number
  readonly parameters: number
  readonly objects: number
}

/** What would change on how many gateways, in a sentence that leaves out what is none. */
export function useWouldChange(): (counts: Counts) => string {
  const { t } = useTranslation()
  return ({ changing: devices, parameters, objects }) => {
    if (devices === 0) return t('provisioning.preview.nothing')
    if (objects === 0) return t('provisioning.preview.changingValues', { devices, parameters })
    if (parameters === 0) return t('provisioning.preview.changingObjects', { devices, objects })
    return t('provisioning.preview.changing', { devices, parameters, objects })
  }
}
