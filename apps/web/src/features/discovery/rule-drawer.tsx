import { addableTypes } from '@netward/contract/device-values'
import { Form, Input, Select, Switch } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { OutletSelect } from '../../ui/outlet-select.tsx'
import { afterRule, type RuleRow } from './discovery.ts'

interface Values {
  name: string
  enabled: boolean
  types: (typeof addableTypes)[number][]
  vendor: string
  range: string
  outletId: string | undefined
  namePattern: string
  tags: string[]
}

const valuesOf = (rule: RuleRow | null): Values => ({
  name: rule?.name ?? '',
  enabled: rule?.enabled ?? true,
  types: rule?.types ?? [],
  vendor: rule?.vendor ?? '',
  range: rule?.range ?? '',
  outletId: rule?.outletId ?? undefined,
  namePattern: rule?.namePattern ?? '{name}',
  tags: rule?.tags ?? [],
})

const sent = ({ range, outletId, ...values }: Values) => ({
  ...values,
  range: range.trim() === '' ? null : range.trim(),
  outletId: outletId ?? null,
})

/** Adds a rule, or changes one. */
export function RuleDrawer(props: { rule: RuleRow | null; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { companyId } = useCompanyScope()
  const { rule, open, onClose } = props
  const create = useAct('POST /monitor/api/v1/discovery/rule', { errors: 'caller', refresh: afterRule })
  const edit = useAct('PUT /monitor/api/v1/discovery/rule/:ruleId', { errors: 'caller', refresh: afterRule })
  const initialValues = useMemo(() => valuesOf(rule), [rule])
  return (
    <FormDrawer<Values>
      key={rule?.id ?? 'new'}
      title={t(rule === null ? 'discovery.rules.addTitle' : 'discovery.rules.editTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={(values) =>
        rule === null
          ? create.mutateAsync(sent(values))
          : edit.mutateAsync({ ruleId: rule.id, ...sent(values) })
      }
    >
      <Form.Item
        name="name"
        label={t('discovery.rules.name')}
        rules={[{ required: true, whitespace: true, message: t('discovery.rules.nameEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="enabled" label={t('discovery.rules.enabled')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="types" label={t('equipment.type')} extra={t('discovery.rules.any')}>
        <Select
          mode="multiple"
          options={addableTypes.map((value) => ({ value, label: t(`equipment.types.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="vendor" label={t('equipment.brand')} extra={t('discovery.rules.any')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="range" label={t('discovery.ranges')} extra={t('discovery.rules.any')}>
        <Input maxLength={50} autoComplete="off" spellCheck={false} placeholder="10.1.0.0/24" />
      </Form.Item>
      <Form.Item name="outletId" label={t('discovery.rules.outlet')} extra={t('discovery.rules.outletHint')}>
        <OutletSelect companyId={companyId} enabled={open} />
      </Form.Item>
      <Form.Item
        name="namePattern"
        label={t('discovery.rules.pattern')}
        extra={t('discovery.rules.patternHint')}
        rules={[{ required: true, whitespace: true, message: t('equipment.nameEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="tags" label={t('equipment.tags')}>
        <Select mode="tags" open={false} maxCount={20} tokenSeparators={[',']} />
      </Form.Item>
    </FormDrawer>
  )
}
