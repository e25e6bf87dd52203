import {
  type AlarmFact,
  alarmFacts,
  type AlarmSeverity,
  metricsWithOwnLimit,
  type RuleDefinition,
  type RuleOrder,
  ruleOrders,
  watchedStates,
} from '@netward/contract/alarm-values'
import { type LineProfileKind, lineProfileKinds } from '@netward/contract/line-profiles'
import { type DeviceType, deviceTypes } from '@netward/contract/device-values'
import { type MetricName, metricNames, metricOf } from '@netward/contract/metric-catalogue'
import { Form, Input, InputNumber, Radio, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { shownAs } from '../../lib/metric-format.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useProductStop } from '../../lib/use-product-stop.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { settableSeverities } from './alarm.ts'
import type { AlarmRule } from './rule-list.tsx'
import { useShippedRunbook } from './use-shipped-runbook.ts'
import { useRuleSentence } from './rule-sentence.ts'
import { RuleTrial } from './rule-trial.tsx'
import { useRuleName } from '../../lib/use-rule-name.ts'

type Metric = Extract<RuleDefinition['of'], { kind: 'metric' }>

interface Values {
  name: string
  /** A metric, or a state of the device. */
  what: string
  of: {
    compare: Metric['compare']
    parts: Metric['parts']
    ports: Metric['ports']
    raise: number | null
    clear: number | null
  }
  minutes: number
  bad: number
  last: number
  clearMinutes: number
  severity: AlarmSeverity
  types: DeviceType[]
  tags: string[]
  outletIds: string[]
  order: RuleOrder
  lineProfiles: LineProfileKind[]
  runbook: string
  watch: boolean
}

const isState = (what: string): what is (typeof watchedStates)[number] =>
  (watchedStates as readonly string[]).includes(what)

const isFact = (what: string): what is AlarmFact => (alarmFacts as readonly string[]).includes(what)

const isOfLines = (what: string): boolean =>
  !isState(what) && !isFact(what) && metricOf(what as MetricName).of === 'line'

function whatOf(of: RuleDefinition['of']): string {
  if (of.kind === 'state') return of.state
  return of.kind === 'fact' ? of.fact : of.metric
}

function conditionOf(what: string, of: Values['of']) {
  if (isState(what)) return { kind: 'state', state: what } as const
  if (isFact(what)) return { kind: 'fact', fact: what } as const
  return { kind: 'metric', metric: what as MetricName, ...of } as const
}

function valuesOf(rule: AlarmRule | null): Values {
  const definition = rule?.definition
  const of = definition?.of
  return {
    name: rule?.name ?? '',
    what: of === undefined ? 'cpu_usage' : whatOf(of),
    of:
      of?.kind === 'metric'
        ? { compare: of.compare, parts: of.parts, ports: of.ports, raise: of.raise, clear: of.clear }
        : { compare: 'above', parts: 'each', ports: 'all', raise: of === undefined ? 90 : null, clear: null },
    minutes: definition?.minutes ?? 10,
    bad: definition?.bad ?? 1,
    last: definition?.last ?? 1,
    clearMinutes: definition?.clearMinutes ?? 0,
    severity: definition?.severity ?? 'minor',
    types: [...(definition?.types ?? [])],
    tags: [...(definition?.tags ?? [])],
    outletIds: [...(definition?.outletIds ?? [])],
    order: definition?.order ?? 'none',
    lineProfiles: [...(definition?.lineProfiles ?? [])],
    runbook: definition?.runbook ?? '',
    // A new rule shows first what it would raise.
    watch: rule?.watch ?? true,
  }
}

function definitionOf({ what, of, name: _name, watch: _watch, order, ...rest }: Values) {
  return {
    ...rest,
    order: order ?? 'none',
    // Lines have neither a type of device nor tags, devices no profile.
    ...(isOfLines(what) ? { types: [], tags: [] } : { lineProfiles: [] }),
    of: conditionOf(what, of),
  }
}

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
      {named && (
        <Form.Item
          name="name"
          label={t('alarms.rules.name')}
          rules={[{ required: true, whitespace: true, message: t('alarms.rules.nameEmpty') }]}
        >
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
      )}
      {!ofFact && <Condition />}
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

function Condition() {
  const { t } = useTranslation()
  const form = Form.useFormInstance<Values>()
  const what = Form.useWatch('what', form) ?? 'cpu_usage'
  const compare = Form.useWatch(['of', 'compare'], form) ?? 'above'
  return (
    <>
      <Form.Item name="what" label={t('alarms.rules.what')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={[
            ...watchedStates.map((value) => ({ value, label: t(`alarms.rules.watched.${value}`) })),
            ...metricNames.map((value) => ({ value, label: t(`metrics.names.${value}`) })),
          ]}
        />
      </Form.Item>
      {!isState(what) && <MetricFields metric={what as MetricName} compare={compare} />}
      <div className="alarm-form-row">
        <Form.Item name="minutes" label={t('alarms.rules.minutes')} extra={t('alarms.rules.minutesHint')}>
          <InputNumber min={0} max={1440} precision={0} suffix={t('alarms.rules.minuteUnit')} />
        </Form.Item>
        <Form.Item name="clearMinutes" label={t('alarms.rules.clearMinutes')}>
          <InputNumber min={0} max={1440} precision={0} suffix={t('alarms.rules.minuteUnit')} />
        </Form.Item>
      </div>
    </>
  )
}

function MetricFields({ metric, compare }: { metric: MetricName; compare: Metric['compare'] }) {
  const { t } = useTranslation()
  const { kind, of: subject } = metricOf(metric)
  // Values are entered as the server counts them: octets a second where a chart shows bits.
  const unit =
    kind === 'counter' ? t('alarms.rules.perSecond', { unit: metricOf(metric).unit }) : shownAs(metric).unit
  const suffix = unit === '1' || unit === 'state' ? undefined : unit === 'Cel' ? '°C' : unit
  const ownLimit = metricsWithOwnLimit.has(metric) && compare === 'above'
  return (
    <>
      <div className="alarm-form-row">
        <Form.Item name={['of', 'compare']} label={t('alarms.rules.compare')}>
          <Select
            options={(['above', 'below', 'equal'] as const).map((value) => ({
              value,
              label: t(`alarms.rules.compares.${value}`),
            }))}
          />
        </Form.Item>
        <Form.Item
          name={['of', 'raise']}
          label={t('alarms.rules.raise')}
          extra={ownLimit ? t('alarms.rules.ownLimitHint') : undefined}
          rules={ownLimit ? [] : [{ required: true, message: t('alarms.rules.raiseEmpty') }]}
        >
          <InputNumber suffix={suffix} />
        </Form.Item>
      </div>
      <div className="alarm-form-row">
        {compare !== 'equal' && (
          <Form.Item
            name={['of', 'clear']}
            label={t('alarms.rules.clear')}
            extra={t('alarms.rules.clearHint')}
          >
            <InputNumber suffix={suffix} />
          </Form.Item>
        )}
        <Form.Item name={['of', 'parts']} label={t('alarms.rules.parts')}>
          <Select
            options={(['each', 'mean'] as const).map((value) => ({
              value,
              label: t(`alarms.rules.partsOf.${value}`),
            }))}
          />
        </Form.Item>
        {subject === 'interface' && (
          <Form.Item name={['of', 'ports']} label={t('alarms.rules.ports')}>
            <Select
              options={(['all', 'connected'] as const).map((value) => ({
                value,
                label: t(`alarms.rules.portsOf.${value}`),
              }))}
            />
          </Form.Item>
        )}
      </div>
      <div className="alarm-form-row">
        <Form.Item name="bad" label={t('alarms.rules.bad')}>
          <InputNumber min={1} max={20} precision={0} />
        </Form.Item>
        <Form.Item name="last" label={t('alarms.rules.last')}>
          <InputNumber min={1} max={20} precision={0} />
        </Form.Item>
      </div>
    </>
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
