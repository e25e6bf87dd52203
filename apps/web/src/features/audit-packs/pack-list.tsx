import { PlusOutlined } from '@ant-design/icons'
import { auditPackStates } from '@netward/contract/audit-pack-values'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMay } from '../../lib/permissions.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useDrawer } from '../../ui/use-drawer.ts'
import { type PackRow, packList, periodOf } from './audit-pack.ts'
import { PackActs } from './pack-acts.tsx'
import { PackDetails } from './pack-details.tsx'
import { PackDrawer } from './pack-drawer.tsx'
import './audit-packs.css'

const tones = { waiting: 'waiting', running: 'waiting', done: 'ok', failed: 'bad' } as const

const actsOf = (pack: PackRow) => <PackActs pack={pack} />

export function AuditPackList() {
  return useMay('DMS_SERVER_AUDIT_PACK') ? <List /> : <NoPermissionState />
}

/** Audit packs of the company acted in; the progress of one that is being made moves by itself. */
function List() {
  const { t } = useTranslation()
  const [making, setMaking] = useState(false)
  const { open, about, show, close } = useDrawer<PackRow>()
  useLiveReads(packList, ['audit_pack.changed'])
  const columns = useColumns(show)
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('auditPacks.searchLabel'),
        placeholder: t('auditPacks.search'),
      },
      {
        kind: 'multi',
        name: 'state',
        label: t('auditPacks.state'),
        options: auditPackStates.map((value) => ({ value, label: t(`auditPacks.states.${value}`) })),
      },
    ],
    [t],
  )
  const create = (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setMaking(true)}>
      {t('auditPacks.create')}
    </Button>
  )
  return (
    <>
      <ListPage
        name="auditPacks"
        title={t('shell.titles.auditPacks')}
        endpoint={packList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={periodOf}
        defaultSort="-createdAt"
        actions={create}
        summary={<p className="quiet">{t('auditPacks.kept')}</p>}
        rowActions={actsOf}
        empty={<EmptyState title={t('auditPacks.none')} hint={t('auditPacks.noneHint')} action={create} />}
      />
      <PackDrawer open={making} onClose={() => setMaking(false)} />
      <PackDetails pack={about} open={open} onClose={close} />
    </>
  )
}

function useColumns(show: (pack: PackRow) => void): readonly ListColumn<PackRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<PackRow>[] => [
      {
        key: 'period',
        title: t('auditPacks.period'),
        width: 220,
        render: (row) => (
          <Button
            type="link"
            size="small"
            className="audit-pack-open"
            aria-haspopup="dialog"
            onClick={() => show(row)}
          >
            {periodOf(row)}
          </Button>
        ),
      },
      {
        key: 'state',
        title: t('auditPacks.state'),
        width: 110,
        phone: 'status',
        render: ({ state }) => <StatusTag tone={tones[state]}>{t(`auditPacks.states.${state}`)}</StatusTag>,
      },
      {
        key: 'rows',
        title: t('auditPacks.rows'),
        width: 230,
        phone: 'value',
        render: ({ state, rows, sheetsDone, sheetsTotal }) =>
          state === 'running'
            ? t('auditPacks.progress', { done: sheetsDone, total: sheetsTotal, rows: format.number(rows) })
            : state === 'done'
              ? format.number(rows)
              : '—',
      },
      {
        key: 'size',
        title: t('auditPacks.size'),
        width: 100,
        render: ({ size }) => (size === null ? '—' : format.bytes(size)),
      },
      {
        key: 'language',
        title: t('auditPacks.language'),
        width: 90,
        render: ({ language }) => t(`lineReports.languages.${language}`),
      },
      {
        key: 'by',
        title: t('auditPacks.by'),
        width: 200,
        phone: 'value',
        render: ({ authorName, authorCompany }) =>
          authorCompany === null
            ? authorName
            : t('auditPacks.byFrom', { name: authorName, company: authorCompany }),
      },
      {
        key: 'createdAt',
        title: t('auditPacks.createdAt'),
        width: 170,
        sortable: true,
        phone: 'value',
        render: (row) => format.dateTime(row.createdAt),
      },
      {
        key: 'keptUntil',
        title: t('auditPacks.keptUntil'),
        width: 120,
        render: (row) => format.date(row.keptUntil),
      },
    ],
    [t, format, show],
  )
}
