import { mostImported } from '@netward/contract/outlet-values'
import { useTranslation } from 'react-i18next'
import { apiUpload } from '../../lib/api-client.ts'
import { useFormat } from '../../lib/format.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { CsvImportDrawer } from '../../ui/csv-import-drawer.tsx'
import { afterChange } from './outlet.ts'

interface Props {
  open: boolean
  onClose: () => void
}

const keysOf = <K extends string>(help: Readonly<Record<K, string>>) => Object.keys(help) as K[]

export function OutletImport({ open, onClose }: Props) {
  const { t } = useTranslation()
  const refresh = useRefreshReads()
  const optional = t('outlets.import.optional')
  const help = {
    name: t('outlets.import.required'),
    code: t('outlets.import.code'),
    region: t('outlets.import.region'),
    address: optional,
    latitude: t('outlets.import.coordinate'),
    longitude: t('outlets.import.coordinate'),
    timeZone: t('outlets.import.timeZone'),
    businessHours: t('outlets.import.businessHours'),
    contacts: t('outlets.import.contacts'),
    department: t('outlets.import.departmentHelp'),
    note: optional,
  } as const
  return (
    <CsvImportDrawer
      title={t('outlets.importTitle')}
      open={open}
      onClose={onClose}
      remark={<Limits />}
      columns={keysOf(help).map((name) => ({ name, help: `${t(`outlets.${name}`)} · ${help[name]}` }))}
      templateName={t('outlets.importTemplate')}
      upload={async (file, onProgress) => {
        const { imported } = await apiUpload(
          'POST /api/v1/outlet/import',
          file,
          {},
          { errors: 'caller', onProgress },
        )
        void refresh(...afterChange)
        return imported
      }}
    />
  )
}

function Limits() {
  const { t } = useTranslation()
  const format = useFormat()
  return <p className="import-hint">{t('outlets.import.limits', { rows: format.number(mostImported) })}</p>
}

export function LineImport({ open, onClose }: Props) {
  const { t } = useTranslation()
  const refresh = useRefreshReads()
  const required = t('outlets.import.required')
  const optional = t('outlets.import.optional')
  const help = {
    outlet: t('outlets.line.helpOutlet'),
    name: required,
    isp: t('outlets.line.helpIsp'),
    ispName: optional,
    type: t('outlets.line.helpType'),
    account: optional,
    password: t('outlets.line.helpPassword'),
    downMbps: required,
    upMbps: required,
    addressing: t('outlets.line.helpAddressing'),
    ipAddress: optional,
    gateway: t('outlets.line.helpGateway'),
    wanName: optional,
    monthlyPrice: optional,
    contractEnd: t('outlets.line.helpDate'),
    note: optional,
  }
  return (
    <CsvImportDrawer
      title={t('outlets.line.importTitle')}
      open={open}
      onClose={onClose}
      remark={<Limits />}
      columns={keysOf(help).map((name) => ({
        name,
        help: `${t(name === 'note' ? 'outlets.note' : `outlets.line.${name}`)} · ${help[name]}`,
      }))}
      templateName={t('outlets.line.importTemplate')}
      upload={async (file, onProgress) => {
        const { imported } = await apiUpload(
          'POST /api/v1/outlet/line/import',
          file,
          {},
          { errors: 'caller', onProgress },
        )
        void refresh(...afterChange)
        return imported
      }}
    />
  )
}
