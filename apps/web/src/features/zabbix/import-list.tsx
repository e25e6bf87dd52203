import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { UploadButton } from './upload-button.tsx'
import { importList, type ImportRow, stateTones } from './zabbix.ts'
import './zabbix.css'

export function ZabbixImports() {
  return useMay('DMS_SERVER_DEVICE_EDIT') ? <List /> : <NoPermissionState />
}

/** Exports of Zabbix that were uploaded, the latest first. */
function List() {
  const { t } = useTranslation()
  const columns = useColumns()
  useLiveReads(importList, ['import.changed'])
  return (
    <ListPage
      name="zabbixImports"
      title={t('shell.titles.zabbixImports')}
      endpoint={importList}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ fileName }) => fileName}
      actions={<UploadButton />}
      empty={<EmptyState title={t('zabbix.none')} hint={t('zabbix.noneHint')} action={<UploadButton />} />}
    />
  )
}

function useColumns(): readonly ListColumn<ImportRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () => [
      {
        key: 'fileName',
        title: t('zabbix.file'),
        width: 260,
        render: ({ id, fileName }) => <RowLink to={paths.zabbixImport(id)}>{fileName}</RowLink>,
      },
      {
        key: 'state',
        title: t('zabbix.state'),
        width: 130,
        phone: 'status',
        render: ({ state }) => <StatusTag tone={stateTones[state]}>{t(`zabbix.states.${state}`)}</StatusTag>,
      },
      { key: 'version', title: t('zabbix.version'), width: 130, render: ({ version }) => version },
      {
        key: 'hosts',
        title: t('zabbix.hosts'),
        width: 90,
        phone: 'value',
        render: ({ hosts }) => format.number(hosts),
      },
      {
        key: 'added',
        title: t('zabbix.added'),
        width: 90,
        phone: 'value',
        render: ({ added }) => format.number(added),
      },
      {
        key: 'createdAt',
        title: t('zabbix.createdAt'),
        width: 170,
        phone: 'value',
        render: ({ createdAt }) => format.dateTime(createdAt),
      },
      { key: 'createdByName', title: t('zabbix.createdBy'), width: 140, render: (row) => row.createdByName },
    ],
    [t, format],
  )
}
