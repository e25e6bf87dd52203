import type { EndpointInput } from '@netward/contract'
import { engineerHours } from '@netward/contract/field-work-values'
import { orderCategories } from '@netward/contract/work-order-values'
import { Form, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../../lib/use-api.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { engineerList, type EngineerRow } from '../order.ts'
import { PersonItem } from './person-item.tsx'

type Input = Required<EndpointInput<'PUT /api/v1/work/dispatch/engineer/:personId'>>
type Values = Omit<Input, 'personId' | 'awayFrom' | 'awayUntil'> & {
  personId?: string
  awayFrom: string
  awayUntil: string
}

const empty: Values = { skills: [], regions: [], mostOpen: 10, hours: '5x8', awayFrom: '', awayUntil: '' }

/** What an engineer can do, where and when. */
export function EngineerDrawer({
  engineer,
  open,
  onClose,
}: {
  engineer: EngineerRow | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const save = useAct('PUT /api/v1/work/dispatch/engineer/:personId', {
    errors: 'caller',
    refresh: [engineerList],
  })
  const day = (value: string) => (value === '' ? null : value)
  return (
    <FormDrawer<Values>
      title={engineer === null ? t('fieldWork.addTitle') : `${t('fieldWork.editTitle')} ${engineer.name}`}
      open={open}
      onClose={onClose}
      initialValues={
        engineer === null
          ? empty
          : {
              skills: engineer.skills,
              regions: engineer.regions,
              mostOpen: engineer.mostOpen,
              hours: engineer.hours,
              awayFrom: engineer.awayFrom ?? '',
              awayUntil: engineer.awayUntil ?? '',
            }
      }
      onSubmit={({ personId = engineer?.personId ?? '', awayFrom, awayUntil, ...values }) =>
        save.mutateAsync({ ...values, personId, awayFrom: day(awayFrom), awayUntil: day(awayUntil) })
      }
    >
      {engineer === null && (
        <PersonItem
          name="personId"
          label={t('fieldWork.engineer')}
          missing={t('fieldWork.engineerEmpty')}
          open={open}
        />
      )}
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
      <Form.Item
        name="mostOpen"
        label={t('fieldWork.mostOpen')}
        extra={t('fieldWork.mostOpenHint')}
        rules={[{ required: true, message: t('fieldWork.mostOpen') }]}
      >
        <InputNumber min={1} max={200} precision={0} />
      </Form.Item>
      <Form.Item name="hours" label={t('fieldWork.hours')}>
        <Select options={engineerHours.map((value) => ({ value, label: t(`fieldWork.hoursOf.${value}`) }))} />
      </Form.Item>
      <div className="order-form-pair">
        <Form.Item name="awayFrom" label={t('fieldWork.awayFrom')}>
          <DateField kind="date" />
        </Form.Item>
        <Form.Item name="awayUntil" label={t('fieldWork.awayUntil')}>
          <DateField kind="date" />
        </Form.Item>
      </div>
    </FormDrawer>
  )
}
