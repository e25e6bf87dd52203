import { lineProfileKinds } from '@netward/contract/line-profiles'
import { lineStates, lineTargets } from '@netward/contract/line-quality-values'
import { isps, lineTypes } from '@netward/contract/outlet-values'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage, type Selection } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useCompanyField } from '../../ui/use-company-field.ts'
import { useOpenedFields } from '../../ui/use-opened-fields.ts'
import { useOutletField } from '../../ui/use-outlet-field.ts'
import { usePlaceFields } from '../../ui/use-place-fields.ts'
import { lineList, type LineRow, msText, percentText, scoreText, stateTones } from './line.ts'
import { LinesOnTarget } from './lines-on-target.tsx'
import { MinuteBar, MinuteLegend } from './minute-bar.tsx'
import { NetworkImport } from './network-import.tsx'
import { TestBatchDrawer } from './test-batch-drawer.tsx'

export function LineList() {
  return useMay('DMS_SERVER_LINE') ? <List /> : <NoPermissionState />
}

/** How internet lines do: now, in a day and in a week. */
function List() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const columns = useColumns(several)
  const fields = useFields(several)
  useLiveReads(lineList, ['line.changed'])
  const mayTest = useMay('DMS_SERVER_LINE_TEST')
  const [chosen, setChosen] = useState<Selection<LineRow> | null>(null)
  const batchActions = useCallback(
    (selection: Selection<LineRow>) => (
      <Button onClick={() => setChosen(selection)}>{t('lineTests.many')}</Button>
    ),
    [t],
  )
  return (
    <>
      <ListPage
        name="lines"
        title={t('shell.titles.lines')}
        endpoint={lineList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        defaultSort="name"
        exportCsv={{ endpoint: 'POST /dial/api/v1/line/export', label: t('lines.exportLabel') }}
        actions={
          <>
            <NetworkImport />
            <Button href={`#${paths.lineOutages}`}>{t('shell.titles.lineOutages')}</Button>
            <Button href={`#${paths.lineTestRuns}`}>{t('shell.titles.lineTestRuns')}</Button>
            <Button href={`#${paths.lineTestBatches}`}>{t('shell.titles.lineTestBatches')}</Button>
            <Button href={`#${paths.lineProfiles}`}>{t('shell.titles.lineProfiles')}</Button>
          </>
        }
        {...(mayTest && { batchActions })}
        summary={
          <>
            <LinesOnTarget />
            <MinuteLegend />
          </>
        }
        empty={
          <EmptyState
            title={t('lines.none')}
            hint={t('lines.noneHint')}
            action={<Button href={`#${paths.outlets}`}>{t('shell.titles.outlets')}</Button>}
          />
        }
      />
      <TestBatchDrawer
        lineIds={chosen?.ids ?? []}
        open={chosen !== null}
        onClose={() => setChosen(null)}
        onDone={() => chosen?.clear()}
      />
    </>
  )
}

function useFields(several: boolean): readonly SearchField[] {
  const { t } = useTranslation()
  const company = useCompanyField(several)
  const outlet = useOutletField()
  const place = usePlaceFields()
  const opened = useOpenedFields(
    useMemo(
      (): readonly SearchField[] => [
        { kind: 'moment', name: 'outageFrom', label: t('panels.listFields.outageFrom') },
        { kind: 'moment', name: 'outageTo', label: t('panels.listFields.outageTo') },
      ],
      [t],
    ),
  )
  return useMemo(
    (): readonly SearchField[] => [
      { kind: 'text', name: 'search', label: t('lines.searchLabel'), placeholder: t('lines.search') },
      {
        kind: 'multi',
        name: 'state',
        label: t('lines.state'),
        options: lineStates.map((value) => ({ value, label: t(`lines.states.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'isp',
        label: t('lines.isp'),
        options: isps.map((value) => ({ value, label: t(`outlets.isps.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'type',
        label: t('lines.type'),
        options: lineTypes.map((value) => ({ value, label: t(`outlets.lineTypes.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'profile',
        label: t('lines.profile'),
        options: lineProfileKinds.map((value) => ({ value, label: t(`lines.profiles.${value}`) })),
      },
      ...(['dayTarget', 'weekTarget'] as const).map((name): SearchField => ({
        kind: 'multi',
        name,
        label: t(`lines.csv.${name}`),
        options: lineTargets.map((value) => ({ value, label: t(`lines.onTarget.states.${value}`) })),
      })),
      // A line is always in a site.
      ...outlet.map((field) =>
        field.kind === 'select'
          ? { ...field, options: (field.options ?? []).filter(({ value }) => value !== '0') }
          : field,
      ),
      ...place,
      ...opened,
      ...(several ? [company] : []),
    ],
    [t, several, company, outlet, place, opened],
  )
}

function useColumns(several: boolean): readonly ListColumn<LineRow>[] {
  const { t } = useTranslation()
  return useMemo((): readonly ListColumn<LineRow>[] => {
    const three = (row: LineRow, text: (means: LineRow['now']) => string) => (
      <>
        {text(row.now)}
        <span className="quiet">
          {' '}
          / {text(row.day)} / {text(row.week)}
        </span>
      </>
    )
    const titled = (name: string) => `${name} (${t('lines.now')} / ${t('lines.day')} / ${t('lines.week')})`
    return [
      {
        key: 'name',
        title: t('lines.name'),
        width: 170,
        sortable: true,
        render: (row) => <RowLink to={paths.line(row.id)}>{row.name}</RowLink>,
      },
      {
        key: 'outletName',
        title: t('lines.outlet'),
        width: 160,
        phone: 'value',
        render: (row) => <RowLink to={paths.outlet(row.outletId)}>{row.outletName}</RowLink>,
      },
      ...(several
        ? [
            {
              key: 'companyName',
              title: t('lines.company'),
              width: 150,
              render: ({ companyName }: LineRow) => companyName,
            } as const,
          ]
        : []),
      {
        key: 'state',
        title: t('lines.state'),
        width: 110,
        phone: 'status',
        render: ({ state }) => <StatusTag tone={stateTones[state]}>{t(`lines.states.${state}`)}</StatusTag>,
      },
      {
        key: 'hours',
        title: t('lines.hours'),
        width: 170,
        phone: 'value',
        render: ({ hours }) => <MinuteBar letters={hours} of="hours" />,
      },
      {
        key: 'loss',
        title: titled(t('lines.loss')),
        width: 190,
        sortable: true,
        phone: 'value',
        render: (row) => three(row, ({ loss }) => percentText(loss)),
      },
      {
        key: 'rtt',
        title: titled(t('lines.rtt')),
        width: 220,
        sortable: true,
        phone: 'value',
        render: (row) => three(row, ({ rtt }) => msText(rtt)),
      },
      {
        key: 'jitter',
        title: titled(t('lines.jitter')),
        width: 200,
        sortable: true,
        render: (row) => three(row, ({ jitter }) => msText(jitter)),
      },
      {
        key: 'mos',
        title: titled(t('lines.mos')),
        width: 160,
        sortable: true,
        render: (row) => three(row, ({ mos }) => scoreText(mos)),
      },
      {
        key: 'target',
        title: `${t('lines.onTarget.column')} (${t('lines.day')} / ${t('lines.week')})`,
        width: 190,
        render: ({ dayTarget, weekTarget }) =>
          [dayTarget, weekTarget]
            .map((target) => (target === null ? '—' : t(`lines.onTarget.states.${target}`)))
            .join(' / '),
      },
      {
        key: 'isp',
        title: t('lines.isp'),
        width: 130,
        render: (row) => row.ispName || t(`outlets.isps.${row.isp}`),
      },
      {
        key: 'profile',
        title: t('lines.profile'),
        width: 130,
        render: ({ profile }) => t(`lines.profiles.${profile}`),
      },
      {
        key: 'measuredBy',
        title: t('lines.measuredBy'),
        width: 150,
        render: ({ measuredBy }) => (measuredBy === null ? '—' : t(`lines.measurers.${measuredBy}`)),
      },
      {
        key: 'measuredAt',
        title: t('lines.measuredAt'),
        width: 130,
        render: ({ measuredAt }) => <RelativeTime at={measuredAt} />,
      },
    ]
  }, [t, several])
}
