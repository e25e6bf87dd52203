import { lineEntity } from '@netward/contract/line-fields'
import { outletEntity } from '@netward/contract/outlet-fields'
import { maxImported } from '@netward/contract/outlet-values'
import { useTranslation } from 'react-i18next'
import { apiUpload } from '../../lib/api-client.ts'
import { useFormat } from '../../lib/format.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { CsvImportDrawer } from '../../ui/csv-import-drawer.tsx'
import { importColumns } from '../../ui/entity/import-columns.ts'
import { afterChange } from './outlet.ts'

interface Props {
  open: boolean
  onClose: () => void
}

export function OutletImport({ open, onClose }: Props) {
  const { t } = useTranslation()
  const refresh = useRefreshReads()
  return (
    <CsvImportDrawer
      title={t('outlets.importTitle')}
      open={open}
      onClose={onClose}
      remark={<Limits />}
      columns={importColumns(t, outletEntity)}
      templateName={t('outlets.importTemplate')}
      preview={(file, onProgress) =>
        apiUpload('POST /api/v1/outlet/import/preview', file, {}, { errors: 'caller', onProgress })
      }
      upload={async (file, onProgress) => {
        const done = await apiUpload(
          'POST /api/v1/outlet/import',
          file,
          { existing: 'update' },
          { errors: 'caller', onProgress },
        )
        void refresh(...afterChange)
        return done
      }}
    />
  )
}

function Limits() {
  const { t } = useTranslation()
  const format = useFormat()
  return <p className="import-hint">{t('outlets.import.limits', { rows: format.number(maxImported) })}</p>
}

export function LineImport({ open, onClose }: Props) {
  const { t } = useTranslation()
  const refresh = useRefreshReads()
  const password = {
    name: 'password',
    help: `${t('outlets.line.password')} · ${t('outlets.line.helpPassword')}`,
  }
  const columns = [
    { name: 'outlet', help: `${t('outlets.line.outlet')} · ${t('outlets.line.helpOutlet')}` },
    ...importColumns(t, lineEntity).flatMap((one) => (one.name === 'account' ? [one, password] : [one])),
  ]
  return (
    <CsvImportDrawer
      title={t('outlets.line.importTitle')}
      open={open}
      onClose={onClose}
      remark={<Limits />}
      columns={columns}
      templateName={t('outlets.line.importTemplate')}
      preview={(file, onProgress) =>
        apiUpload('POST /api/v1/outlet/line/import/preview', file, {}, { errors: 'caller', onProgress })
      }
      upload={async (file, onProgress) => {
        const done = await apiUpload(
          'POST /api/v1/outlet/line/import',
          file,
          { existing: 'update' },
          { errors: 'caller', onProgress },
        )
        void refresh(...afterChange)
        return done
      }}
    />
  )
}
