import { useTranslation } from 'react-i18next'
import { useApi } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import '../../ui/plain-table.css'

/** The members of the outlet's department and of those below it. */
export function OutletPeople({ outletId }: { outletId: string }) {
  const { t } = useTranslation()
  const read = useApi('GET /api/v1/outlet/:outletId/people', { outletId, pageSize: 200 })
  return (
    <Panel title={t('outlets.tabs.people')}>
      {read.error !== null && read.data === undefined ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : read.data === undefined ? (
        <LoadingState />
      ) : read.data.items.length === 0 ? (
        <EmptyState title={t('outlets.noPeople')} />
      ) : (
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t('outlets.person')}</th>
              <th>{t('outlets.department')}</th>
              <th>{t('outlets.personStatus')}</th>
            </tr>
          </thead>
          <tbody>
            {read.data.items.map(({ memberId, displayName, departmentName, status }) => (
              <tr key={memberId}>
                <td data-label={t('outlets.person')}>{displayName}</td>
                <td data-label={t('outlets.department')}>{departmentName}</td>
                <td data-label={t('outlets.personStatus')}>
                  <StatusTag tone={status === 'enabled' ? 'ok' : 'off'}>
                    {t(`account.members.statuses.${status}`)}
                  </StatusTag>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
