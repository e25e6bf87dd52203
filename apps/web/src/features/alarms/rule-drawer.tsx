import { ruleOrders } from '@netward/contract/alarm-values'
import { lineProfileKinds } from '@netward/contract/line-profiles'
import { deviceTypes } from '@netward/contract/device-values'
import { Form, Input, Radio, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useProductStop } from '../../lib/use-product-stop.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { settableSeverities } from './alarm.ts'
import type { AlarmRule } from './rule-list.tsx'
import { RuleCondition } from './rule-condition.tsx'
import { definitionOf, isOfLines, type RuleValues as Values, valuesOf } from './rule-values.ts'
import { useShippedRunbook } from './use-shipped-runbook.ts'
import { useRuleSentence } from './rule-sentence.ts'
import { RuleTrial } from './rule-trial.tsx'
import { UpdatedNote } from './updated-rule.tsx'
import { useRuleName } from '../../lib/use-rule-name.ts'

/** Adds a rule, or changes one: of a shipped rule the company gets a copy. */
export function RuleDrawer({
  rule,
  open,
  onClose,
}: {
  /** Null: a new one. */
  rule: AlarmRule | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { companyId } = useCompanyScope()
  const ruleName = useRuleName()
  const shippedRunbook = useShippedRunbook()
  const refresh = { errors: 'caller', refresh: ['GET /monitor/api/v1/alarm/rules'] } as const
  const add = useAct('POST /monitor/api/v1/alarm/rules', refresh)
  const edit = useAct('PUT /monitor/api/v1/alarm/rules/:key', refresh)
  const initialValues = useMemo(() => valuesOf(rule), [rule])
  const named = rule === null || !rule.shipped
  // Of a fact there is its severity to choose, and whether it raises.
  const ofFact = rule?.definition.of.kind === 'fact'
  return (
    <FormDrawer<Values>
      key={rule?.key ?? 'new'}
      title={
        rule === null
          ? t('alarms.rules.add')
          : t('alarms.rules.editTitle', { name: ruleName(rule.key, rule.name) })
      }
      open={open}
      onClose={onClose}
      width={560}
      initialValues={initialValues}
      fieldOf={(field) => field.replace(/^definition\./, '')}
      onSubmit={async (values) => {
        const definition = definitionOf(values)
        const { watch } = values
        if (rule === null) return add.mutateAsync({ name: values.name, watch, definition })
        return edit.mutateAsync({
          key: rule.key,
          enabled: rule.enabled,
          watch,
          definition,
          ...(named && { name: values.name }),
        })
      }}
    >
      {rule !== null && <UpdatedNote rule={rule} />}
      {named && (
        <Form.Item
          name="name"
          label={t('alarms.rules.name')}
          rules={[{ required: true, whitespace: true, message: t('alarms.rules.nameEmpty') }]}
        >
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
      )}
      {!ofFact && <RuleCondition />}
      <Form.Item name="severity" label={t('alarms.severity')}>
        <Select
          options={settableSeverities.map((value) => ({ value, label: t(`alarms.severities.${value}`) }))}
        />
      </Form.Item>
      <OpensOrder />
      {!ofFact && (
        <>
          <Place companyId={companyId} open={open} />
          <Form.Item name="watch" label={t('alarms.rules.mode')} extra={t('alarms.rules.modeHint')}>
            <Radio.Group
              options={[
                { value: true, label: t('alarms.rules.modes.watch') },
                { value: false, label: t('alarms.rules.modes.raise') },
              ]}
            />
          </Form.Item>
          <Sentence />
        </>
      )}
      <Form.Item
        name="runbook"
        label={t('alarms.rules.runbook')}
        extra={rule?.shipped === true ? t('alarms.rules.runbookShipped') : t('alarms.rules.runbookHint')}
      >
        <Input.TextArea rows={4} maxLength={4000} showCount placeholder={shippedRunbook(rule?.key ?? '')} />
      </Form.Item>
    </FormDrawer>
  )
}

const orders = ['work_orders'] as const

/** Whether it opens work orders; nothing where the company has none. */
function OpensOrder() {
  const { t } = useTranslation()
  if (useProductStop(orders) !== null) return null
  return (
    <Form.Item name="order" label={t('alarms.rules.order')} extra={t('alarms.rules.orderHint')}>
      <Select options={ruleOrders.map((value) => ({ value, label: t(`alarms.rules.orders.${value}`) }))} />
    </Form.Item>
  )
}

function Place({ companyId, open }: { companyId: string; open: boolean }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance<Values>()
  const what = Form.useWatch('what', form) ?? 'cpu_usage'
  const outlets = useApi(
    'GET /api/v1/outlet/choices',
    { companyId },
    { enabled: open, keepPrevious: true },
  ).data
  return (
    <>
      {isOfLines(what) ? (
        <Form.Item name="lineProfiles" label={t('lines.profile')} extra={t('alarms.rules.everyHint')}>
          <Select
            mode="multiple"
            allowClear
            options={lineProfileKinds.map((value) => ({ value, label: t(`lines.profiles.${value}`) }))}
          />
        </Form.Item>
      ) : (
        <>
          <Form.Item name="types" label={t('equipment.type')} extra={t('alarms.rules.everyHint')}>
            <Select
              mode="multiple"
              allowClear
              options={deviceTypes.map((value) => ({ value, label: t(`equipment.types.${value}`) }))}
            />
          </Form.Item>
          <Form.Item name="tags" label={t('equipment.tags')}>
            <Select mode="tags" allowClear open={false} suffixIcon={null} />
          </Form.Item>
        </>
      )}
      <Form.Item name="outletIds" label={t('equipment.outlet')}>
        <Select
          mode="multiple"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          options={(outlets ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
    </>
  )
}

/** What the form says, as the list will show it. */
function Sentence() {
  const { t } = useTranslation()
  const form = Form.useFormInstance<Values>()
  const values = Form.useWatch((all: Values) => all, form)
  const sentence = useRuleSentence()
  if (values?.what === undefined) return null
  const shown = { ...valuesOf(null), ...values, of: { ...valuesOf(null).of, ...values.of } }
  const definition = definitionOf(shown)
  const { when } = sentence({ ...definition, outletIds: [] }, [])
  return (
    <>
      <p>
        <strong>{t('alarms.rules.preview')}</strong> {when}
      </p>
      <RuleTrial definition={definition} />
    </>
  )
}
