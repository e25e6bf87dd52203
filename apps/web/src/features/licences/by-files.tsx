import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useLicensedByFiles } from '../../lib/use-licence-mode.ts'

/** Says on the pages of packages and licences that files alone grant quotas here. */
export function ByFilesNotice() {
  const { t } = useTranslation()
  if (!useLicensedByFiles()) return null
  return (
    <Alert
      type="info"
      showIcon
      className="licence-alert"
      title={t('licences.byFiles.title')}
      description={t('licences.byFiles.text')}
    />
  )
}

/** Why nothing is granted in the console; null where it is. */
export function useByFilesReason(): string | null {
  const { t } = useTranslation()
  return useLicensedByFiles() ? t('licences.byFiles.reason') : null
}
