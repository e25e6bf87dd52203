import { PlusOutlined } from '@ant-design/icons'
import { probeStandings } from '@netward/contract/probe-values'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useCompanyField } from '../../ui/use-company-field.ts'
import { useOutletField } from '../../ui/use-outlet-field.ts'
import { ProbeDrawer } from './probe-drawer.tsx'
import { type Installation, probeList, type ProbeRow, standingTones } from './probe.ts'
import { ProbeSetup } from './probe-setup.tsx'
import { clockText, spoolText } from './probe-text.ts'

export function ProbeList() {
  return useMay('DMS_SERVER_LINE') ? <List /> : <NoPermissionState />
}

/** Outlet probes: which are connected, and what waits on their disks. */
function List() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const columns = useColumns(several)
  const company = useCompanyField(several)
  const outlet = useOutletField()
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<{ name: string; installation: Installation } | null>(null)
  const fields = useMemo(
    (): readonly SearchField[] => [
      { kind: 'text', name: 'search', label: t('probes.searchLabel'), placeholder: t('probes.search') },
      {
        kind: 'multi',
        name: 'standing',
        label: t('probes.standing'),
        options: probeStandings.map((value) => ({ value, label: t(`probes.standings.${value}`) })),
      },
      // A probe always serves a site.
      ...outlet.map((field) =>
        field.kind === 'select'
          ? { ...field, options: (field.options ?? []).filter(({ value }) => value !== '0') }
          : field,
      ),
      ...(several ? [company] : []),
    ],
    [t, several, company, outlet],
  )
  useLiveReads(probeList, ['probe.changed'])
  const addButton = (
    <Permission codes={['DMS_SERVER_LINE_EDIT']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
        {t('probes.add')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="probes"
        title={t('shell.titles.probes')}
        endpoint={probeList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        defaultSort="name"
        actions={addButton}
        empty={<EmptyState title={t('probes.none')} hint={t('probes.noneHint')} action={addButton} />}
      />
      <ProbeDrawer
        probe={null}
        open={adding}
        onClose={() => setAdding(false)}
        onMade={(name, installation) => setMade({ name, installation })}
      />
      <ProbeSetup made={made} onClose={() => setMade(null)} />
    </>
  )
}

function useColumns(several: boolean): readonly ListColumn<ProbeRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<ProbeRow>[] => [
      {
        key: 'name',
        title: t('probes.name'),
        width: 180,
        sortable: true,
        render: (row) => <RowLink to={paths.probe(row.id)}>{row.name}</RowLink>,
      },
      ...(several
        ? [
            {
              key: 'companyName',
              title: t('probes.company'),
              width: 150,
              phone: 'value',
              render: ({ companyName }: ProbeRow) => companyName,
            } as const,
          ]
        : []),
      {
        key: 'standing',
        title: t('probes.standing'),
        width: 120,
        phone: 'status',
        render: ({ standing }) => (
          <StatusTag tone={standingTones[standing]}>{t(`probes.standings.${standing}`)}</StatusTag>
        ),
      },
      {
        key: 'outlets',
        title: t('probes.outlets'),
        width: 180,
        phone: 'value',
        render: ({ outlets }) => outlets.map(({ outletName }) => outletName).join(', ') || '—',
      },
      {
        key: 'devices',
        title: t('probes.devices'),
        width: 90,
        phone: 'value',
        render: ({ devices }) => format.number(devices),
      },
      {
        key: 'lines',
        title: t('probes.lines'),
        width: 90,
        render: ({ lines }) => format.number(lines),
      },
      { key: 'spool', title: t('probes.spool'), width: 200, render: (row) => spoolText(row, t, format) },
      {
        key: 'reach',
        title: t('probes.reach'),
        width: 150,
        render: ({ reach }) => (reach === null ? '—' : t(`probes.reaches.${reach}`)),
      },
      { key: 'clock', title: t('probes.clockError'), width: 150, render: (row) => clockText(row, t, format) },
      {
        key: 'address',
        title: t('probes.address'),
        width: 150,
        mono: true,
        render: ({ address }) => address ?? '—',
      },
      { key: 'version', title: t('probes.version'), width: 100, render: ({ version }) => version || '—' },
      {
        key: 'seenAt',
        title: t('probes.seenAt'),
        width: 130,
        sortable: true,
        render: ({ seenAt }) => <RelativeTime at={seenAt} />,
      },
    ],
    [t, several, format],
  )
}
