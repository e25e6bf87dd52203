import { PlusOutlined } from '@ant-design/icons'
import { orderCategories } from '@netward/contract/work-order-values'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useAct, useApi } from '../../../lib/use-api.ts'
import { RowActs } from '../../../ui/row-acts.tsx'
import { type ListColumn, ListPage } from '../../../ui/list-page.tsx'
import type { SearchField } from '../../../ui/list-search-form.tsx'
import { Permission } from '../../../ui/permission.tsx'
import { RowLink } from '../../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../../ui/states.tsx'
import { engineerList, type EngineerRow } from '../order.ts'
import { EngineerDrawer } from './engineer-drawer.tsx'
import { ModeDrawer } from './mode-drawer.tsx'
import '../orders.css'

export function EngineerList() {
  return useMay('DMS_SERVER_WORK_ORDER') ? <List /> : <NoPermissionState />
}

/** How new orders are dispatched, and to whom. */
function List() {
  const { t } = useTranslation()
  const columns = useColumns()
  const [editing, setEditing] = useState<EngineerRow | 'new' | null>(null)
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('fieldWork.searchLabel'),
        placeholder: t('fieldWork.search'),
      },
      {
        kind: 'select',
        name: 'skill',
        label: t('fieldWork.skills'),
        options: orderCategories.map((value) => ({ value, label: t(`orders.categories.${value}`) })),
      },
    ],
    [t],
  )
  const rowActions = useCallback((row: EngineerRow) => <Acts row={row} onEdit={() => setEditing(row)} />, [])
  const add = (
    <Permission codes={['DMS_SERVER_SERVICE_LEVEL']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
        {t('fieldWork.add')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="engineers"
        title={t('shell.titles.workDispatch')}
        endpoint={engineerList}
        columns={columns}
        fields={fields}
        rowKey={({ personId }) => personId}
        rowName={({ name }) => name}
        rowActions={rowActions}
        actionsWidth={140}
        defaultSort="name"
        actions={
          <>
            <RowLink to={paths.externalEngineers}>{t('engineers.goExternals')}</RowLink>
            {add}
          </>
        }
        summary={<Mode />}
        empty={<EmptyState title={t('fieldWork.none')} hint={t('fieldWork.noneHint')} action={add} />}
      />
      <EngineerDrawer
        engineer={editing === 'new' ? null : editing}
        open={editing !== null}
        onClose={() => setEditing(null)}
      />
    </>
  )
}

function Mode() {
  const { t } = useTranslation()
  const setting = useApi('GET /api/v1/work/dispatch', {}).data
  const [open, setOpen] = useState(false)
  if (setting === undefined) return null
  const { mode, inheritedFrom } = setting
  return (
    <div className="order-orders">
      <strong>{t('fieldWork.mode')}</strong>
      <span>{t(`fieldWork.modes.${mode}`)}</span>
      <span className="quiet">
        {inheritedFrom === null
          ? t(`fieldWork.modeHints.${mode}`)
          : t('fieldWork.inherited', { company: inheritedFrom })}
      </span>
      <Permission codes={['DMS_SERVER_SERVICE_LEVEL']}>
        <Button size="small" onClick={() => setOpen(true)}>
          {t('fieldWork.change')}
        </Button>
      </Permission>
      <ModeDrawer mode={mode} open={open} onClose={() => setOpen(false)} />
    </div>
  )
}

function Acts({ row: { personId, name }, onEdit }: { row: EngineerRow; onEdit: () => void }) {
  const { t } = useTranslation()
  const remove = useAct('DELETE /api/v1/work/dispatch/engineer/:personId', { refresh: [engineerList] })
  return (
    <Permission codes={['DMS_SERVER_SERVICE_LEVEL']}>
      <RowActs
        name={name}
        onEdit={onEdit}
        removal={{
          title: t('fieldWork.removeTitle', { name }),
          text: t('fieldWork.removeText'),
          action: t('fieldWork.remove'),
          act: () => remove.mutateAsync({ personId }),
        }}
      />
    </Permission>
  )
}

function useColumns(): readonly ListColumn<EngineerRow>[] {
  const { t } = useTranslation()
  return useMemo(
    (): readonly ListColumn<EngineerRow>[] => [
      {
        key: 'name',
        title: t('fieldWork.engineer'),
        width: 140,
        sortable: true,
        render: ({ personId, name }) => <RowLink to={paths.engineer(personId)}>{name}</RowLink>,
      },
      {
        key: 'skills',
        title: t('fieldWork.skills'),
        width: 220,
        phone: 'long',
        render: ({ skills }) =>
          skills.length === 0
            ? t('fieldWork.skillsAll')
            : skills.map((skill) => t(`orders.categories.${skill}`)).join(', '),
      },
      {
        key: 'regions',
        title: t('fieldWork.regions'),
        width: 220,
        phone: 'long',
        render: ({ regions }) => (regions.length === 0 ? t('fieldWork.regionsAll') : regions.join(', ')),
      },
      {
        key: 'load',
        title: t('fieldWork.load'),
        width: 100,
        phone: 'status',
        render: ({ openOrders, mostOpen }) => t('fieldWork.loadOf', { open: openOrders, most: mostOpen }),
      },
      {
        key: 'rating',
        title: t('engineers.rating'),
        width: 220,
        phone: 'value',
        render: ({ rating: { mean, count } }) =>
          mean === null
            ? t('engineers.ratingFew', { count })
            : t('engineers.ratingOf', { mean: mean.toFixed(1), count }),
      },
      {
        key: 'certificateEnds',
        title: t('engineers.certificateEnds'),
        width: 130,
        render: ({ certificateEnds }) => certificateEnds ?? '—',
      },
      {
        key: 'hours',
        title: t('fieldWork.hours'),
        width: 230,
        render: ({ hours }) => t(`fieldWork.hoursOf.${hours}`),
      },
      {
        key: 'away',
        title: t('fieldWork.away'),
        width: 190,
        render: ({ awayFrom, awayUntil }) =>
          awayFrom === null || awayUntil === null
            ? '—'
            : t('fieldWork.awayOf', { from: awayFrom, until: awayUntil }),
      },
    ],
    [t],
  )
}
