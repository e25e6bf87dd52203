import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import type { ListColumn } from '../../ui/list-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type AdvisoryRow, rangeText, stateTones } from './advisory.ts'
import { AdvisorySeverityTag } from '../../ui/severity-tag.tsx'

const dash = '—'

export function useAdvisoryColumns(several: boolean): readonly ListColumn<AdvisoryRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<AdvisoryRow>[] => [
      {
        key: 'code',
        title: t('advisories.code'),
        width: 160,
        sortable: true,
        render: ({ id, code }) => <RowLink to={paths.advisory(id)}>{code}</RowLink>,
      },
      {
        key: 'severity',
        title: t('advisories.severity'),
        width: 120,
        sortable: true,
        render: ({ severity, cvss }) => (
          <>
            <AdvisorySeverityTag severity={severity} /> {cvss !== null && format.number(cvss)}
          </>
        ),
      },
      {
        key: 'state',
        title: t('advisories.state'),
        width: 110,
        phone: 'status',
        render: ({ state }) => (
          <StatusTag tone={stateTones[state]}>{t(`advisories.states.${state}`)}</StatusTag>
        ),
      },
      {
        key: 'affected',
        title: t('advisories.affected'),
        width: 160,
        sortable: true,
        phone: 'value',
        render: ({ affected }) => format.number(affected),
      },
      ...(several
        ? [
            {
              key: 'companies',
              title: t('advisories.companies'),
              width: 150,
              render: ({ companies }: AdvisoryRow) => format.number(companies),
            },
          ]
        : []),
      {
        key: 'title',
        title: t('advisories.title'),
        width: 260,
        phone: 'text',
        render: ({ title }) => title,
      },
      {
        key: 'vendor',
        title: t('advisories.vendor'),
        width: 190,
        render: ({ vendor, models }) =>
          `${vendor} · ${models.length === 0 ? t('advisories.allModels') : models.join(', ')}`,
      },
      {
        key: 'range',
        title: t('advisories.range'),
        width: 190,
        mono: true,
        render: (row) => rangeText(t, row),
      },
      {
        key: 'fixedVersion',
        title: t('advisories.fixedVersion'),
        width: 130,
        mono: true,
        hidden: true,
        render: ({ fixedVersion }) => fixedVersion || dash,
      },
      {
        key: 'publishedOn',
        title: t('advisories.publishedOn'),
        width: 120,
        sortable: true,
        render: ({ publishedOn }) => publishedOn ?? dash,
      },
      {
        key: 'publisher',
        title: t('advisories.publisher'),
        width: 140,
        hidden: true,
        render: ({ companyName }) => companyName ?? t('advisories.fromAbove'),
      },
    ],
    [t, format, several],
  )
}
