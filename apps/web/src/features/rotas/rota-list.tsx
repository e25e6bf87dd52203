import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { HolidayImport } from './holiday-import.tsx'
import { afterRota, rotaList, type RotaRow } from './rota.ts'
import { RotaDrawer } from './rota-drawer.tsx'
import './rotas.css'

export function RotaList() {
  return useMay('DMS_SERVER_ALARM') ? <List /> : <NoPermissionState />
}

/** Who is on call, and when nobody will be. */
function List() {
  const { t } = useTranslation()
  const columns = useColumns()
  const [editing, setEditing] = useState<{ rotaId: string | null } | null>(null)
  useLiveReads(rotaList, ['rota.changed'])
  const fields = useMemo(
    (): readonly SearchField[] => [
      { kind: 'text', name: 'search', label: t('rotas.searchLabel'), placeholder: t('rotas.search') },
    ],
    [t],
  )
  const rowActions = useCallback(
    (row: RotaRow) => <RowActs row={row} onEdit={() => setEditing({ rotaId: row.id })} />,
    [],
  )
  const addButton = (
    <Permission codes={['DMS_SERVER_ALARM_RULE']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing({ rotaId: null })}>
        {t('rotas.add')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="rotas"
        title={t('shell.titles.rotas')}
        endpoint={rotaList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowActions={rowActions}
        actionsWidth={130}
        defaultSort="name"
        actions={
          <>
            <HolidayImport />
            {addButton}
          </>
        }
        empty={<EmptyState title={t('rotas.none')} hint={t('rotas.noneHint')} action={addButton} />}
      />
      <RotaDrawer rotaId={editing?.rotaId ?? null} open={editing !== null} onClose={() => setEditing(null)} />
    </>
  )
}

function RowActs({ row: { id: rotaId, name }, onEdit }: { row: RotaRow; onEdit: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const remove = useAct('DELETE /monitor/api/v1/alarm/rota/:rotaId', { refresh: afterRota })
  const ask = () =>
    void confirm({
      title: t('rotas.deleteTitle', { name }),
      text: t('rotas.deleteText'),
      action: t('rotas.delete'),
      act: () => remove.mutateAsync({ rotaId }),
    })
  return (
    <Permission codes={['DMS_SERVER_ALARM_RULE']}>
      <Button type="link" size="small" aria-label={`${t('rotas.edit')} ${name}`} onClick={onEdit}>
        {t('rotas.edit')}
      </Button>
      <Button type="link" size="small" danger aria-label={`${t('rotas.delete')} ${name}`} onClick={ask}>
        {t('rotas.delete')}
      </Button>
    </Permission>
  )
}

function useColumns(): readonly ListColumn<RotaRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<RotaRow>[] => [
      {
        key: 'name',
        title: t('rotas.name'),
        width: 150,
        sortable: true,
        render: ({ id, name }) => <RowLink to={paths.rota(id)}>{name}</RowLink>,
      },
      {
        key: 'onDuty',
        title: t('rotas.onDuty'),
        width: 250,
        phone: 'value',
        render: ({ onDuty }) =>
          onDuty === null ? (
            <StatusTag tone="bad">{t('rotas.nobody')}</StatusTag>
          ) : (
            <>
              <strong>{onDuty.name}</strong>{' '}
              <span className="quiet">{t('rotas.until', { at: format.dateTime(onDuty.until) })}</span>
            </>
          ),
      },
      {
        key: 'next',
        title: t('rotas.next'),
        width: 240,
        phone: 'value',
        render: ({ next }) =>
          next === null ? (
            '—'
          ) : (
            <>
              {next.name} <span className="quiet">{t('rotas.from', { at: format.dateTime(next.from) })}</span>
            </>
          ),
      },
      {
        key: 'gaps',
        title: t('rotas.gaps'),
        width: 240,
        phone: 'status',
        render: ({ gapMinutes, gapFrom }) =>
          gapMinutes === 0 ? (
            <StatusTag tone="ok">{t('rotas.covered')}</StatusTag>
          ) : (
            <span title={gapFrom === null ? undefined : t('rotas.gapFrom', { at: format.dateTime(gapFrom) })}>
              <StatusTag tone="warn">
                {t('rotas.gapOf', { hours: format.number(Math.max(0.1, Math.round(gapMinutes / 6) / 10)) })}
              </StatusTag>
            </span>
          ),
      },
      { key: 'timeZone', title: t('rotas.timeZone'), width: 150, render: (row) => row.timeZone },
      { key: 'note', title: t('rotas.note'), width: 200, hidden: true, render: (row) => row.note || '—' },
    ],
    [t, format],
  )
}
