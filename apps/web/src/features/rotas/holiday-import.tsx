import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiUpload } from '../../lib/api-client.ts'
import { useSession } from '../../lib/session.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { CsvImportDrawer } from '../../ui/csv-import-drawer.tsx'
import { afterRota } from './rota.ts'

/** By the platform alone: the calendar holds for everybody. */
export function HolidayImport() {
  const { t } = useTranslation()
  const session = useSession()
  const { several } = useCompanyScope()
  const refresh = useRefreshReads()
  const [open, setOpen] = useState(false)
  if (!several || session?.identity !== 1) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('rotas.holidays')}</Button>
      <CsvImportDrawer
        title={t('rotas.holidaysTitle')}
        open={open}
        onClose={() => setOpen(false)}
        remark={<p className="import-hint">{t('rotas.holidaysRemark')}</p>}
        columns={[
          { name: 'day', help: `${t('rotas.day')} · 2027-01-01` },
          { name: 'kind', help: `${t('rotas.holidayKinds.off')} / ${t('rotas.holidayKinds.work')}` },
          { name: 'name', help: t('rotas.holidayName') },
        ]}
        templateName={t('rotas.holidays')}
        upload={async (file, onProgress) => {
          const done = await apiUpload(
            'POST /monitor/api/v1/alarm/rota/holidays/import',
            file,
            {},
            { errors: 'caller', onProgress },
          )
          void refresh(...afterRota)
          return done
        }}
      />
    </>
  )
}
