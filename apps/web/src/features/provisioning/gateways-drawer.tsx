import { Drawer, Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { matchingList, type TemplateRow } from './template.ts'
import '../../ui/plain-table.css'
import './provisioning.css'

/** The gateways that a template is for now. */
export function GatewaysDrawer({ template, onClose }: { template: TemplateRow | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer
      title={template !== null && t('provisioning.matching.title', { name: template.name })}
      open={template !== null}
      onClose={onClose}
      size={720}
      destroyOnHidden
    >
      {template !== null && <Gateways key={template.id} template={template} />}
    </Drawer>
  )
}

const pageSize = 20
const tones = { applied: 'ok', unverified: 'busy', drifted: 'warn', failed: 'bad' } as const satisfies Record<
  string,
  StatusTone
>

function Gateways({ template }: { template: TemplateRow }) {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const mayDevices = useMay('DMS_SERVER_DEVICE_VIEW')
  const [page, setPage] = useState(1)
  const read = useApi(matchingList, { templateId: template.id, page, pageSize }, { keepPrevious: true })
  if (read.data === undefined) return <PendingState read={read} />
  const { items, total } = read.data
  if (total === 0) return <EmptyState title={t('provisioning.preview.noGateway')} />
  return (
    <>
      {template.moreMatching && <p className="provisioning-hint">{t('provisioning.matching.more')}</p>}
      <div className="plain-table-frame">
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t('devices.name')}</th>
              {several && <th>{t('devices.company')}</th>}
              <th>{t('provisioning.matching.outlet')}</th>
              <th>{t('devices.modelName')}</th>
              <th>{t('provisioning.matching.software')}</th>
              <th>{t('provisioning.device.tab')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ deviceId, name, companyName, outletName, modelName, softwareVersion, state }) => (
              <tr key={deviceId}>
                <td data-label={t('devices.name')}>
                  {mayDevices ? <RowLink to={paths.smartCpe(deviceId)}>{name}</RowLink> : name}
                </td>
                {several && <td data-label={t('devices.company')}>{companyName}</td>}
                <td data-label={t('provisioning.matching.outlet')}>{outletName ?? '—'}</td>
                <td data-label={t('devices.modelName')}>{modelName}</td>
                <td data-label={t('provisioning.matching.software')}>{softwareVersion}</td>
                <td data-label={t('provisioning.device.tab')}>
                  {state === null ? (
                    '—'
                  ) : (
                    <StatusTag tone={tones[state]}>{t(`provisioning.device.states.${state}`)}</StatusTag>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > pageSize && (
        <Pagination simple current={page} pageSize={pageSize} total={total} onChange={setPage} />
      )}
    </>
  )
}
