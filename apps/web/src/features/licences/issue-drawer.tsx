import { type QuotaKind, quotaKinds } from '@netward/contract/states/licence'
import { Alert, Form, Input, InputNumber, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { endOfDay, startOfDay } from '../../lib/wall-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { CompanySelect } from '../../ui/company-select.tsx'
import { afterChange, poolsEndpoint } from './licence.ts'
import { useIsPlatform } from './use-is-platform.ts'

interface Values {
  companyId?: string
  kind?: QuotaKind
  purpose: 'use' | 'pool'
  quantity?: number
  startsAt: string
  endsAt: string
  poolId?: string
  note: string
}

/** The platform issues without a source; an MSP issues from its own pool, which determines the kind. */
export function IssueDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const platform = useIsPlatform()
  const issue = useAct('POST /api/v1/licence', { refresh: afterChange, errors: 'caller' })
  const pools = useApi(poolsEndpoint, {}, { enabled: open && !platform })
  const submit = async (values: Values) => {
    const pool = pools.data?.find(({ id }) => id === values.poolId)
    await issue.mutateAsync({
      companyId: values.companyId ?? '',
      kind: pool?.kind ?? values.kind ?? 'devices',
      purpose: values.purpose,
      quantity: values.quantity ?? 0,
      note: values.note,
      ...(values.startsAt !== '' && { startsAt: startOfDay(values.startsAt) }),
      // A share lasts as long as its pool by default.
      ...(values.endsAt !== ''
        ? { endsAt: endOfDay(values.endsAt) }
        : pool?.endsAt && { endsAt: pool.endsAt }),
      ...(values.poolId !== undefined && { poolId: values.poolId }),
    })
  }
  return (
    <FormDrawer<Values>
      title={t(platform ? 'licences.issue' : 'licences.handDown')}
      open={open}
      onClose={onClose}
      initialValues={{ purpose: 'use', startsAt: '', endsAt: '', note: '' }}
      submitText={t(platform ? 'licences.issue' : 'licences.handDown')}
      savedText={t('licences.issued')}
      onSubmit={submit}
    >
      <Form.Item
        name="companyId"
        label={t('licences.company')}
        rules={[{ required: true, message: t('licences.companyEmpty') }]}
      >
        <CompanySelect />
      </Form.Item>
      {platform ? <KindField /> : <PoolField pools={pools.data} />}
      <Form.Item name="purpose" label={t('licences.purpose')} extra={t('licences.poolHint')}>
        <Radio.Group
          options={(['use', 'pool'] as const).map((value) => ({
            value,
            label: t(`licences.purposes.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item
        name="quantity"
        label={t('licences.quantity')}
        rules={[{ required: true, message: t('licences.quantityEmpty') }]}
      >
        <InputNumber className="licence-number" min={1} max={10_000_000} precision={0} />
      </Form.Item>
      <Form.Item name="startsAt" label={t('licences.startsAt')} extra={t('licences.startsNow')}>
        <DateField />
      </Form.Item>
      <Form.Item name="endsAt" label={t('licences.endsAt')} extra={t('licences.endsNever')}>
        <DateField />
      </Form.Item>
      <Form.Item name="note" label={t('licences.note')}>
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </FormDrawer>
  )
}

function KindField() {
  const { t } = useTranslation()
  return (
    <Form.Item
      name="kind"
      label={t('licences.kind')}
      rules={[{ required: true, message: t('licences.kindEmpty') }]}
    >
      <Select options={quotaKinds.map((value) => ({ value, label: t(`licences.kinds.${value}`) }))} />
    </Form.Item>
  )
}

type Pools = ReturnType<typeof useApi<typeof poolsEndpoint>>['data']

function PoolField({ pools }: { pools: Pools }) {
  const { t } = useTranslation()
  const format = useFormat()
  const options = (pools ?? []).map((pool) => ({
    value: pool.id,
    label: t('licences.poolOption', {
      kind: t(`licences.kinds.${pool.kind}`),
      remaining: format.number(pool.remaining),
      until: pool.endsAt === null ? t('licences.permanent') : format.date(pool.endsAt),
    }),
  }))
  return (
    <>
      {pools?.length === 0 && (
        <Alert type="info" showIcon title={t('licences.noPools')} className="licence-alert" />
      )}
      <Form.Item
        name="poolId"
        label={t('licences.pool')}
        rules={[{ required: true, message: t('licences.poolEmpty') }]}
      >
        <Select options={options} />
      </Form.Item>
    </>
  )
}
