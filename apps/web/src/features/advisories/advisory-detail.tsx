import { useNavigate, useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi, useRefreshReads } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveEvents } from '../../lib/use-live-events.ts'
import { useThrottled } from '../../lib/use-throttled.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { useInventoryColumns } from '../../ui/use-inventory-columns.tsx'
import { useInventoryFields } from '../../ui/use-inventory-fields.ts'
import { EmptyState, ErrorState, LoadingState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import {
  advisoryCompanies,
  type AdvisoryDetail as Advisory,
  advisoryDetail,
  affectedDevices,
  stateTones,
} from './advisory.ts'
import { AdvisoryActs } from './advisory-acts.tsx'
import { AdvisoryDrawer } from './advisory-drawer.tsx'
import { AdvisoryHead } from './advisory-head.tsx'
import { AdvisorySeverityTag } from '../../ui/severity-tag.tsx'
import { UpgradeButton } from './upgrade-button.tsx'
import './advisories.css'

export function AdvisoryDetail() {
  const { advisoryId = '' }: { advisoryId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_DEVICE_VIEW') ? (
    <Detail key={advisoryId} advisoryId={advisoryId} />
  ) : (
    <NoPermissionState />
  )
}

function Detail({ advisoryId }: { advisoryId: string }) {
  const read = useApi(advisoryDetail, { advisoryId })
  const refresh = useRefreshReads()
  const reread = useThrottled(() => void refresh(advisoryDetail, advisoryCompanies, affectedDevices), 1_500)
  useLiveEvents(['advisory.changed'], () => reread())
  if (read.data !== undefined) return <Shown advisory={read.data} />
  return read.error === null ? <LoadingState rows={8} /> : <ErrorState error={read.error} />
}

/** The devices in sight that an advisory affects; above them, its course and what fixes it. */
function Shown({ advisory }: { advisory: Advisory }) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const { several } = useCompanyScope()
  const columns = useInventoryColumns(several)
  const fields = useInventoryFields(several)
  const [editing, setEditing] = useState(false)
  const { id, code, severity, state, closedAt } = advisory
  const fixed = useMemo(() => ({ advisoryId: id }), [id])
  return (
    <>
      <ListPage
        name="advisoryDevices"
        title={code}
        endpoint={affectedDevices}
        fixedInput={fixed}
        columns={columns}
        fields={fields}
        rowKey={(row) => row.id}
        rowName={({ name }) => name}
        defaultSort="name"
        exportCsv={{ endpoint: 'POST /monitor/api/v1/inventory/export', label: code }}
        actions={
          <>
            <AdvisorySeverityTag severity={severity} />
            <StatusTag tone={stateTones[state]}>{t(`advisories.states.${state}`)}</StatusTag>
            <UpgradeButton advisory={advisory} />
            <AdvisoryActs
              advisory={advisory}
              kind="default"
              onEdit={() => setEditing(true)}
              onDeleted={() => void navigate({ to: paths.advisories })}
            />
          </>
        }
        summary={<AdvisoryHead advisory={advisory} />}
        empty={
          <EmptyState
            title={t('advisories.noDevices')}
            hint={
              closedAt === null
                ? undefined
                : t('advisories.noDevicesClosed', { at: format.dateTime(closedAt) })
            }
            action={<Button href={`#${paths.advisories}`}>{t('shell.titles.advisories')}</Button>}
          />
        }
      />
      <AdvisoryDrawer advisory={advisory} open={editing} onClose={() => setEditing(false)} />
    </>
  )
}
