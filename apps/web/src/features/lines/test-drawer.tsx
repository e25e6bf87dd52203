import { lineMeasurers } from '@netward/contract/line-quality-values'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import type { LineDetailRow } from './line.ts'
import { lineTestList, vantageRead } from './line-test.ts'
import { orderOf, TestFields, type TestValues, usualValues, type VantageOption } from './test-fields.tsx'

/** Starts a test of a line; its result is shown while it comes in. */
export function TestDrawer({
  line,
  open,
  onClose,
  onStarted,
}: {
  line: LineDetailRow
  open: boolean
  onClose: () => void
  onStarted: (testId: string) => void
}) {
  const { t } = useTranslation()
  const read = useApi(vantageRead, { lineId: line.id }, { enabled: open })
  const start = useAct('POST /dial/api/v1/line/:lineId/test', { errors: 'caller', refresh: [lineTestList] })
  const items = read.data?.items ?? []
  const options: VantageOption[] = lineMeasurers.map((value) => {
    const refusal = items.find(({ vantage }) => vantage === value)?.refusal ?? null
    const label = t(`lineTests.vantages.${value}`)
    return refusal === null
      ? { value, label }
      : { value, label: `${label} · ${t(`lineTests.refusals.${refusal}`)}`, disabled: true }
  })
  const possible = options.find(({ disabled }) => disabled !== true)?.value ?? ''
  const initialValues = useMemo((): TestValues => {
    const { host = '', url = '', name = '' } = read.data?.targets ?? {}
    return { ...usualValues, vantage: possible, host, url, name }
  }, [read.data, possible])
  // The form takes its first values when it opens.
  const isKnown = read.data !== undefined
  return (
    <FormDrawer<TestValues>
      title={t('lineTests.runTitle', { name: line.name })}
      open={open && isKnown}
      onClose={onClose}
      initialValues={initialValues}
      submitText={t('lineTests.run')}
      savedText={false}
      blocked={possible === '' ? t('errors.line_test.no_vantage') : undefined}
      onSubmit={async (values) => {
        const { testId } = await start.mutateAsync({ lineId: line.id, ...orderOf(values) })
        onStarted(testId)
      }}
    >
      <p className="line-note">{t('lineTests.runHint')}</p>
      <TestFields vantages={options} />
    </FormDrawer>
  )
}
