import type { SharingField } from '@netward/contract/sharing-values'
import { sharingFields, sharingKinds, sharingModes, sharingRules } from '@netward/contract/sharing-values'
import { Form, Input, InputNumber, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { useShownOnce } from '../../ui/shown-once.tsx'
import { FieldsItem, ScopeItems } from './scope-items.tsx'
import { afterIssued, type IssueInput } from './sharing.ts'

interface Values extends Omit<IssueInput, 'warehouseId' | 'mostUses'> {
  warehouseId?: string
  mostUses?: number | null
}

const empty: Values = {
  name: '',
  kind: 'engineers',
  skills: [],
  regions: [],
  modelIds: [],
  fields: [
    'name',
    'phone',
    'skills',
    'regions',
    'load',
    'model',
    'quantity',
    'serial',
    'warehouse',
    'address',
  ],
  mode: 'use',
  onEnd: 'finish',
  companyCode: '',
  days: 90,
}

/** Issues a key; its secret is shown once. */
export function IssueDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const show = useShownOnce()
  const issue = useAct('POST /api/v1/work/sharing/issued', { errors: 'caller', refresh: afterIssued })
  const submit = async ({
    warehouseId,
    mostUses,
    fields,
    kind,
    skills,
    regions,
    modelIds,
    ...values
  }: Values) => {
    const engineers = kind === 'engineers'
    const own: readonly SharingField[] = sharingFields[kind]
    const { secret } = await issue.mutateAsync({
      ...values,
      kind,
      fields: fields.filter((field) => own.includes(field)),
      ...(engineers ? { skills, regions } : { modelIds, warehouseId: warehouseId ?? null }),
      mostUses: mostUses ?? null,
    })
    show({
      title: t('sharing.secretTitle'),
      values: [{ label: t('sharing.secret'), value: secret }],
      text: t('sharing.secretText'),
    })
  }
  return (
    <FormDrawer<Values>
      title={t('sharing.issueTitle')}
      open={open}
      onClose={onClose}
      initialValues={empty}
      savedText={false}
      submitText={t('sharing.issue')}
      onSubmit={submit}
    >
      <Form.Item
        name="name"
        label={t('sharing.name')}
        extra={t('sharing.nameHint')}
        rules={[{ required: true, whitespace: true, message: t('sharing.nameEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="kind" label={t('sharing.kind')}>
        <Radio.Group options={sharingKinds.map((value) => ({ value, label: t(`sharing.kinds.${value}`) }))} />
      </Form.Item>
      <Scope open={open} />
      <Form.Item name="onEnd" label={t('sharing.onEnd')} extra={t('sharing.onEndHint')}>
        <Radio.Group
          className="sharing-choices"
          options={sharingRules.map((value) => ({ value, label: t(`sharing.rules.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="companyCode" label={t('sharing.companyCode')} extra={t('sharing.companyCodeHint')}>
        <Input maxLength={63} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="days"
        label={t('sharing.days')}
        rules={[{ required: true, message: t('sharing.daysEmpty') }]}
      >
        <InputNumber min={1} max={1095} precision={0} />
      </Form.Item>
      <Form.Item name="mostUses" label={t('sharing.mostUses')} extra={t('sharing.mostUsesHint')}>
        <InputNumber min={1} max={100_000} precision={0} />
      </Form.Item>
    </FormDrawer>
  )
}

function Scope({ open }: { open: boolean }) {
  const { t } = useTranslation()
  const kind = (Form.useWatch('kind') as Values['kind'] | undefined) ?? 'engineers'
  return (
    <>
      <ScopeItems kind={kind} open={open} />
      <FieldsItem kind={kind} offered={sharingFields[kind]} />
      <Form.Item name="mode" label={t('sharing.mode')} extra={t(`sharing.modeHints.${kind}`)}>
        <Radio.Group options={sharingModes.map((value) => ({ value, label: t(`sharing.modes.${value}`) }))} />
      </Form.Item>
    </>
  )
}
