import { zabbixOutcomes } from '@netward/contract/zabbix-values'
import { useParams } from '@tanstack/react-router'
import { App, Button } from 'antd'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { Facts } from '../../ui/detail-page.tsx'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { hostList, type HostRow, outcomeTones } from './zabbix.ts'
import './zabbix.css'

export function ZabbixHosts() {
  const { importId = '' }: { importId?: string } = useParams({ strict: false })
  const mayEdit = useMay('DMS_SERVER_DEVICE_EDIT')
  return mayEdit ? <List key={importId} importId={importId} /> : <NoPermissionState />
}

/** What an import does with each host, and why. */
function List({ importId }: { importId: string }) {
  const { t } = useTranslation()
  const columns = useColumns()
  const fixed = useMemo(() => ({ importId }), [importId])
  const fields = useMemo<SearchField[]>(
    () => [
      { kind: 'text', name: 'search', label: t('zabbix.searchLabel'), placeholder: t('zabbix.search') },
      {
        kind: 'multi',
        name: 'outcome',
        label: t('zabbix.outcome'),
        options: zabbixOutcomes.map((value) => ({ value, label: t(`zabbix.outcomes.${value}`) })),
      },
    ],
    [t],
  )
  const show = useHostDetails()
  const rowActions = useCallback(
    (row: HostRow) => (
      <Button
        type="link"
        size="small"
        aria-label={`${t('zabbix.details')} ${row.name}`}
        onClick={() => show(row)}
      >
        {t('zabbix.details')}
      </Button>
    ),
    [t, show],
  )
  useLiveReads(hostList, ['import.changed'])
  return (
    <ListPage
      name="zabbixHosts"
      title={t('shell.titles.zabbixHosts')}
      endpoint={hostList}
      fixedInput={fixed}
      fields={fields}
      columns={columns}
      rowKey={({ n }) => String(n)}
      rowName={({ name }) => name}
      rowActions={rowActions}
      actionsWidth={90}
      actions={<RowLink to={paths.zabbixImport(importId)}>{t('zabbix.back')}</RowLink>}
    />
  )
}

/** Everything that is known of a host: the table shows as much as fits. */
function useHostDetails(): (row: HostRow) => void {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  return useCallback(
    (row: HostRow) => {
      modal.info({
        title: row.name,
        width: 560,
        icon: null,
        okText: t('common.close'),
        content: (
          <>
            <Facts
              facts={[
                { label: t('zabbix.outcome'), value: t(`zabbix.outcomes.${row.outcome}`) },
                { label: t('zabbix.host'), value: row.host },
                { label: t('zabbix.groups'), value: row.groups.join(', ') || '—' },
              ]}
            />
            <ul className="zabbix-reasons">
              {row.reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </>
        ),
      })
    },
    [t, modal],
  )
}

function useColumns(): readonly ListColumn<HostRow>[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('equipment.name'),
        width: 200,
        render: ({ name, deviceId }) =>
          deviceId === null ? name : <RowLink to={paths.equipment(deviceId)}>{name}</RowLink>,
      },
      {
        key: 'outcome',
        title: t('zabbix.outcome'),
        width: 140,
        phone: 'status',
        render: ({ outcome }) => (
          <StatusTag tone={outcomeTones[outcome]}>{t(`zabbix.outcomes.${outcome}`)}</StatusTag>
        ),
      },
      {
        key: 'reasons',
        title: t('zabbix.reason'),
        width: 340,
        phone: 'value',
        render: ({ reasons }) => <span title={reasons.join('\n')}>{reasons.join('; ')}</span>,
      },
      {
        key: 'ipAddress',
        title: t('equipment.ipAddress'),
        width: 150,
        mono: true,
        phone: 'value',
        render: ({ ipAddress, port }) =>
          ipAddress === null ? '—' : port === null ? ipAddress : `${ipAddress} : ${port}`,
      },
      {
        key: 'type',
        title: t('equipment.type'),
        width: 110,
        phone: 'value',
        render: ({ type }) => t(`equipment.types.${type}`),
      },
      { key: 'brand', title: t('equipment.brand'), width: 110, render: ({ brand }) => brand },
      {
        key: 'outletName',
        title: t('equipment.outlet'),
        width: 150,
        phone: 'value',
        render: ({ outletName }) => outletName ?? '—',
      },
      {
        key: 'credentialName',
        title: t('equipment.credential'),
        width: 160,
        render: ({ credentialName }) => credentialName ?? '—',
      },
      { key: 'groups', title: t('zabbix.groups'), width: 220, render: ({ groups }) => groups.join(', ') },
      {
        key: 'host',
        title: t('zabbix.host'),
        width: 160,
        hidden: true,
        mono: true,
        render: ({ host }) => host,
      },
    ],
    [t],
  )
}
