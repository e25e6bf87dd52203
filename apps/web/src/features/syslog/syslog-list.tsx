import { syslogFacilities, syslogSeverities } from '@netward/contract/syslog-values'
import { useLocation } from '@tanstack/react-router'
import { Button, Switch } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { parseSearch } from '../../lib/search.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useCompanyField } from '../../ui/use-company-field.ts'
import { useOutletField } from '../../ui/use-outlet-field.ts'
import { severityTones, syslogChart, syslogList, type SyslogRow } from './syslog.ts'
import { SyslogChart } from './syslog-chart.tsx'

const liveMs = 2_000

export function SyslogList() {
  return useMay('DMS_SERVER_DEVICE_SYSLOG') ? <List /> : <NoPermissionState />
}

/** Messages of all devices in sight, the newest first. */
function List() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const columns = useColumns(several)
  const fields = useFields(several)
  const searchStr = useLocation({ select: (location) => location.searchStr })
  const placed = useMemo(() => {
    const search = parseSearch(searchStr)
    const names = ['companyId', 'outletId', 'from', 'to'] as const
    return Object.fromEntries(
      names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]] as const] : [])),
    )
  }, [searchStr])
  return (
    <ListPage
      name="syslog"
      title={t('shell.titles.syslog')}
      endpoint={syslogList}
      columns={columns}
      fields={fields}
      rowKey={({ id }) => id}
      rowName={({ deviceName }) => deviceName}
      defaultSort="-at"
      actions={<LiveSwitch />}
      summary={<SyslogChart filters={placed} />}
      empty={
        <EmptyState
          title={t('syslog.none')}
          hint={t('syslog.noneHint')}
          action={<Button href={`#${paths.deviceList}`}>{t('shell.titles.deviceList')}</Button>}
        />
      }
    />
  )
}

/** Refetches what is shown, every two seconds, for as long as it is on. */
export function LiveSwitch() {
  const { t } = useTranslation()
  const [on, setOn] = useState(false)
  const refresh = useRefreshReads()
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => void refresh(syslogList, syslogChart), liveMs)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- it refetches by endpoint alone
  }, [on])
  return (
    <label className="syslog-live">
      <Switch checked={on} onChange={setOn} aria-label={t('syslog.live')} />
      {t('syslog.live')}
    </label>
  )
}

function useFields(withCompany: boolean): readonly SearchField[] {
  const { t } = useTranslation()
  const company = useCompanyField(withCompany)
  const outlet = useOutletField()
  return useMemo(
    (): readonly SearchField[] => [
      { kind: 'text', name: 'search', label: t('syslog.searchLabel'), placeholder: t('syslog.search') },
      {
        kind: 'multi',
        name: 'severity',
        label: t('syslog.severity'),
        options: syslogSeverities.map((value) => ({ value, label: t(`syslog.severities.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'facility',
        label: t('syslog.facility'),
        options: syslogFacilities.map((value) => ({ value, label: value })),
      },
      { kind: 'moment', name: 'from', label: t('syslog.from') },
      { kind: 'moment', name: 'to', label: t('syslog.to') },
      ...(withCompany ? [company] : []),
      ...outlet,
    ],
    [t, company, outlet, withCompany],
  )
}

function useColumns(withCompany: boolean): readonly ListColumn<SyslogRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<SyslogRow>[] => [
      {
        key: 'device',
        title: t('syslog.device'),
        width: 150,
        render: (row) => <RowLink to={paths.equipment(row.deviceId)}>{row.deviceName}</RowLink>,
      },
      {
        key: 'at',
        title: t('syslog.at'),
        width: 165,
        sortable: true,
        phone: 'value',
        render: (row) => format.dateTime(row.at),
      },
      {
        key: 'severity',
        title: t('syslog.severity'),
        width: 110,
        phone: 'status',
        render: (row) => (
          <StatusTag tone={severityTones[row.severity]}>{t(`syslog.severities.${row.severity}`)}</StatusTag>
        ),
      },
      {
        key: 'text',
        title: t('syslog.text'),
        width: 520,
        mono: true,
        phone: 'text',
        render: (row) => <span title={row.text}>{row.text}</span>,
      },
      { key: 'app', title: t('syslog.app'), width: 120, render: (row) => row.app || '—' },
      { key: 'facility', title: t('syslog.facility'), width: 90, render: (row) => row.facility },
      ...(withCompany
        ? [
            {
              key: 'company',
              title: t('syslog.company'),
              width: 140,
              render: (row: SyslogRow) => row.companyName,
            },
          ]
        : []),
      { key: 'outlet', title: t('syslog.outlet'), width: 130, render: (row) => row.outletName ?? '—' },
    ],
    [t, format, withCompany],
  )
}
