import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiUpload } from '../../lib/api-client.ts'
import { useFormat } from '../../lib/format.ts'
import { useMay } from '../../lib/permissions.ts'
import { useSession } from '../../lib/session.ts'
import { useApi, useRefreshReads } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { CsvImportDrawer } from '../../ui/csv-import-drawer.tsx'

const known = 'GET /dial/api/v1/network'

/** Names of the networks on paths: by the platform alone, for everybody. */
export function NetworkImport() {
  const mayImport = useMay('DMS_SERVER_SYSTEM_GENERAL_SETTING_PLATFORM')
  const session = useSession()
  const { several } = useCompanyScope()
  return mayImport && several && session?.identity === 1 ? <Import /> : null
}

function Import() {
  const { t } = useTranslation()
  const format = useFormat()
  const refresh = useRefreshReads()
  const [open, setOpen] = useState(false)
  const { data } = useApi(known, {}, { enabled: open })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('lines.networks.title')}</Button>
      <CsvImportDrawer
        title={t('lines.networks.import')}
        open={open}
        onClose={() => setOpen(false)}
        remark={
          <>
            <p className="import-hint">{t('lines.networks.remark')}</p>
            {data !== undefined && (
              <p className="import-hint">
                {data.prefixes === 0
                  ? t('lines.networks.none')
                  : t('lines.networks.known', {
                      count: data.prefixes,
                      at: format.dateTime(data.importedAt),
                    })}
              </p>
            )}
          </>
        }
        columns={[
          { name: 'prefix', help: t('lines.networks.prefixHelp') },
          { name: 'asn', help: t('lines.networks.asnHelp') },
          { name: 'name', help: t('lines.networks.nameHelp') },
        ]}
        templateName={t('lines.networks.title')}
        upload={async (file, onProgress) => {
          const done = await apiUpload(
            'POST /dial/api/v1/network/import',
            file,
            {},
            { errors: 'caller', onProgress },
          )
          void refresh(known, 'GET /dial/api/v1/line/:lineId/path')
          return done
        }}
      />
    </>
  )
}
