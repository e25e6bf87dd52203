import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Progress } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiDownloadZip } from '../../lib/api-client.ts'
import { useFormat } from '../../lib/format.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { daysUntil, tenantEndpoint, type TenantDetail } from './tenant.ts'
import '../../ui/plain-table.css'

type Deletion = NonNullable<TenantDetail['deletion']>

/** The time left, who requested it, and the export's progress. */
export function DeletionBanner({ deletion }: { deletion: Deletion }) {
  const { t } = useTranslation()
  const format = useFormat()
  const title = deletion.started
    ? t('tenants.deletion.started')
    : `${t('tenants.deletion.due', { date: format.dateTime(deletion.dueAt) })} · ${t('tenants.deletion.left', { count: Math.max(daysUntil(deletion.dueAt), 0) })}`
  return (
    <Alert
      type="error"
      showIcon
      title={title}
      description={`${t('tenants.deletion.requestedBy')}: ${deletion.requestedBy} · ${t('tenants.timeline.reason', { reason: deletion.reason })}`}
    />
  )
}

/** Export of the tenant's data before deletion. */
export function DeletionTab({ tenant, deletion }: { tenant: TenantDetail; deletion: Deletion }) {
  const { t } = useTranslation()
  const mayDelete = useMay('DMS_SERVER_ORGANIZATION_MANAGE_TENANT_DELETE')
  const retry = useAct('POST /api/v1/auth/tenant/:companyId/deletion/export/retry', {
    refresh: [tenantEndpoint],
  })
  const { exportState, exportDone, exportTotal, parts } = deletion
  return (
    <Panel
      title={t('tenants.deletion.export')}
      actions={
        exportState === 'failed' &&
        mayDelete && (
          <Button loading={retry.isPending} onClick={() => retry.mutate({ companyId: tenant.id })}>
            {t('tenants.deletion.retry')}
          </Button>
        )
      }
    >
      <p>
        {t(`tenants.deletion.exportStates.${exportState}`)}
        {exportTotal > 0 &&
          ` · ${t('tenants.deletion.exportProgress', { done: exportDone, total: exportTotal })}`}
      </p>
      {exportState === 'running' && (
        <Progress
          percent={Math.round((exportDone / Math.max(exportTotal, 1)) * 100)}
          aria-label={t('tenants.deletion.export')}
        />
      )}
      <p className="quiet">{t('tenants.deletion.exportHint')}</p>
      <p className="quiet">{t('tenants.deletion.masked')}</p>
      {mayDelete && exportState === 'done' && <Download tenant={tenant} deletion={deletion} />}
      {parts.length > 0 && <Parts parts={parts} />}
    </Panel>
  )
}

/** Half an hour: the file is created while it is sent, and a connection may be slow. */
const patience = 30 * 60_000

function Download({ tenant, deletion }: { tenant: TenantDetail; deletion: Deletion }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await apiDownloadZip(
        'POST /api/v1/auth/tenant/:companyId/deletion/export',
        { companyId: tenant.id },
        `${tenant.code}-${t('tenants.deletion.export')}`,
        { timeoutMs: patience },
      )
    } catch {
      // The client has reported it.
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        type="primary"
        icon={<DownloadOutlined />}
        loading={busy}
        disabled={!deletion.mayDownload}
        onClick={() => void save()}
      >
        {t('tenants.deletion.download')}
      </Button>
      {!deletion.mayDownload && <p className="quiet">{t('tenants.deletion.withheld')}</p>}
    </>
  )
}

function Parts({ parts }: { parts: Deletion['parts'] }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const nameOf = (part: string) => {
    const key = `tenants.parts.${part}`
    return i18n.exists(key) ? t(key as 'tenants.parts.member') : part
  }
  return (
    <div className="plain-table-frame tenant-parts">
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t('tenants.deletion.part')}</th>
            <th>{t('tenants.deletion.rows')}</th>
            <th>{t('tenants.deletion.size')}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ part, rows, bytes, complete }) => (
            <tr key={part}>
              <td data-label={t('tenants.deletion.part')}>
                {nameOf(part)}
                {!complete && <small className="tenant-end-over"> {t('tenants.deletion.cut')}</small>}
              </td>
              <td data-label={t('tenants.deletion.rows')}>{format.number(rows)}</td>
              <td data-label={t('tenants.deletion.size')}>{format.bytes(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
