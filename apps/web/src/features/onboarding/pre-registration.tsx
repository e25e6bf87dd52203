import { UploadOutlined } from '@ant-design/icons'
import type { EndpointOutput } from '@netward/contract'
import { Button, Tooltip } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiUpload } from '../../lib/api-client.ts'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useRefreshReads } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { CsvImportDrawer } from '../../ui/csv-import-drawer.tsx'
import { ListPage, type ListColumn } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { ConflictsDrawer, useConflicts } from './conflicts-drawer.tsx'
import { EnrolmentButton } from './enrolment-button.tsx'
import { templateColumns } from './import-file.ts'
import '../../ui/devices.css'

type Row = EndpointOutput<'POST /api/v1/device/pre-registration/lists'>['items'][number]

const tones: Record<Row['state'], StatusTone> = {
  waiting: 'waiting',
  matched: 'ok',
  expired: 'off',
}

export function PreRegistration() {
  return useMay('DMS_SERVER_DEVICE_PRE_REGISTER') ? <List /> : <NoPermissionState />
}

function List() {
  const { t } = useTranslation()
  const columns = useColumns()
  const remove = useRemove()
  const [importing, setImporting] = useState(false)
  const [settling, setSettling] = useState(false)
  const maySettle = useMay('DMS_SERVER_DEVICE_POOL_VIEW')
  const conflicts = useConflicts(maySettle)
  const fields = useMemo<SearchField[]>(
    () => [
      { kind: 'text', name: 'search', label: t('devices.searchLabel'), placeholder: t('devices.pre.search') },
    ],
    [t],
  )
  const rowActions = useCallback(
    (row: Row) =>
      row.state === 'matched' ? (
        <span className="device-quiet" title={t('devices.pre.matchedStays')}>
          —
        </span>
      ) : (
        <Button
          type="link"
          size="small"
          danger
          aria-label={`${t('devices.pre.remove')} ${row.serialNumber}`}
          onClick={() => remove(row)}
        >
          {t('devices.pre.remove')}
        </Button>
      ),
    [t, remove],
  )
  const importButton = (
    <Button type="primary" icon={<UploadOutlined />} onClick={() => setImporting(true)}>
      {t('devices.pre.import')}
    </Button>
  )
  return (
    <>
      <ListPage
        name="preRegistration"
        title={t('shell.titles.preRegistration')}
        endpoint="POST /api/v1/device/pre-registration/lists"
        columns={columns}
        fields={fields}
        rowKey={(row) => row.id}
        rowName={(row) => row.serialNumber}
        rowActions={rowActions}
        actionsWidth={88}
        actions={
          <>
            {maySettle && (
              <Button danger={conflicts.count > 0} onClick={() => setSettling(true)}>
                {conflicts.count === 0
                  ? t('devices.pre.conflicts')
                  : t('devices.pre.conflictsCount', {
                      count: conflicts.count,
                    })}
              </Button>
            )}
            <EnrolmentButton />
            {importButton}
          </>
        }
        summary={<p className="device-plain device-quiet">{t('devices.pre.hint')}</p>}
        empty={
          <EmptyState title={t('devices.pre.none')} hint={t('devices.pre.noneHint')} action={importButton} />
        }
      />
      <ConflictsDrawer open={settling} onClose={() => setSettling(false)} />
      <Import open={importing} onClose={() => setImporting(false)} />
    </>
  )
}

function Import({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const refresh = useRefreshReads()
  const words = {
    required: t('devices.pre.columnSerial'),
    either: t('devices.pre.columnOui'),
    optional: t('devices.pre.columnOptional'),
    secret: t('devices.pre.columnLabelSecret'),
  }
  const upload = async (file: File, onProgress: (share: number) => void) => {
    const done = await apiUpload(
      'POST /api/v1/device/pre-registration/import',
      file,
      {},
      { errors: 'caller', onProgress },
    )
    void refresh('POST /api/v1/device/pre-registration/lists')
    return done
  }
  return (
    <CsvImportDrawer
      title={t('devices.pre.importTitle')}
      open={open}
      onClose={onClose}
      columns={templateColumns.map(({ name, rule }) => ({ name, help: words[rule] }))}
      templateName={t('devices.pre.templateName')}
      upload={upload}
    />
  )
}

function useRemove(): (row: Row) => void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const remove = useAct('DELETE /api/v1/device/pre-registration/:preRegistrationId', {
    refresh: ['POST /api/v1/device/pre-registration/lists'],
  })
  return (row) => {
    void confirm({
      title: t('devices.pre.removeTitle', { serial: row.serialNumber }),
      text: t('devices.pre.removeText'),
      action: t('devices.pre.remove'),
      act: async () => {
        await remove.mutateAsync({ preRegistrationId: row.id })
        notify.success(t('devices.pre.removed'))
      },
    })
  }
}

function useColumns(): readonly ListColumn<Row>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () => [
      {
        key: 'serialNumber',
        title: t('devices.serialNumber'),
        width: 210,
        render: (row) => <CopyText text={row.serialNumber} />,
      },
      {
        key: 'state',
        title: t('devices.pre.state'),
        width: 120,
        phone: 'status',
        render: (row) => (
          <Tooltip title={t(`devices.pre.stateHints.${row.state}`)}>
            <span>
              <StatusTag tone={tones[row.state]}>{t(`devices.pre.states.${row.state}`)}</StatusTag>
            </span>
          </Tooltip>
        ),
      },
      { key: 'name', title: t('devices.name'), width: 180, phone: 'value', render: (row) => row.name || '—' },
      {
        key: 'oui',
        title: t('devices.oui'),
        width: 100,
        render: (row) => <span className="mono">{row.oui ?? '—'}</span>,
      },
      {
        key: 'modelName',
        title: t('devices.modelName'),
        width: 140,
        phone: 'value',
        render: (row) => row.modelName ?? '—',
      },
      {
        key: 'productClass',
        title: t('devices.productClass'),
        width: 140,
        render: (row) => row.productClass ?? '—',
      },
      {
        key: 'hasLabelSecret',
        title: t('devices.pre.labelSecret'),
        width: 110,
        render: (row) => (row.hasLabelSecret ? t('devices.info.yes') : '—'),
      },
      {
        key: 'createdAt',
        title: t('devices.pre.createdAt'),
        width: 170,
        render: (row) => format.dateTime(row.createdAt),
      },
      {
        key: 'expiresAt',
        title: t('devices.pre.expiresAt'),
        width: 120,
        phone: 'value',
        render: (row) => format.date(row.expiresAt),
      },
    ],
    [t, format],
  )
}
