import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiUpload } from '../../lib/api-client.ts'
import { useApi, useRefreshReads } from '../../lib/use-api.ts'
import { CsvImportDrawer } from '../../ui/csv-import-drawer.tsx'
import { afterMovement, warehouseChoices } from './part.ts'

const columns = [
  'model',
  'brand',
  'serial',
  'quantity',
  'supplier',
  'reference',
  'purchasedOn',
  'warrantyUntil',
  'price',
  'note',
] as const

/** Receives the parts of a file into one warehouse. */
export function ReceiveImport({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const refresh = useRefreshReads()
  const warehouses = useApi(warehouseChoices, {}, { enabled: open }).data ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const warehouseId = chosen ?? warehouses[0]?.id ?? ''
  return (
    <CsvImportDrawer
      title={t('parts.importTitle')}
      open={open}
      onClose={onClose}
      remark={
        <>
          <p className="import-hint">{t('parts.importRemark')}</p>
          <p>
            {t('parts.warehouse')}{' '}
            <Select
              aria-label={t('parts.warehouse')}
              value={warehouseId}
              popupMatchSelectWidth={false}
              options={warehouses.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={setChosen}
            />
          </p>
        </>
      }
      columns={columns.map((name) => ({ name, help: t(`parts.importHelp.${name}`) }))}
      templateName={t('parts.receiveTitle')}
      preview={(file, onProgress) =>
        apiUpload(
          'POST /api/v1/work/part/receive/import/preview',
          file,
          { warehouseId },
          { errors: 'caller', onProgress },
        )
      }
      upload={async (file, onProgress) => {
        const done = await apiUpload(
          'POST /api/v1/work/part/receive/import',
          file,
          { warehouseId },
          { errors: 'caller', onProgress },
        )
        void refresh(...afterMovement)
        return done
      }}
    />
  )
}
