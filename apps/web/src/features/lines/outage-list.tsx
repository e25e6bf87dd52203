import { outageCauses, responsibilities } from '@netward/contract/line-quality-values'
import { isps } from '@netward/contract/outlet-values'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useCompanyField } from '../../ui/use-company-field.ts'
import { useOutletField } from '../../ui/use-outlet-field.ts'
import { usePlaceFields } from '../../ui/use-place-fields.ts'
import { everyOutage, type PlacedOutage, percentText } from './line.ts'

/** The ledger of all lines in sight: what panels of outages count. */
export function OutageList() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const columns = useColumns(several)
  const fields = useFields(several)
  useLiveReads(everyOutage, ['line.changed'])
  return (
    <ListPage
      name="lineOutages"
      title={t('shell.titles.lineOutages')}
      endpoint={everyOutage}
      columns={columns}
      fields={fields}
      rowKey={({ id }) => id}
      actions={<RowLink to={paths.lines}>{t('shell.titles.lines')}</RowLink>}
      empty={<EmptyState title={t('lines.outageListNone')} />}
    />
  )
}

function useFields(several: boolean): readonly SearchField[] {
  const { t } = useTranslation()
  const company = useCompanyField(several)
  const outlet = useOutletField()
  const place = usePlaceFields()
  return useMemo(
    (): readonly SearchField[] => [
      { kind: 'moment', name: 'from', label: t('lines.outageFrom') },
      { kind: 'moment', name: 'to', label: t('lines.outageTo') },
      {
        kind: 'multi',
        name: 'cause',
        label: t('lines.cause'),
        options: outageCauses.map((value) => ({ value, label: t(`lines.causes.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'responsibility',
        label: t('lines.responsibility'),
        options: responsibilities.map((value) => ({ value, label: t(`lines.responsibilities.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'isp',
        label: t('lines.isp'),
        options: isps.map((value) => ({ value, label: t(`outlets.isps.${value}`) })),
      },
      {
        kind: 'select',
        name: 'counted',
        label: t('lines.countedField'),
        options: [{ value: 'yes', label: t('lines.countedYes') }],
      },
      // A line is always in a site.
      ...outlet.map((field) =>
        field.kind === 'select'
          ? { ...field, options: (field.options ?? []).filter(({ value }) => value !== '0') }
          : field,
      ),
      ...place,
      ...(several ? [company] : []),
    ],
    [t, several, company, outlet, place],
  )
}

function useColumns(several: boolean): readonly ListColumn<PlacedOutage>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<PlacedOutage>[] => [
      {
        key: 'began',
        title: t('lines.began'),
        width: 170,
        render: ({ beganAt }) => format.dateTime(beganAt),
      },
      {
        key: 'line',
        title: t('lines.name'),
        width: 170,
        phone: 'value',
        render: ({ lineId, lineName }) => (
          <RowLink to={`${paths.line(lineId)}?tab=outages`}>{lineName}</RowLink>
        ),
      },
      {
        key: 'outlet',
        title: t('lines.outlet'),
        width: 170,
        phone: 'value',
        render: ({ outletId, outletName }) => <RowLink to={paths.outlet(outletId)}>{outletName}</RowLink>,
      },
      ...(several
        ? [
            {
              key: 'companyName',
              title: t('lines.company'),
              width: 150,
              render: ({ companyName }: PlacedOutage) => companyName,
            } as const,
          ]
        : []),
      {
        key: 'ended',
        title: t('lines.ended'),
        width: 170,
        phone: 'value',
        render: ({ endedAt }) => (endedAt === null ? t('lines.lasts') : format.dateTime(endedAt)),
      },
      {
        key: 'down',
        title: t('lines.outageMinutes'),
        width: 130,
        phone: 'value',
        render: ({ downMinutes }) => format.number(downMinutes),
      },
      { key: 'worst', title: t('lines.loss'), width: 100, render: ({ worstLoss }) => percentText(worstLoss) },
      {
        key: 'cause',
        title: t('lines.cause'),
        width: 120,
        phone: 'value',
        render: ({ cause }) => t(`lines.causes.${cause}`),
      },
      {
        key: 'responsibility',
        title: t('lines.responsibility'),
        width: 120,
        render: ({ responsibility }) => t(`lines.responsibilities.${responsibility}`),
      },
      {
        key: 'isp',
        title: t('lines.isp'),
        width: 130,
        render: (row) => row.ispName || t(`outlets.isps.${row.isp}`),
      },
      {
        key: 'view',
        title: t('lines.secondView'),
        width: 200,
        render: (one) =>
          t(
            one.secondBy === 'ping'
              ? `lines.secondPings.${one.secondView}`
              : `lines.secondViews.${one.secondView}`,
          ),
      },
      { key: 'note', title: t('lines.note'), width: 200, render: ({ note }) => note || '—' },
    ],
    [t, several, format],
  )
}
