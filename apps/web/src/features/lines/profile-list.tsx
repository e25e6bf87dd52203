import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { DetailPage } from '../../ui/detail-page.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { profileList, type ProfileRow } from './line.ts'
import { ProfileDrawer } from './profile-drawer.tsx'
import '../../ui/plain-table.css'

export function ProfileList() {
  return useMay('DMS_SERVER_LINE') ? <List /> : <NoPermissionState />
}

/** How lines are measured, by kind. */
function List() {
  const { t } = useTranslation()
  const read = useApi(profileList, {})
  return (
    <DetailPage
      title={t('shell.titles.lineProfiles')}
      path={paths.lineProfiles}
      back={paths.lines}
      loading={read.data === undefined}
      error={read.data === undefined ? read.error : null}
      onRetry={() => void read.refetch()}
      tabs={[
        {
          key: 'profiles',
          label: t('shell.titles.lineProfiles'),
          content: <Table rows={read.data?.items ?? []} />,
        },
      ]}
    />
  )
}

function Table({ rows }: { rows: readonly ProfileRow[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const mayEdit = useMay('DMS_SERVER_LINE_EDIT')
  const [editing, setEditing] = useState<ProfileRow | null>(null)
  const label = {
    profile: t('lines.profile'),
    often: t('lines.howOften'),
    limits: t('lines.limits'),
    isp: t('lines.ispHost'),
    business: t('lines.businessHost'),
    throughput: t('lines.throughputPlan'),
    lines: t('lines.profileLines'),
    changed: t('lines.profileChanged'),
  }
  return (
    <div className="plain-table-frame">
      <table className="plain-table">
        <thead>
          <tr>
            {Object.entries(label).map(([key, text]) => (
              <th key={key}>{text}</th>
            ))}
            <th>
              <span className="visually-hidden">{t('common.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.kind}>
              <td data-label={label.profile}>{t(`lines.profiles.${row.kind}`)}</td>
              <td data-label={label.often}>
                {t('lines.howOftenText', {
                  seconds: row.settings.everySeconds,
                  packets: row.settings.packets,
                })}
              </td>
              <td data-label={label.limits}>{t('lines.limitsText', row.settings.limits)}</td>
              <td data-label={label.isp}>{row.settings.ispHost || '—'}</td>
              <td data-label={label.business}>{row.settings.businessHost || '—'}</td>
              <td data-label={label.throughput}>
                {row.settings.throughputDays === 0
                  ? t('lines.off')
                  : t('lines.throughputOften', {
                      count: row.settings.throughputDays,
                      budget: format.number(row.settings.throughputMonthMegabytes),
                    })}
              </td>
              <td data-label={label.lines}>{format.number(row.lines)}</td>
              <td data-label={label.changed}>
                {row.changedAt === null
                  ? t('lines.shipped')
                  : `${format.dateTime(row.changedAt)} ${row.changedBy}`}
              </td>
              <td>
                {mayEdit && (
                  <Button type="link" size="small" onClick={() => setEditing(row)}>
                    {t('lines.editProfile')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ProfileDrawer row={editing} onClose={() => setEditing(null)} />
    </div>
  )
}
