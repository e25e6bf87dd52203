import { chartCodes } from '@netward/contract/panels/panel'
import { wallStates } from '@netward/contract/wall-values'
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useAct } from '../../../lib/use-api.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { type ListColumn, ListPage } from '../../../ui/list-page.tsx'
import type { SearchField } from '../../../ui/list-search-form.tsx'
import { EmptyState, NoPermissionState } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { useFilterText } from './filter-text.ts'
import { WallDrawer } from './wall-drawer.tsx'
import { wallList, type WallRow } from './walls.ts'

/** The wall screens of the company. */
export function WallList() {
  return useMay('DMS_SERVER_CENTER_WALL_SCREENS') ? <List /> : <NoPermissionState />
}

const noFilters = {}

function List() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const columns = useColumns()
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
      {t('walls.make')}
    </Button>
  )
  const fields = useMemo(
    (): readonly SearchField[] => [
      { kind: 'text', name: 'search', label: t('walls.name'), placeholder: t('walls.search') },
      {
        kind: 'select',
        name: 'state',
        label: t('walls.state'),
        options: wallStates.map((value) => ({ value, label: t(`walls.states.${value}`) })),
      },
    ],
    [t],
  )
  return (
    <>
      <ListPage
        name="walls"
        title={t('shell.titles.walls')}
        endpoint={wallList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowActions={actsOn}
        defaultSort="-createdAt"
        actions={add}
        empty={<EmptyState title={t('walls.empty')} hint={t('walls.emptyHint')} action={add} />}
      />
      <WallDrawer open={open} onClose={() => setOpen(false)} pages={[...chartCodes]} filters={noFilters} />
    </>
  )
}

const actsOn = (wall: WallRow) => (wall.mayEnd ? <EndButton wall={wall} /> : null)

function EndButton({ wall: { id, name } }: { wall: WallRow }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const end = useAct('POST /api/v1/chart/wall/:wallId/end', { refresh: [wallList] })
  const ask = () =>
    confirm({
      title: t('walls.endTitle', { name }),
      text: t('walls.endHint'),
      action: t('walls.end'),
      act: () => end.mutateAsync({ wallId: id }),
    })
  return (
    <Button
      type="link"
      size="small"
      danger
      aria-label={`${t('walls.end')} ${name}`}
      onClick={() => void ask()}
    >
      {t('walls.end')}
    </Button>
  )
}

function useColumns(): readonly ListColumn<WallRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const filterText = useFilterText()
  return useMemo(
    (): readonly ListColumn<WallRow>[] => [
      { key: 'name', title: t('walls.name'), width: 180, sortable: true, render: ({ name }) => name },
      {
        key: 'state',
        title: t('walls.state'),
        width: 200,
        phone: 'status',
        render: ({ state, endedBecause, endedBy }) => (
          <>
            <StatusTag tone={state === 'active' ? 'ok' : 'off'}>{t(`walls.states.${state}`)}</StatusTag>
            {endedBecause !== null && (
              <small className="quiet"> {t(`walls.because.${endedBecause}`, { name: endedBy ?? '' })}</small>
            )}
          </>
        ),
      },
      {
        key: 'pages',
        title: t('walls.pages'),
        width: 220,
        phone: 'value',
        render: ({ pages }) => pages.map((code) => t(`shell.titles.${code}`)).join(', '),
      },
      {
        key: 'filters',
        title: t('walls.scope'),
        width: 200,
        render: ({ filters, companyName, departmentName }) =>
          filterText(filters, { companyId: companyName, departmentId: departmentName }),
      },
      {
        key: 'ranges',
        title: t('walls.ranges'),
        width: 180,
        phone: 'value',
        render: ({ ranges }) => <span className="mono">{ranges.join(', ')}</span>,
      },
      { key: 'madeBy', title: t('walls.madeBy'), width: 120, render: ({ madeBy }) => madeBy },
      {
        key: 'lastSeenAt',
        title: t('walls.lastSeen'),
        width: 220,
        sortable: true,
        phone: 'value',
        render: ({ lastSeenAt, lastSeenAddress }) =>
          lastSeenAt === null
            ? t('walls.never')
            : `${format.dateTime(lastSeenAt)} ${t('walls.from', { address: lastSeenAddress ?? '' })}`,
      },
      {
        key: 'expiresAt',
        title: t('walls.expires'),
        width: 170,
        sortable: true,
        phone: 'value',
        render: ({ expiresAt }) => format.dateTime(expiresAt),
      },
    ],
    [t, format, filterText],
  )
}
