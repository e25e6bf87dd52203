import { useTranslation } from 'react-i18next'
import { apiUpload } from '../../lib/api-client.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { CsvImportDrawer } from '../../ui/csv-import-drawer.tsx'
import { afterRota } from './rota.ts'

export function ShiftImport({
  rotaId,
  open,
  onClose,
}: {
  rotaId: string
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const refresh = useRefreshReads()
  return (
    <CsvImportDrawer
      title={t('rotas.importTitle')}
      open={open}
      onClose={onClose}
      remark={<p className="import-hint">{t('rotas.importRemark')}</p>}
      columns={(['person', 'from', 'to', 'reason'] as const).map((name) => ({
        name,
        help: t(`rotas.importHelp.${name}`),
      }))}
      templateName={t('rotas.import')}
      upload={async (file, onProgress) => {
        const done = await apiUpload(
          'POST /monitor/api/v1/alarm/rota/:rotaId/import',
          file,
          { rotaId },
          { errors: 'caller', onProgress },
        )
        void refresh(...afterRota)
        return done
      }}
    />
  )
}
