import type { EndpointOutput } from '@netward/contract'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { TemplateLink } from '../../ui/template-link.tsx'
import type { OutletDetail } from './outlet.ts'
import '../../ui/plain-table.css'

const endpoint = 'GET /api/v1/device/template-outlet/:outletId'
type Applying = EndpointOutput<typeof endpoint>[number]

/** The templates that apply to an outlet's gateways, and whether these are as desired. */
export function OutletTemplates({ outlet }: { outlet: OutletDetail }) {
  const { t } = useTranslation()
  const read = useApi(endpoint, { outletId: outlet.id }, { refetchInterval: 30_000 })
  return (
    <Panel title={t('provisioning.applying.tab')}>
      {read.data === undefined ? (
        <PendingState read={read} />
      ) : read.data.length === 0 ? (
        <EmptyState title={t('provisioning.applying.none')} hint={t('provisioning.noneHint')} />
      ) : (
        <div className="plain-table-frame">
          <table className="plain-table">
            <thead>
              <tr>
                <th>{t('provisioning.name')}</th>
                <th>{t('provisioning.applied')}</th>
                <th>{t('provisioning.applying.from')}</th>
                <th>{t('provisioning.matching.column')}</th>
                <th>{t('provisioning.device.state')}</th>
              </tr>
            </thead>
            <tbody>
              {read.data.map((one) => (
                <tr key={one.id}>
                  <td data-label={t('provisioning.name')}>
                    <TemplateLink template={one}>{one.name}</TemplateLink>
                  </td>
                  <td data-label={t('provisioning.applied')}>
                    {t('provisioning.version', { number: one.version })}
                  </td>
                  <td data-label={t('provisioning.applying.from')}>{one.ownerName ?? outlet.companyName}</td>
                  <td data-label={t('provisioning.matching.column')}>{one.gateways}</td>
                  <td data-label={t('provisioning.device.state')}>
                    <States of={one} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

const tones = { failed: 'bad', drifted: 'warn', waiting: 'waiting', applied: 'ok' } as const satisfies Record<
  string,
  StatusTone
>

function States({ of }: { of: Applying }) {
  const { t } = useTranslation()
  return (
    <span className="outlet-template-states">
      {(['failed', 'drifted', 'waiting', 'applied'] as const)
        .filter((state) => of[state] > 0)
        .map((state) => (
          <StatusTag key={state} tone={tones[state]}>
            {t(`provisioning.applying.states.${state}`, { count: of[state] })}
          </StatusTag>
        ))}
    </span>
  )
}
