import type { PermissionCode } from '@netward/contract/permissions'
import { isCompanyWide } from '@netward/contract/company-wide-permissions'
import { useTranslation } from 'react-i18next'

/** Permissions that a role with partial scope holds but does not grant. */
export function CompanyWideNote({ codes }: { codes: readonly PermissionCode[] }) {
  const { t } = useTranslation()
  const idle = codes.filter(isCompanyWide)
  if (idle.length === 0) return null
  return (
    <output>
      {t('roles.undivided', {
        names: idle.map((code) => t(`permissions.codes.${code}.name`)).join(t('roles.undividedBetween')),
      })}
    </output>
  )
}
