import { useTranslation } from 'react-i18next'
import { apiUpload } from '../../../lib/api-client.ts'
import { useRefreshReads } from '../../../lib/use-api.ts'
import { CsvImportDrawer } from '../../../ui/csv-import-drawer.tsx'
import { afterOpening } from './opening.ts'

const columns = ['code', 'plannedOn', 'name', 'region', 'address', 'contacts'] as const

/** Sites of a project from one file, new ones too. */
export function OpeningImport({
  openingId,
  open,
  onClose,
}: {
  openingId: string
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const refresh = useRefreshReads()
  return (
    <CsvImportDrawer
      title={t('openings.importTitle')}
      open={open}
      onClose={onClose}
      remark={<p className="import-hint">{t('openings.importRemark')}</p>}
      columns={columns.map((name) => ({ name, help: t(`openings.importHelp.${name}`) }))}
      templateName={t('shell.titles.openings')}
      preview={(file, onProgress) =>
        apiUpload(
          'POST /api/v1/work/opening/:openingId/site/import/preview',
          file,
          { openingId },
          { errors: 'caller', onProgress },
        )
      }
      upload={async (file, onProgress) => {
        const done = await apiUpload(
          'POST /api/v1/work/opening/:openingId/site/import',
          file,
          { openingId, existing: 'update' },
          { errors: 'caller', onProgress },
        )
        void refresh(...afterOpening)
        return done
      }}
    />
  )
}
