import { useTranslation } from 'react-i18next'
import { paths } from '../lib/paths.ts'
import { useMay } from '../lib/permissions.ts'
import { CopyText } from './copy-text.tsx'
import { RowLink } from './row-link.tsx'

/** The serial number of a device, and the way to its whole life for those who may see spare parts. */
export function SerialNumber({ serial }: { serial: string }) {
  const { t } = useTranslation()
  const mayParts = useMay('DMS_SERVER_PART')
  if (serial === '') return '—'
  return (
    <>
      <CopyText text={serial} />{' '}
      {mayParts && <RowLink to={paths.serialLife(serial)}>{t('parts.lifeOpen')}</RowLink>}
    </>
  )
}
