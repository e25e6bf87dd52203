import { lineTestStates } from '@netward/contract/line-test-values'
import { linkTestKinds } from '@netward/contract/link-tests'
import { isps } from '@netward/contract/outlet-values'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useCompanyField } from '../../ui/use-company-field.ts'
import { usePlaceFields } from '../../ui/use-place-fields.ts'
import { type BatchTest, everyTest } from './line-test.ts'
import { useTestColumns } from './test-columns.tsx'
import { TestResultDrawer } from './test-result-drawer.tsx'

/** Tests of all lines in sight, asked for or scheduled: what the panel of tests counts. */
export function TestList() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const [shown, setShown] = useState<string | null>(null)
  const common = useTestColumns(setShown)
  const columns = useMemo((): readonly ListColumn<BatchTest>[] => {
    const kind: ListColumn<BatchTest> = {
      key: 'kind',
      title: t('lineTests.kind'),
      width: 120,
      phone: 'value',
      render: (test) => t(`lines.testKinds.${test.kind}`),
    }
    return [...common.slice(0, 1), kind, ...common.slice(1)]
  }, [t, common])
  const fields = useFields(several)
  useLiveReads(everyTest, ['line_test.changed'])
  return (
    <>
      <ListPage
        name="lineTestRuns"
        title={t('shell.titles.lineTestRuns')}
        endpoint={everyTest}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ lineName }) => lineName}
        actions={<RowLink to={paths.lines}>{t('shell.titles.lines')}</RowLink>}
        empty={<EmptyState title={t('lineTests.noneFound')} />}
      />
      {shown !== null && <TestResultDrawer testId={shown} contracted={null} onClose={() => setShown(null)} />}
    </>
  )
}

function useFields(several: boolean): readonly SearchField[] {
  const { t } = useTranslation()
  const company = useCompanyField(several)
  const place = usePlaceFields()
  return useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'multi',
        name: 'kind',
        label: t('lineTests.kind'),
        options: linkTestKinds.map((value) => ({ value, label: t(`lines.testKinds.${value}`) })),
      },
      {
        kind: 'select',
        name: 'passed',
        label: t('lineTests.passedField'),
        options: (['yes', 'no', 'any'] as const).map((value) => ({
          value,
          label: t(`lineTests.passedOf.${value}`),
        })),
      },
      {
        kind: 'multi',
        name: 'state',
        label: t('lineTests.state'),
        options: lineTestStates.map((value) => ({ value, label: t(`lineTests.states.${value}`) })),
      },
      {
        kind: 'multi',
        name: 'isp',
        label: t('lines.isp'),
        options: isps.map((value) => ({ value, label: t(`outlets.isps.${value}`) })),
      },
      { kind: 'moment', name: 'from', label: t('lineTests.from') },
      { kind: 'moment', name: 'to', label: t('lineTests.to') },
      ...place,
      ...(several ? [company] : []),
    ],
    [t, several, company, place],
  )
}
