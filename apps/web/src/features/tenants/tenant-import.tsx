import { describedTenantColumns, plainTenantColumns } from '@netward/contract/tenant-fields'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { apiUpload } from '../../lib/api-client.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { CsvImportDrawer } from '../../ui/csv-import-drawer.tsx'
import { tenantsEndpoint } from './tenant.ts'

export function TenantImport({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const refresh = useRefreshReads()
  const columns = useMemo(
    () => [
      ...describedTenantColumns.map((name) => ({ name, help: t(`tenants.columns.${name}`) })),
      ...plainTenantColumns.map((name) => ({
        name,
        help: `${t('tenants.columns.optional')} · ${t(`tenants.${name}`)}`,
      })),
    ],
    [t],
  )
  return (
    <CsvImportDrawer
      open={open}
      onClose={onClose}
      title={t('tenants.importTitle')}
      templateName={t('tenants.importTemplate')}
      remark={<p>{t('tenants.importHint')}</p>}
      columns={columns}
      preview={(file, onProgress) =>
        apiUpload('POST /api/v1/auth/tenant/import/preview', file, {}, { errors: 'caller', onProgress })
      }
      upload={async (file, onProgress) => {
        const done = await apiUpload(
          'POST /api/v1/auth/tenant/import',
          file,
          { existing: 'update' },
          { errors: 'caller', onProgress },
        )
        void refresh(tenantsEndpoint)
        return done
      }}
    />
  )
}
