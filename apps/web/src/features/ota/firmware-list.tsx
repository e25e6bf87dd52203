import { PlusOutlined } from '@ant-design/icons'
import { firmwareStates } from '@netward/contract/states/firmware'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMay } from '../../lib/permissions.ts'
import { type CompanyScope, useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useCompanyField } from '../../ui/use-company-field.ts'
import { FirmwareDetail } from './firmware-detail.tsx'
import { FirmwareDrawer } from './firmware-drawer.tsx'
import { type Firmware, firmwareList, firmwareTones, sourceOf } from './ota.ts'
import './ota.css'

export function FirmwareList() {
  const mayView = useMay('DMS_SERVER_DEVICE_OTA_VIEW')
  return mayView ? <List /> : <NoPermissionState />
}

/**
 * The firmware available to campaigns: the company's own, and what those above it have released; from above also
 * that of the companies below.
 */
function List() {
  const { t } = useTranslation()
  const [openedId, setOpenedId] = useState<string | null>(null)
  const [creating, setCreating] = useState(false)
  const scope = useCompanyScope()
  const { several } = scope
  const company = useCompanyField(several)
  const columns = useColumns(scope, setOpenedId)
  const fields = useMemo<SearchField[]>(
    () => [
      {
        kind: 'text',
        name: 'search',
        label: t('ota.firmwareSearchLabel'),
        placeholder: t('ota.firmwareSearch'),
      },
      {
        kind: 'text',
        name: 'hardwareVersion',
        label: t('ota.hardwareVersions'),
        placeholder: t('ota.hardwareSearch'),
      },
      {
        kind: 'multi',
        name: 'state',
        label: t('ota.firmwareState'),
        options: firmwareStates.map((value) => ({ value, label: t(`ota.firmwareStates.${value}`) })),
      },
      ...(several ? [company] : []),
    ],
    [t, several, company],
  )
  useLiveReads(firmwareList, ['firmware.changed'])
  const createButton = (
    <Permission codes={['DMS_SERVER_DEVICE_OTA_FIRMWARE']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
        {t('ota.firmwareNew')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="firmware"
        title={t('ota.firmwareTitle')}
        endpoint={firmwareList}
        columns={columns}
        fields={fields}
        defaultSort="-createdAt"
        rowKey={({ id }) => id}
        rowName={({ version }) => version}
        exportCsv={{ endpoint: 'POST /ota/api/v2/ota/firmware/lists/export', label: t('ota.firmwareTitle') }}
        actions={createButton}
        empty={
          <EmptyState title={t('ota.firmwareNone')} hint={t('ota.firmwareNoneHint')} action={createButton} />
        }
      />
      <FirmwareDrawer open={creating} onClose={() => setCreating(false)} onCreated={setOpenedId} />
      <FirmwareDetail firmwareId={openedId} onClose={() => setOpenedId(null)} />
    </>
  )
}

function useColumns(
  { companyId, several }: CompanyScope,
  open: (id: string) => void,
): readonly ListColumn<Firmware>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const version = useCallback(
    (row: Firmware) => (
      <button
        type="button"
        className="ota-open"
        aria-label={t('ota.firmwareOpen', { version: row.version })}
        onClick={() => open(row.id)}
      >
        {row.version}
      </button>
    ),
    [t, open],
  )
  return useMemo(
    () => [
      { key: 'version', title: t('ota.version'), width: 160, sortable: true, render: version },
      {
        key: 'state',
        title: t('ota.firmwareState'),
        width: 110,
        phone: 'status',
        render: ({ state }) => (
          <StatusTag tone={firmwareTones[state]}>{t(`ota.firmwareStates.${state}`)}</StatusTag>
        ),
      },
      {
        key: 'models',
        title: t('ota.models'),
        width: 160,
        phone: 'value',
        render: ({ models }) => models.join(', '),
      },
      {
        key: 'hardwareVersions',
        title: t('ota.hardwareVersions'),
        width: 152,
        // No room beside the companies.
        hidden: several,
        render: ({ hardwareVersions }) => hardwareVersions.join(', ') || t('ota.hardwareAny'),
      },
      {
        key: 'manufacturer',
        title: t('ota.manufacturer'),
        width: 140,
        render: (row) => row.manufacturer || '—',
      },
      {
        key: 'size',
        title: t('ota.size'),
        width: 110,
        hidden: true,
        phone: 'value',
        render: ({ size }) => (size === null ? t('ota.fileNone') : format.bytes(size)),
      },
      {
        key: 'source',
        title: t('ota.source'),
        width: 120,
        render: (row) => t(sourceOf(row, { companyId, several })),
      },
      ...(several
        ? [
            {
              key: 'companyName',
              title: t('ota.company'),
              width: 150,
              phone: 'value' as const,
              render: (row: Firmware) => row.companyName ?? '—',
            },
          ]
        : []),
      {
        key: 'signedBy',
        title: t('ota.signedBy'),
        width: 130,
        hidden: true,
        render: (row) => row.signedBy || '—',
      },
      {
        key: 'createdAt',
        title: t('ota.createdAt'),
        width: 170,
        sortable: true,
        render: (row) => format.dateTime(row.createdAt),
      },
    ],
    [t, format, version, several, companyId],
  )
}
