import { equipmentEntity } from '@netward/contract/equipment-fields'
import { maxImported } from '@netward/contract/outlet-values'
import { useTranslation } from 'react-i18next'
import { apiUpload } from '../../lib/api-client.ts'
import { useFormat } from '../../lib/format.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { CsvImportDrawer } from '../../ui/csv-import-drawer.tsx'
import { importColumns } from '../../ui/entity/import-columns.ts'
import { afterChange } from './equipment.ts'

export function EquipmentImport({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const refresh = useRefreshReads()
  return (
    <CsvImportDrawer
      title={t('monitoring.import.title')}
      open={open}
      onClose={onClose}
      remark={
        <p className="import-hint">{t('monitoring.import.limits', { rows: format.number(maxImported) })}</p>
      }
      columns={importColumns(t, equipmentEntity)}
      templateName={t('monitoring.import.template')}
      preview={(file, onProgress) =>
        apiUpload('POST /monitor/api/v1/device/import/preview', file, {}, { errors: 'caller', onProgress })
      }
      upload={async (file, onProgress) => {
        const done = await apiUpload(
          'POST /monitor/api/v1/device/import',
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
