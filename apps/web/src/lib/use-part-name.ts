import { isLinePart } from '@netward/contract/line-profiles'
import { useTranslation } from 'react-i18next'

interface Part {
  /** Null: of a line, or of the company itself. */
  readonly deviceId: string | null
  readonly label: string
}

/** What people call the part that an alarm is about; empty: the device or line itself. */
export function usePartName(): (part: Part) => string {
  const { t } = useTranslation()
  return ({ deviceId, label }) => {
    if (deviceId !== null || !isLinePart(label)) return label
    return label === 'line' ? '' : t(`lines.smoke.targets.${label}`)
  }
}
