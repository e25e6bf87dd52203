import { Button } from 'antd'
import { useTranslation } from 'react-i18next'

/** Of a piece whose serial number is known. */
export function ReplaceButton({
  serial,
  onReplace,
}: {
  serial: string | null
  onReplace: (() => void) | null
}) {
  const { t } = useTranslation()
  if (serial === null || onReplace === null) return null
  return (
    <Button type="link" size="small" aria-label={`${t('parts.replaceDevice')} ${serial}`} onClick={onReplace}>
      {t('parts.replaceDevice')}
    </Button>
  )
}
