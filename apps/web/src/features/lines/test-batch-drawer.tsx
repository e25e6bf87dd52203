import { lineMeasurers, lineStates } from '@netward/contract/line-quality-values'
import { lineTestLimits } from '@netward/contract/line-test-values'
import { isps, lineTypes } from '@netward/contract/outlet-values'
import { useNavigate } from '@tanstack/react-router'
import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { batchList } from './line-test.ts'
import { orderOf, TestFields, type TestValues, usualValues } from './test-fields.tsx'

interface Values extends TestValues {
  isp: (typeof isps)[number][]
  type: (typeof lineTypes)[number][]
  states: (typeof lineStates)[number][]
}

const initialValues: Values = { ...usualValues, isp: [], type: [], states: [] }

/** Tests many lines the same way: those that are chosen, or those that fit filters. Then opens the progress. */
export function TestBatchDrawer({
  lineIds,
  open,
  onClose,
  onDone,
}: {
  /** Null: by filters. */
  lineIds: readonly string[] | null
  open: boolean
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const start = useAct('POST /dial/api/v1/test/batch', { errors: 'caller', refresh: [batchList] })
  return (
    <FormDrawer<Values>
      title={
        lineIds === null
          ? t('lineTests.manyAllTitle', { most: lineTestLimits.lines })
          : t('lineTests.manyTitle', { count: lineIds.length })
      }
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      submitText={t('lineTests.many')}
      savedText={false}
      onSubmit={async ({ isp, type, states, ...values }) => {
        const which = lineIds === null ? { filter: { isp, type, state: states } } : { lineIds: [...lineIds] }
        const { batchId, lines } = await start.mutateAsync({ ...which, ...orderOf(values) })
        notify.success(t('lineTests.manyStarted', { count: lines }))
        onDone()
        void navigate({ to: paths.lineTestBatch(batchId) })
      }}
    >
      <p className="line-note">{t('lineTests.manyHint')}</p>
      {lineIds === null && (
        <>
          <Form.Item name="isp" label={t('lines.isp')}>
            <Select
              mode="multiple"
              options={isps.map((value) => ({ value, label: t(`outlets.isps.${value}`) }))}
            />
          </Form.Item>
          <Form.Item name="type" label={t('lines.type')}>
            <Select
              mode="multiple"
              options={lineTypes.map((value) => ({ value, label: t(`outlets.lineTypes.${value}`) }))}
            />
          </Form.Item>
          <Form.Item name="states" label={t('lines.state')}>
            <Select
              mode="multiple"
              options={lineStates.map((value) => ({ value, label: t(`lines.states.${value}`) }))}
            />
          </Form.Item>
        </>
      )}
      <TestFields
        vantages={[
          { value: '', label: t('lineTests.auto') },
          ...lineMeasurers.map((value) => ({ value, label: t(`lineTests.vantages.${value}`) })),
        ]}
      />
    </FormDrawer>
  )
}
