import { lineProfileLimits as limits } from '@netward/contract/line-profiles'
import { Button, Form, Input, InputNumber } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { DetailPage } from '../../ui/detail-page.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { lineDetail, lineList, profileList, type ProfileRow } from './line.ts'
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

type Values = Omit<ProfileRow['settings'], 'limits'> & { loss: number; rtt: number; jitter: number }

const numbers = [
  ['everySeconds', 'lines.everySeconds', limits.everySeconds],
  ['packets', 'lines.packets', limits.packets],
  ['lateMs', 'lines.lateMs', limits.lateMs],
  ['webEverySeconds', 'lines.webEverySeconds', limits.webEverySeconds],
  ['loss', 'lines.lossLimit', limits.loss],
  ['rtt', 'lines.rttLimit', limits.rtt],
  ['jitter', 'lines.jitterLimit', limits.jitter],
] as const
const texts = [
  ['ispHost', 'lines.ispHost'],
  ['businessHost', 'lines.businessHost'],
  ['httpUrl', 'lines.httpUrl'],
  ['dnsName', 'lines.dnsName'],
] as const

function ProfileDrawer({ row, onClose }: { row: ProfileRow | null; onClose: () => void }) {
  const { t } = useTranslation()
  const save = useAct('PUT /dial/api/v1/profile/:kind', {
    errors: 'caller',
    refresh: [profileList, lineList, lineDetail],
  })
  const initialValues = useMemo(() => {
    const { limits: own, ...settings } = row?.settings ?? { limits: {} }
    return { ...settings, ...own } as Values
  }, [row])
  return (
    <FormDrawer<Values>
      title={t('lines.editProfileTitle', { name: row === null ? '' : t(`lines.profiles.${row.kind}`) })}
      open={row !== null}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={async ({ loss, rtt, jitter, ...settings }) => {
        if (row !== null)
          await save.mutateAsync({ kind: row.kind, ...settings, limits: { loss, rtt, jitter } })
      }}
    >
      {numbers.map(([name, label, { min, max }]) => (
        <Form.Item
          key={name}
          name={name}
          label={t(label)}
          rules={[{ required: true, message: t('lines.numberEmpty') }]}
        >
          <InputNumber min={min} max={max} />
        </Form.Item>
      ))}
      {texts.map(([name, label]) => (
        <Form.Item key={name} name={name} label={t(label)} extra={t('lines.untested')}>
          <Input maxLength={1000} autoComplete="off" spellCheck={false} />
        </Form.Item>
      ))}
    </FormDrawer>
  )
}
