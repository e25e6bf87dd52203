import { orderCategories } from '@netward/contract/work-order-values'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { type External, externalList } from './engineer.ts'

type Values = Omit<External, 'id'>

const empty: Values = { name: '', partner: '', phone: '', skills: [], regions: [], note: '' }

/** An engineer of a partner company. */
export function ExternalDrawer(props: { external: External | null; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { external, open, onClose } = props
  const options = { errors: 'caller', refresh: [externalList] } as const
  const add = useAct('POST /api/v1/work/external-engineer', options)
  const edit = useAct('PUT /api/v1/work/external-engineer/:externalId', options)
  const submit = (values: Values): Promise<unknown> =>
    external === null ? add.mutateAsync(values) : edit.mutateAsync({ ...values, externalId: external.id })
  return (
    <FormDrawer<Values>
      title={t(external === null ? 'engineers.addExternal' : 'engineers.editExternal')}
      open={open}
      onClose={onClose}
      initialValues={external ?? empty}
      onSubmit={submit}
    >
      <Form.Item
        name="name"
        label={t('engineers.externalName')}
        rules={[{ required: true, whitespace: true, message: t('engineers.externalNameEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="partner"
        label={t('engineers.partner')}
        rules={[{ required: true, whitespace: true, message: t('engineers.partnerEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="phone" label={t('engineers.phone')}>
        <Input maxLength={40} autoComplete="off" inputMode="tel" />
      </Form.Item>
      <Form.Item name="skills" label={t('fieldWork.skills')} extra={t('fieldWork.skillsHint')}>
        <Select
          mode="multiple"
          optionFilterProp="label"
          options={orderCategories.map((value) => ({ value, label: t(`orders.categories.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="regions" label={t('fieldWork.regions')} extra={t('fieldWork.regionsHint')}>
        <Select mode="tags" open={false} suffixIcon={null} maxCount={50} tokenSeparators={[',', '，', ';']} />
      </Form.Item>
      <Form.Item name="note" label={t('engineers.note')}>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDrawer>
  )
}
