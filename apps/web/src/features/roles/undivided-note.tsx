import type { PermissionCode } from '@netward/contract/permissions'
import { isUndivided } from '@netward/contract/undivided'
import { useTranslation } from 'react-i18next'

/** What a role for a part of the company holds without giving it. */
export function UndividedNote({ codes }: { codes: readonly PermissionCode[] }) {
  const { t } = useTranslation()
  const idle = codes.filter(isUndivided)
  if (idle.length === 0) return null
  return (
    <output>
      {t('roles.undivided', {
        names: idle.map((code) => t(`permissions.codes.${code}.name`)).join(t('roles.undividedBetween')),
      })}
    </output>
  )
}
