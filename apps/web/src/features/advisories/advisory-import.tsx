import { useTranslation } from 'react-i18next'
import { apiUpload } from '../../lib/api-client.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { CsvImportDrawer } from '../../ui/csv-import-drawer.tsx'
import { afterAdvisory } from './advisory.ts'

export function AdvisoryImport({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const refresh = useRefreshReads()
  const required = t('advisories.required')
  const versions = t('advisories.importHelp.versions')
  const columns = [
    { name: 'code', help: `${t('advisories.code')} · ${required}` },
    { name: 'title', help: `${t('advisories.title')} · ${required}` },
    { name: 'vendor', help: `${t('advisories.vendor')} · ${required}` },
    {
      name: 'severity',
      help: `${t('advisories.severity')} · ${required} · ${t('advisories.importHelp.severity')}`,
    },
    { name: 'models', help: `${t('advisories.models')} · ${t('advisories.importHelp.models')}` },
    { name: 'firstVersion', help: t('advisories.firstVersion') },
    { name: 'lastVersion', help: `${t('advisories.lastVersion')} · ${versions}` },
    { name: 'fixedVersion', help: `${t('advisories.fixedVersion')} · ${versions}` },
    { name: 'cvss', help: `${t('advisories.cvss')} · ${t('advisories.importHelp.cvss')}` },
    {
      name: 'publishedOn',
      help: `${t('advisories.publishedOn')} · ${t('advisories.importHelp.publishedOn')}`,
    },
    { name: 'url', help: t('advisories.url') },
    { name: 'note', help: t('advisories.note') },
  ]
  return (
    <CsvImportDrawer
      title={t('advisories.importTitle')}
      open={open}
      onClose={onClose}
      remark={<p className="import-hint">{t('advisories.importRemark')}</p>}
      columns={columns}
      templateName={t('shell.titles.advisories')}
      preview={(file, onProgress) =>
        apiUpload('POST /monitor/api/v1/advisory/import/preview', file, {}, { errors: 'caller', onProgress })
      }
      upload={async (file, onProgress) => {
        const done = await apiUpload(
          'POST /monitor/api/v1/advisory/import',
          file,
          { existing: 'update' },
          { errors: 'caller', onProgress },
        )
        void refresh(...afterAdvisory)
        return done
      }}
    />
  )
}
