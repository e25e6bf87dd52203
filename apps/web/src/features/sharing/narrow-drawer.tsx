import { sharingModes } from '@netward/contract/sharing-values'
import type { EndpointInput } from '@netward/contract'
import { Alert, Form, Input, InputNumber, Radio } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { clockAt, instantOf } from '../../lib/wall-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FieldsItem, ScopeItems } from './scope-items.tsx'
import { afterIssued, type IssuedKey } from './sharing.ts'

type Values = Required<Omit<EndpointInput<'PUT /api/v1/work/sharing/issued/:keyId'>, 'keyId'>>

/** An issued key becomes narrower: what it opens less of, for less time, less often. */
export function NarrowDrawer(props: { sharingKey: IssuedKey; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { sharingKey, open, onClose } = props
  const { id: keyId, kind } = sharingKey
  const narrow = useAct('PUT /api/v1/work/sharing/issued/:keyId', { errors: 'caller', refresh: afterIssued })
  const initialValues = useMemo((): Values => {
    const { name, skills, regions, models, fields, mode, expiresAt, mostUses } = sharingKey
    return {
      name,
      skills,
      regions,
      modelIds: models.map(({ id }) => id),
      fields,
      mode,
      expiresAt: clockAt(new Date(expiresAt)),
      mostUses,
    }
  }, [sharingKey])
  const submit = ({ expiresAt, mostUses, ...values }: Values) =>
    narrow.mutateAsync({
      ...initialValues,
      ...values,
      keyId,
      mostUses: mostUses ?? null,
      // A clock without seconds: what was not touched stays as it is.
      expiresAt:
        expiresAt === initialValues.expiresAt
          ? new Date(sharingKey.expiresAt).toISOString()
          : instantOf(expiresAt),
    })
  return (
    <FormDrawer<Values>
      title={t('sharing.editTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={submit}
    >
      <Alert type="info" showIcon title={t('sharing.editHint')} />
      <Form.Item
        name="name"
        label={t('sharing.name')}
        extra={t('sharing.nameHint')}
        rules={[{ required: true, whitespace: true, message: t('sharing.nameEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <ScopeItems kind={kind} open={open} fixed />
      <FieldsItem kind={kind} offered={sharingKey.fields} />
      <Form.Item name="mode" label={t('sharing.mode')} extra={t(`sharing.modeHints.${kind}`)}>
        <Radio.Group
          options={sharingModes
            .filter((value) => value === 'read' || sharingKey.mode === 'use')
            .map((value) => ({ value, label: t(`sharing.modes.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="expiresAt" label={t('sharing.expiresAt')} rules={[{ required: true }]}>
        <DateField kind="moment" />
      </Form.Item>
      <Form.Item name="mostUses" label={t('sharing.mostUses')} extra={t('sharing.mostUsesHint')}>
        <InputNumber min={1} max={sharingKey.mostUses ?? 100_000} precision={0} />
      </Form.Item>
    </FormDrawer>
  )
}
