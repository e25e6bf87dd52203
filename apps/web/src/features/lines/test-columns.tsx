import { Button } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import type { ListColumn } from '../../ui/list-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type BatchTest, stateText, summaryText, toneOf } from './line-test.ts'

/** Of tests of several lines: with the line of each. */
export function useTestColumns(onShow: (testId: string) => void): readonly ListColumn<BatchTest>[] {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  return useMemo(() => {
    const company: ListColumn<BatchTest> = {
      key: 'companyName',
      title: t('lines.company'),
      width: 150,
      render: ({ companyName }) => companyName,
    }
    return [
      {
        key: 'line',
        title: t('lines.name'),
        width: 170,
        render: ({ lineId, lineName }) => (
          <RowLink to={`${paths.line(lineId)}?tab=tests`}>{lineName}</RowLink>
        ),
      },
      {
        key: 'outlet',
        title: t('lines.outlet'),
        width: 170,
        phone: 'value',
        render: ({ outletId, outletName }) => <RowLink to={paths.outlet(outletId)}>{outletName}</RowLink>,
      },
      ...(several ? [company] : []),
      {
        key: 'state',
        title: t('lineTests.state'),
        width: 120,
        phone: 'status',
        render: (test) => <StatusTag tone={toneOf(test)}>{stateText(test, t)}</StatusTag>,
      },
      {
        key: 'result',
        title: t('lineTests.result'),
        width: 300,
        phone: 'value',
        render: (test) => (
          <Button type="link" size="small" onClick={() => onShow(test.id)}>
            {summaryText(test, t)}
          </Button>
        ),
      },
      {
        key: 'vantage',
        title: t('lineTests.vantage'),
        width: 150,
        render: ({ vantage }) =>
          vantage === null ? t('lineTests.vantageNone') : t(`lineTests.vantages.${vantage}`),
      },
      {
        key: 'endedAt',
        title: t('lineTests.endedAt'),
        width: 130,
        render: ({ endedAt }) => (endedAt === null ? '—' : <RelativeTime at={endedAt} />),
      },
    ]
  }, [t, several, onShow])
}
